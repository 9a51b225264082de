import { checkCount } from './check-chance.js';
import { wilson } from './wilson.js';

/** Pairs of two yes-or-no outcomes, A's and B's, counted by what came of them. */
export interface PairCounts {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
}

/**
 * 95 % interval for A's rate minus B's over the same pairs, `[low, high]` within [-1, 1] (Newcombe 1998, Statistics in
 * Medicine 17, 2635-2650, method 10: Wilson's intervals of both rates, joined with regard to how the outcomes hang
 * together). It is approximate, so near p = 0.05 it may say otherwise than the exact `mcnemarExact`. Without pairs
 * [-1, 1]. Throws a RangeError unless all are whole numbers of 0 or more.
 */
export function newcombePaired(counts: PairCounts): [low: number, high: number] {
  for (const [name, count] of Object.entries(counts)) checkCount(name, count);
  const { both, onlyA, onlyB, neither } = counts;
  const n = both + onlyA + onlyB + neither;
  if (n === 0) return [-1, 1];
  const [rateA, rateB] = [(both + onlyA) / n, (both + onlyB) / n];
  const [lowA, highA] = wilson(both + onlyA, n);
  const [lowB, highB] = wilson(both + onlyB, n);
  const together = correlation(counts, n);
  const reach = (x: number, y: number) => Math.sqrt(Math.max(0, x * x - 2 * together * x * y + y * y));
  const difference = (onlyA - onlyB) / n;
  return [
    Math.max(-1, difference - reach(rateA - lowA, highB - rateB)),
    Math.min(1, difference + reach(highA - rateA, rateB - lowB)),
  ];
}

/** Correlation of both outcomes, where positive brought nearer to 0 (the method's continuity correction). */
function correlation({ both, onlyA, onlyB, neither }: PairCounts, n: number): number {
  const product = (both + onlyA) * (onlyB + neither) * (both + onlyB) * (onlyA + neither);
  if (product === 0) return 0;
  const excess = both * neither - onlyA * onlyB;
  return (excess > 0 ? Math.max(0, excess - n / 2) : excess) / Math.sqrt(product);
}
