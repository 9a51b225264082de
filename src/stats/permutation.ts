import { createRandom, type Random } from '../util/random.js';
import { combinations, visitChoices, visitSigns } from './arrangements.js';
import { checkValues, pairedDifferences } from './check-values.js';

/** What an exchange test found. */
export interface PermutationTest {
  /** Two-sided p in (0, 1]: twice the smaller one-sided p, at most 1 (the "central" p of Fay 2010). */
  readonly p: number;
  /** True when every arrangement was looked at, false when a random sample of them was. */
  readonly exact: boolean;
  /** How many arrangements were looked at, the observed one among them. */
  readonly arrangements: number;
}

/** Settings that matter only where there are too many arrangements to look at all. */
export interface ResamplingOptions {
  /** Same seed, same answer. Default 0. */
  readonly seed?: number | string;
  /** How many random arrangements are drawn. Default 19,999. */
  readonly resamples?: number;
}

/** All arrangements are looked at up to this many: 20 pairs, or 11 against 11 values. Takes some 10 ms. */
export const mostArrangements = 2 ** 20;

/**
 * Permutation test of the difference of two means: how often labels dealt out at random put the means at least as far
 * apart (Fisher 1935; Pitman 1937). Exact up to `mostArrangements`; beyond, seeded random arrangements with the observed
 * one counted among them, so that p is never 0 (Phipson and Smyth 2010). With an empty sample p is 1. Throws a
 * RangeError on a value that is not a finite number.
 */
export function permutationTest(
  a: readonly number[],
  b: readonly number[],
  options: ResamplingOptions = {},
): PermutationTest {
  checkValues('a', a);
  checkValues('b', b);
  // With the total given, the sum of either sample says all. The smaller one is quicker to sum.
  const small = a.length <= b.length ? a : b;
  const values = [...small, ...(small === a ? b : a)];
  const tally = createTally(sum(small), values);
  if (combinations(values.length, small.length) <= mostArrangements) {
    visitChoices(values, small.length, 0, 0, tally.add);
    return tally.exact();
  }
  const random = createRandom('permutation-test', options.seed ?? 0);
  return tally.sampled(options, () => sumOfChoice(values, small.length, random));
}

/**
 * Sign-flip test of paired values: how often differences `a[i] - b[i]` with random signs have a mean at least as far
 * from 0 (Fisher 1935). Exact up to `mostArrangements` (20 pairs that differ); beyond, as `permutationTest`. Pairs that
 * do not differ change nothing; without any that do p is 1. Throws a RangeError when the lists differ in length or hold
 * something that is not a finite number.
 */
export function signFlipTest(
  a: readonly number[],
  b: readonly number[],
  options: ResamplingOptions = {},
): PermutationTest {
  const differences = pairedDifferences(a, b).filter((difference) => difference !== 0);
  const tally = createTally(sum(differences), [...a, ...b]);
  if (2 ** differences.length <= mostArrangements) {
    visitSigns(differences, 0, 0, tally.add);
    return tally.exact();
  }
  const random = createRandom('sign-flip-test', options.seed ?? 0);
  return tally.sampled(options, () =>
    differences.reduce((total, value) => total + (random.below(2) === 0 ? value : -value), 0),
  );
}

/** Counts the sums that reach the observed one from either side. Sums equal but for rounding are equal. */
function createTally(observed: number, measured: readonly number[]) {
  const rounding = 64 * Number.EPSILON * sum(measured.map(Math.abs));
  let count = 0;
  let atLeast = 0;
  let atMost = 0;
  const add = (value: number): void => {
    count++;
    if (value >= observed - rounding) atLeast++;
    if (value <= observed + rounding) atMost++;
  };
  const result = (exact: boolean): PermutationTest => ({
    p: Math.min(1, (2 * Math.min(atLeast, atMost)) / count),
    exact,
    arrangements: count,
  });
  return {
    add,
    exact: () => result(true),
    sampled: ({ resamples = 19_999 }: ResamplingOptions, draw: () => number) => {
      add(observed);
      for (let i = 0; i < resamples; i++) add(draw());
      return result(false);
    },
  };
}

/** Sum of `size` values drawn without replacement. Leaves `values` in another order. */
function sumOfChoice(values: number[], size: number, random: Random): number {
  let total = 0;
  for (let i = 0; i < size; i++) {
    const j = i + random.below(values.length - i);
    const drawn = values[j] ?? 0;
    values[j] = values[i] ?? 0;
    values[i] = drawn;
    total += drawn;
  }
  return total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
