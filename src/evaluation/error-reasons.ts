/** Why plays or scores could not be had: infrastructure errors by their reasons. */
import type { Outcome } from '../core/episode.js';
import type { InstanceResult } from './instance-result.js';

/** A reason, and how often it was one. */
export interface ErrorReason {
  readonly reason: string;
  readonly count: number;
}

/** What failed in a run. */
export interface Failures {
  /** Of episodes that ended in an infrastructure error. */
  readonly episodes: readonly ErrorReason[];
  /** Of answers that could not be judged. */
  readonly judging: readonly ErrorReason[];
}

/** The different reasons, the most frequent first, equal ones in code-unit order. */
export function countReasons(reasons: readonly string[]): ErrorReason[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/** Why an outcome is an error; nothing for another one. */
export function reasonsOf(outcome: Outcome): string[] {
  return outcome.kind === 'error' ? [outcome.message] : [];
}

/** What failed in results. */
export function failuresOf(results: readonly InstanceResult[]): Failures {
  return {
    episodes: countReasons(results.flatMap(({ outcome }) => reasonsOf(outcome))),
    judging: countReasons(results.flatMap(({ missingScores = {} }) => Object.values(missingScores))),
  };
}
