/** What annotators' verdicts say of runs: a rate for each run, or arm of an ablation, and phase, and pairs of them on the same questions. */
import { type PairedComparison, pairedComparison, wilson } from '../../stats/index.js';
import type { SuccessRate } from '../index.js';
import type { AnnotatedEpisode, AnnotationKey } from './annotation-key.js';
import { type MeasuredPhase, measuredPhases } from './collect-answers.js';
import { type Agreement, type Mark, majorityOf, measureAgreement, type Verdict } from './judge-rows.js';

/** A run, or an arm of an ablation, and a phase of it. */
export interface AnnotatedPart {
  /** Name of the run folder; of an arm with experiment and arm behind it. */
  readonly run: string;
  readonly phase: MeasuredPhase;
}

/**
 * Share of right answers in a part. `n` counts those that are right or wrong; an episode without an answer is wrong.
 * Where a question was played several times, the interval is that of as many trials as there are questions, for the
 * plays of one question are not independent.
 */
export interface AnnotatedRate extends AnnotatedPart, SuccessRate {
  /** Episodes without an answer, part of `n`. */
  readonly unanswered: number;
  /** Episodes on whose answer the annotators are undecided, left out. */
  readonly undecided: number;
}

/** Two parts on the questions that both played and that are decided in both; of repeats the first counts. */
export interface AnnotatedComparison extends PairedComparison {
  readonly a: AnnotatedPart;
  readonly b: AnnotatedPart;
}

/** One episode and what annotators say of it. */
export interface JudgedEpisode extends Omit<AnnotatedEpisode, 'run'> {
  /** As in the rates. */
  readonly run: string;
  /** Null where no answer was given. */
  readonly given: string | null;
  /** In the order of the annotators; empty where no answer was given. */
  readonly marks: readonly Mark[];
  readonly verdict: Verdict;
}

/** Everything that a filled sheet says. */
export interface AnnotationSummary {
  readonly sheet: string;
  /** The models of all runs. */
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly annotators: number;
  /** Rows of the sheet. */
  readonly rows: number;
  readonly undecided: number;
  readonly agreement: Agreement;
  readonly rates: readonly AnnotatedRate[];
  readonly comparisons: readonly AnnotatedComparison[];
  readonly episodes: readonly JudgedEpisode[];
}

/** Sums up the marks of a key's rows, given in the order of the rows. */
export function summarizeMarks(key: AnnotationKey, marks: readonly (readonly Mark[])[]): AnnotationSummary {
  const nameRun = ({ run, ...rest }: AnnotatedEpisode) => ({ run: key.runs[run]?.id ?? '', ...rest });
  const shown = key.rows.flatMap((row, i): JudgedEpisode[] => {
    const judged = { given: row.given, marks: marks[i] ?? [], verdict: majorityOf(marks[i] ?? []) };
    return row.episodes.map((episode) => ({ ...nameRun(episode), ...judged }));
  });
  const unanswered = key.unanswered.map(
    (episode): JudgedEpisode => ({ ...nameRun(episode), given: null, marks: [], verdict: 'wrong' }),
  );
  const episodes = [...shown, ...unanswered];
  const parts = key.runs.flatMap(({ id: run, suiteDigest }) =>
    measuredPhases.flatMap((phase): Part[] => {
      const isHere = (one: AnnotatedPart) => one.run === run && one.phase === phase;
      const own = episodes.filter(isHere);
      const errors = key.errors.map(nameRun).filter(isHere).length;
      return own.length + errors === 0 ? [] : [{ run, phase, suiteDigest, own, errors }];
    }),
  );
  return {
    sheet: key.sheet,
    models: [...new Set(key.runs.flatMap(({ models }) => models))].sort(),
    simulated: key.runs.some(({ simulated }) => simulated),
    annotators: marks[0]?.length ?? 0,
    rows: key.rows.length,
    undecided: marks.filter((row) => majorityOf(row) === 'undecided').length,
    agreement: measureAgreement(marks),
    rates: parts.map(measurePart),
    comparisons: parts.flatMap((a, i) => parts.slice(i + 1).flatMap((b) => compareParts(a, b))),
    episodes,
  };
}

interface Part extends AnnotatedPart {
  readonly suiteDigest: string;
  readonly own: readonly JudgedEpisode[];
  readonly errors: number;
}

function measurePart({ run, phase, own, errors }: Part): AnnotatedRate {
  const decided = own.filter(({ verdict }) => verdict !== 'undecided');
  const [n, successes] = [decided.length, decided.filter(({ verdict }) => verdict === 'right').length];
  const rate = n === 0 ? null : successes / n;
  const questions = new Set(decided.map(({ instanceId }) => instanceId)).size;
  return {
    run,
    phase,
    n,
    successes,
    rate,
    wilson95: rate === null ? null : wilson(Math.round(rate * questions), questions),
    errors,
    unanswered: own.filter(({ given }) => given === null).length,
    undecided: own.length - n,
  };
}

function compareParts(a: Part, b: Part): AnnotatedComparison[] {
  if (a.suiteDigest !== b.suiteDigest) return [];
  const other = verdictsOf(b);
  const pairs = [...verdictsOf(a)].flatMap(([id, isRight]): (readonly [boolean, boolean])[] => {
    const against = other.get(id);
    return against === undefined ? [] : [[isRight, against]];
  });
  if (pairs.length === 0) return [];
  const place = ({ run, phase }: Part): AnnotatedPart => ({ run, phase });
  return [{ a: place(a), b: place(b), ...pairedComparison(pairs) }];
}

/** Whether the first play of each question is right, by instance; those that are undecided are left out. */
function verdictsOf({ own }: Part): ReadonlyMap<string, boolean> {
  const first = new Map<string, JudgedEpisode>();
  for (const play of own) {
    const known = first.get(play.instanceId);
    if (known === undefined || play.repeat < known.repeat) first.set(play.instanceId, play);
  }
  const decided = [...first.values()].filter(({ verdict }) => verdict !== 'undecided');
  return new Map(decided.map(({ instanceId, verdict }) => [instanceId, verdict === 'right']));
}
