/** The scores of an episode, as the official evaluation has them for a question. */
import type { ScoreKind } from '../../core/environment.js';
import {
  joinMeasures,
  type Measures,
  type SupportingFact,
  scoreAnswer,
  scoreFacts,
} from './evaluate-official.js';
import { listFactsRead, type Passage } from './facts-read.js';

/** Scores of the answer. */
export const answerScores = { em: 'binary', f1: 'graded' } as const satisfies Record<string, ScoreKind>;

/** The same with those of the sentences shown, and of both together. */
export const factScores = {
  ...answerScores,
  ...{ spEm: 'binary', spF1: 'graded' },
  ...{ jointEm: 'binary', jointF1: 'graded' },
} as const satisfies Record<string, ScoreKind>;

const nothing: Measures = { em: 0, f1: 0, precision: 0, recall: 0 };

/** What is right about a question: its answer, and where they are known the sentences that it follows from. */
interface Right {
  readonly answer: string | null;
  readonly supportingFacts?: readonly SupportingFact[];
}

/** Scores the answer that was given, null for none, and what was shown by then. Without an answer its scores are 0. */
export function scoreEpisode(
  { answer, supportingFacts }: Right,
  given: string | null,
  shown: readonly Passage[],
): Readonly<Record<string, number>> {
  const byAnswer = given === null || answer === null ? nothing : scoreAnswer(given, answer);
  const scores = { em: byAnswer.em, f1: byAnswer.f1 };
  if (supportingFacts === undefined) return scores;
  const byFacts = scoreFacts(listFactsRead(shown), supportingFacts);
  const joint = joinMeasures(byAnswer, byFacts);
  return { ...scores, spEm: byFacts.em, spF1: byFacts.f1, jointEm: joint.em, jointF1: joint.f1 };
}
