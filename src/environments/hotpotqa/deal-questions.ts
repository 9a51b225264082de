import { UsageError } from '../../core/errors.js';
import { seedFrom } from '../../util/random.js';
import type { SplitSizes } from '../define-environment.js';

/** The splits, in the order in which they stand in a suite. */
export const splits = ['train', 'validation', 'held-out'] as const;
/** One of them. */
export type QuestionSplit = (typeof splits)[number];

/** What must be known of a question to deal it to a split. */
export interface Question {
  readonly id: string;
  /** From the first file; of several files the others are held-out as a whole. */
  readonly forTraining: boolean;
  /** Place in the draw, see `drawOrder`. */
  readonly order: number;
}

/** A question's place in the draw of a seed. Only its words matter, not its place in a file or what else is there. */
export function drawOrder(seed: number, words: string): number {
  return seedFrom('hotpotqa split', seed, words);
}

/**
 * Deals questions to splits by their order; a question may be left out, none is dealt twice. Sizes that are not asked
 * for: held-out is all that is not for training, or three tenths where all is; validation is a tenth of what is for
 * training; train is the rest. Throws a UsageError that names `place` where there are fewer questions than asked for.
 */
export function dealQuestions(
  questions: readonly Question[],
  asked: Partial<SplitSizes>,
  place: string,
): ReadonlyMap<string, QuestionSplit> {
  const drawn = questions.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
  const training = drawn.filter(({ forTraining }) => forTraining);
  const others = drawn.filter(({ forTraining }) => !forTraining);
  const single = others.length === 0;
  const share = (of: number, taken: number) =>
    Math.max(0, Math.min(Math.round(training.length * of), training.length - taken));

  const { train = 0, validation = 0 } = asked;
  const forEvaluation = single ? training : others;
  const heldOut = asked['held-out'] ?? (single ? share(0.3, train + validation) : others.length);
  check('held-out', heldOut, forEvaluation, place);
  const rest = single ? training.slice(heldOut) : training;
  const checked = asked.validation ?? share(0.1, train + training.length - rest.length);
  const learned = asked.train ?? Math.max(0, rest.length - checked);
  const taken = single && heldOut > 0 ? `, of which ${heldOut} are taken for held-out` : '';
  check('train and validation', checked + learned, rest, place, `${training.length}${taken}`);

  const deal = (split: QuestionSplit, from: readonly Question[]) =>
    from.map(({ id }) => [id, split] as const);
  return new Map([
    ...deal('held-out', forEvaluation.slice(0, heldOut)),
    ...deal('validation', rest.slice(0, checked)),
    ...deal('train', rest.slice(checked, checked + learned)),
  ]);
}

function check(
  split: string,
  asked: number,
  { length }: readonly Question[],
  place: string,
  available = String(length),
): void {
  if (asked <= length) return;
  throw new UsageError(
    `${place}: ${asked} questions are asked for ${split}, but there are ${available}`,
    'ask for fewer',
  );
}
