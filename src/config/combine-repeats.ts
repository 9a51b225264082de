/** What came of each instance over all repeats, and how an agent that tries again did at its first try. */
import type { Outcome } from '../core/episode.js';
import type { Evaluation, InstanceResult, SuccessRate } from '../evaluation/index.js';
import { poolSeeds } from '../training/index.js';

/** How one try at an instance went. */
export interface Try {
  readonly outcome: string;
  readonly steps: number;
}

/** One instance over all repeats. */
export interface RepeatedResult {
  readonly instanceId: string;
  readonly taskType: string;
  readonly successes: number;
  /** Repeats that did not end in an error. */
  readonly played: number;
  readonly outcomes: readonly string[];
  readonly steps: readonly number[];
  /** All tries of each repeat, where the agent tried again in one of them. */
  readonly trials?: readonly (readonly Try[])[];
  /** The world's own measures and the judge's, of each repeat that has any. */
  readonly scores?: readonly Readonly<Record<string, number>>[];
  /** Scores that could not be had, and why, of each repeat, where one lacks any; null for a repeat that lacks none. */
  readonly missingScores?: readonly (NonNullable<InstanceResult['missingScores']> | null)[];
  /** What the judge said of each repeat, where it was asked of one; null for a repeat that it was not asked of. */
  readonly votes?: readonly (NonNullable<InstanceResult['votes']> | null)[];
  /** In a world with answers: the right one, and that of each repeat, null for none. */
  readonly expected?: string;
  readonly answers?: readonly (string | null)[];
}

/** Repeats of an evaluation, instance by instance. */
export function combineRepeats(evaluations: readonly Evaluation[]): RepeatedResult[] {
  const first = evaluations[0]?.results ?? [];
  return first.map(({ instanceId, taskType, expected }, i) => {
    const repeats = evaluations.flatMap(({ results }) => results[i] ?? []);
    const outcomes = repeats.map(({ outcome }) => nameOf(outcome));
    const scores = repeats.flatMap((one) => (one.scores === undefined ? [] : [one.scores]));
    const triedAgain = repeats.some(({ trials }) => trials !== undefined);
    const missing = repeats.map(({ missingScores = null }) => missingScores);
    const votes = repeats.map((one) => one.votes ?? null);
    return {
      instanceId,
      taskType,
      successes: outcomes.filter((outcome) => outcome === 'success').length,
      played: outcomes.filter((outcome) => outcome !== 'error').length,
      outcomes,
      steps: repeats.map(({ steps }) => steps),
      ...(triedAgain ? { trials: repeats.map(triesOf) } : {}),
      ...(scores.length === 0 ? {} : { scores }),
      ...(missing.every((one) => one === null) ? {} : { missingScores: missing }),
      ...(votes.every((one) => one === null) ? {} : { votes }),
      ...(expected === undefined ? {} : { expected, answers: repeats.map(({ answer = null }) => answer) }),
    };
  });
}

/** Success at the first try, of the same plays that success in the end is of: those that did not end in an error. */
export function measureFirstTries(evaluations: readonly Evaluation[]): SuccessRate {
  return poolSeeds(
    evaluations.map((evaluation) => ({ ...evaluation, results: evaluation.results.map(firstTryOf) })),
  );
}

function firstTryOf(result: InstanceResult): InstanceResult {
  const { scores: _scores, missingScores: _missing, ...bare } = result;
  const first = result.outcome.kind === 'error' ? undefined : result.trials?.[0];
  return first === undefined ? bare : { ...bare, outcome: first.outcome, steps: first.steps };
}

function triesOf({ outcome, steps, trials = [{ outcome, steps }] }: InstanceResult): Try[] {
  return trials.map((one) => ({ outcome: nameOf(one.outcome), steps: one.steps }));
}

function nameOf(outcome: Outcome): string {
  return outcome.kind === 'truncated' ? `out of ${outcome.by}` : outcome.kind;
}
