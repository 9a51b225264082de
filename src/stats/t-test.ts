import { mean, sampleVariance } from 'simple-statistics';
import { combinations } from './arrangements.js';
import { checkValues, pairedDifferences } from './check-values.js';
import { tInterval95 } from './mean-interval.js';
import { tTwoSided } from './student-t.js';
import { largest, withoutSpread } from './without-spread.js';

/**
 * What p rests on: `t` Student's distribution; `equal` all values are equal, p is 1; `permutation` nothing varies but
 * the means differ, p is that of the exact permutation (pairs: sign-flip) test; `too-few` there is no test.
 */
export type TTestBasis = 't' | 'equal' | 'permutation' | 'too-few';

/** Two means compared, A and B. No number in it is ever NaN: what can not be said is null, and `note` says why. */
export interface TTest {
  readonly basis: TTestBasis;
  readonly nA: number;
  readonly nB: number;
  /** Mean of A minus mean of B; null when one of them has no values. */
  readonly difference: number | null;
  /** The t statistic and its degrees of freedom; null unless the basis is `t`. */
  readonly t: number | null;
  readonly df: number | null;
  /** Two-sided p, in [0, 1]; null when the basis is `too-few`. */
  readonly p: number | null;
  /** 95 % interval of the difference, [low, high]; null unless the basis is `t`. */
  readonly interval95: readonly [low: number, high: number] | null;
  /** The difference in standard deviations (Cohen 1988; of which, each test says); null unless the basis is `t`. */
  readonly effect: number | null;
  /** Why there is less than a t test, in words; null when the basis is `t`. */
  readonly note: string | null;
}

/**
 * Welch's t test of two independent samples that need not vary alike (Welch 1947; degrees of freedom by
 * Satterthwaite). The effect is in units of the root of the mean of both variances. Throws a RangeError on a value
 * that is not a finite number.
 */
export function welchT(a: readonly number[], b: readonly number[]): TTest {
  return twoSamples(a, b, (varianceA, varianceB) => {
    const shareA = varianceA / a.length;
    const shareB = varianceB / b.length;
    const total = shareA + shareB;
    // As shares of their sum, so that small variances do not underflow when squared.
    const df = 1 / ((shareA / total) ** 2 / (a.length - 1) + (shareB / total) ** 2 / (b.length - 1));
    return { standardError: Math.sqrt(total), df, sd: Math.sqrt((varianceA + varianceB) / 2) };
  });
}

/**
 * Student's t test of two independent samples that vary alike (Student 1908). The effect is in units of the pooled
 * standard deviation. Throws a RangeError on a value that is not a finite number.
 */
export function pooledT(a: readonly number[], b: readonly number[]): TTest {
  return twoSamples(a, b, (varianceA, varianceB) => {
    const df = a.length + b.length - 2;
    const pooled = ((a.length - 1) * varianceA + (b.length - 1) * varianceB) / df;
    return { standardError: Math.sqrt(pooled * (1 / a.length + 1 / b.length)), df, sd: Math.sqrt(pooled) };
  });
}

/**
 * Student's t test of the differences `a[i] - b[i]` (Student 1908). The effect is in units of the standard deviation of
 * the differences (Cohen's dz). Throws a RangeError when the lists differ in length or hold something that is not a
 * finite number.
 */
export function pairedT(a: readonly number[], b: readonly number[]): TTest {
  const differences = pairedDifferences(a, b);
  const n = differences.length;
  if (n < 2) return tooFew(a, b);
  const difference = mean(differences);
  if (withoutSpread(differences, Math.max(largest(a), largest(b)))) {
    const equal = withoutSpread([difference, 0], Math.max(largest(a), largest(b)));
    return withoutVariance(a, b, equal, 2 ** (1 - n), 'all differences are equal');
  }
  const sd = Math.sqrt(sampleVariance(differences));
  return byStudent(a, b, difference, { standardError: sd / Math.sqrt(n), df: n - 1, sd });
}

interface Spread {
  readonly standardError: number;
  readonly df: number;
  /** The unit of the effect. */
  readonly sd: number;
}

function twoSamples(
  a: readonly number[],
  b: readonly number[],
  measure: (varianceA: number, varianceB: number) => Spread,
): TTest {
  checkValues('a', a);
  checkValues('b', b);
  if (a.length < 2 || b.length < 2) return tooFew(a, b);
  const constantA = withoutSpread(a);
  const constantB = withoutSpread(b);
  if (constantA && constantB) {
    const p = Math.min(1, 2 / combinations(a.length + b.length, a.length));
    return withoutVariance(a, b, withoutSpread([...a, ...b]), p, 'each sample is constant');
  }
  const varianceA = constantA ? 0 : sampleVariance([...a]);
  const varianceB = constantB ? 0 : sampleVariance([...b]);
  return byStudent(a, b, mean([...a]) - mean([...b]), measure(varianceA, varianceB));
}

function byStudent(a: readonly number[], b: readonly number[], difference: number, spread: Spread): TTest {
  const t = difference / spread.standardError;
  return {
    basis: 't',
    nA: a.length,
    nB: b.length,
    difference,
    t,
    df: spread.df,
    p: tTwoSided(t, spread.df),
    interval95: tInterval95(difference, spread.standardError, spread.df),
    effect: difference / spread.sd,
    note: null,
  };
}

const noTest = { t: null, df: null, interval95: null, effect: null } as const;

function tooFew(a: readonly number[], b: readonly number[]): TTest {
  const difference = a.length === 0 || b.length === 0 ? null : mean([...a]) - mean([...b]);
  const note = `too few values for a test (${a.length} and ${b.length}, at least 2 and 2 are needed)`;
  return { ...noTest, basis: 'too-few', nA: a.length, nB: b.length, difference, p: null, note };
}

/** Nothing varies. Then only the most extreme arrangement of the values is as extreme as this one. */
function withoutVariance(
  a: readonly number[],
  b: readonly number[],
  equal: boolean,
  p: number,
  what: string,
): TTest {
  const counts = { ...noTest, nA: a.length, nB: b.length };
  if (equal)
    return { ...counts, basis: 'equal', difference: 0, p: 1, note: 'nothing varies and the means are equal' };
  const note = `${what}: p is that of the exact permutation test`;
  return { ...counts, basis: 'permutation', difference: mean([...a]) - mean([...b]), p, note };
}
