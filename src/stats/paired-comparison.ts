import { mcnemarExact } from './mcnemar.js';

/** Two ways of doing the same tasks, A and B, compared task by task. */
export interface PairedComparison {
  /** Tasks that both tried. */
  readonly n: number;
  readonly bothWon: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly bothLost: number;
  /** Success rate of A minus that of B, in [-1, 1]; 0 without tasks. */
  readonly difference: number;
  /** McNemar's exact two-sided p; 1 without tasks. */
  readonly p: number;
}

/** Compares A with B on the same tasks; each pair says whether A and whether B reached the goal. */
export function pairedComparison(pairs: readonly (readonly [a: boolean, b: boolean])[]): PairedComparison {
  const n = pairs.length;
  const count = (a: boolean, b: boolean) => pairs.filter((pair) => pair[0] === a && pair[1] === b).length;
  const onlyA = count(true, false);
  const onlyB = count(false, true);
  return {
    n,
    bothWon: count(true, true),
    onlyA,
    onlyB,
    bothLost: count(false, false),
    difference: n === 0 ? 0 : (onlyA - onlyB) / n,
    p: mcnemarExact(onlyA, onlyB),
  };
}
