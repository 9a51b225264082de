/** How fast episodes come to their end, and what follows for those that are left. */

/** The ends of the last episodes, and what episodes cost. */
export interface Pace {
  /** Milliseconds at which the last episodes ended, oldest first. */
  readonly ends: readonly number[];
  /** Episodes, the sum of their US$, and the sum of the squares of it. */
  readonly episodes: number;
  readonly cost: number;
  readonly squares: number;
}

/** No episode has ended. */
export const noPace: Pace = { ends: [], episodes: 0, cost: 0, squares: 0 };

/** Ends that are remembered. */
const remembered = 64;
/** Fewer ends say nothing. */
const fewest = 5;
/** However even the pace was, what comes can differ by so much. */
const leastError = 0.1;

/** An episode has ended. `milliseconds` is when, null where nobody knows; `costUsd` is what it cost. */
export function addEnd(
  { ends, episodes, cost, squares }: Pace,
  milliseconds: number | null,
  costUsd: number,
): Pace {
  return {
    ends: milliseconds === null ? ends : [...ends.slice(1 - remembered), milliseconds],
    episodes: episodes + 1,
    cost: cost + costUsd,
    squares: squares + costUsd * costUsd,
  };
}

/** A range of what is likely. */
export type Range = readonly [low: number, high: number];

/** Seconds that `left` episodes will take, from the time between the last ends; null while too few have ended. */
export function secondsLeft({ ends }: Pace, left: number): Range | null {
  const gaps = ends.slice(1).map((end, i) => end - (ends[i] ?? end));
  if (ends.length < fewest || left <= 0) return null;
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  return around((mean * left) / 1000, relativeError(mean, variance, gaps.length));
}

/** US$ that `left` episodes will cost where `paid` was paid so far for everything; null where nothing was. */
export function costLeft({ ends, episodes, cost, squares }: Pace, left: number, paid: number): Range | null {
  if (ends.length < fewest || left <= 0 || paid <= 0 || episodes === 0) return null;
  const mean = cost / episodes;
  const variance = Math.max(0, squares / episodes - mean * mean);
  return around((paid / episodes) * left, relativeError(mean, variance, episodes));
}

/** Half of the 95 % interval of a mean, as a share of it. */
function relativeError(mean: number, variance: number, n: number): number {
  if (mean <= 0) return leastError;
  return Math.min(0.9, Math.max(leastError, (1.96 * Math.sqrt(variance / n)) / mean));
}

function around(value: number, error: number): Range {
  return [value * (1 - error), value * (1 + error)];
}
