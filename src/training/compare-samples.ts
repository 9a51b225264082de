/** Two samples of values compared, and what may be said of the difference. */
import { sampleVariance } from 'simple-statistics';
import {
  meanInterval,
  pairedDetectableEffect,
  pairedT,
  permutationTest,
  signFlipTest,
  type TTest,
  welchDetectableEffect,
  welchT,
} from '../stats/index.js';

/** The tests that a comparison of runs can rest on. */
export const primaryTests = ['paired-t', 'welch'] as const;
/** One of them. */
export type PrimaryTest = (typeof primaryTests)[number];

/** What a comparison may come to. */
export type ComparisonVerdict = 'better' | 'worse' | 'tied' | 'not-enough-runs';

/** Below this a p is called significant. */
export const alpha = 0.05;

/** The smallest true difference that is found with 80 % chance at alpha 0.05, if values vary as these do. */
export interface DetectableDifference {
  /** In units of the values; null where it is not known how much they vary. */
  readonly difference: number | null;
  /** In standard deviations; null where there is no test. */
  readonly effect: number | null;
}

/** Two samples compared: A against B. No number in it is ever NaN; what can not be said is null. */
export interface SampleComparison {
  readonly test: PrimaryTest;
  readonly nA: number;
  readonly nB: number;
  /** Mean of A minus mean of B. */
  readonly difference: number | null;
  readonly interval95: readonly [low: number, high: number] | null;
  /** The difference in standard deviations: of the differences where values are paired (Cohen's dz), else of both. */
  readonly effect: number | null;
  /** Of the primary test, two-sided; null where there are too few values. */
  readonly p: number | null;
  /** What p rests on. */
  readonly basis: TTest['basis'];
  /** The exact test that needs no distribution: sign-flip where values are paired, else permutation. */
  readonly exact: { readonly test: 'sign-flip' | 'permutation'; readonly p: number; readonly exact: boolean };
  readonly detectable: DetectableDifference;
  /** Why there is less than a t test, in words. */
  readonly note: string | null;
}

/** Compares two samples; with `paired-t` a[i] and b[i] belong together. Throws a RangeError where they then differ in number. */
export function compareSamples(
  a: readonly number[],
  b: readonly number[],
  test: PrimaryTest,
): SampleComparison {
  const paired = test === 'paired-t';
  const { nA, nB, difference, interval95, effect, p, basis, note } = paired ? pairedT(a, b) : welchT(a, b);
  const { p: exactP, exact } = paired ? signFlipTest(a, b) : permutationTest(a, b);
  return {
    test,
    nA,
    nB,
    difference,
    interval95,
    effect,
    p,
    basis,
    exact: { test: paired ? 'sign-flip' : 'permutation', p: exactP, exact },
    detectable: detectable(a, b, paired),
    note,
  };
}

function detectable(a: readonly number[], b: readonly number[], paired: boolean): DetectableDifference {
  const effect = paired ? pairedDetectableEffect(a.length) : welchDetectableEffect(a.length, b.length);
  const sd = effect === null ? null : paired ? spreadOfPairs(a, b) : spreadOfBoth(a, b);
  // Values that do not vary say nothing of how much others would.
  return { effect, difference: effect === null || sd === null || sd === 0 ? null : effect * sd };
}

function spreadOfPairs(a: readonly number[], b: readonly number[]): number | null {
  if (pairedT(a, b).basis !== 't') return null;
  return meanInterval(a.map((value, i) => value - (b[i] ?? 0))).sd;
}

function spreadOfBoth(a: readonly number[], b: readonly number[]): number | null {
  if (welchT(a, b).basis !== 't') return null;
  return Math.sqrt((sampleVariance([...a]) + sampleVariance([...b])) / 2);
}

/** What a verdict is given by. */
export interface VerdictBasis extends Pick<SampleComparison, 'difference' | 'interval95' | 'basis'> {
  /** Adjusted where it is one of a family; null where there is no test. */
  readonly p: number | null;
  /** Whether there are enough observations for any verdict. */
  readonly enough: boolean;
}

/**
 * Better or worse where p is below alpha; tied where it is not, and the whole 95 % interval of the difference lies
 * within plus and minus `tolerance`. In all other cases these observations can not tell: not enough runs.
 */
export function giveVerdict(
  { difference, interval95, basis, p, enough }: VerdictBasis,
  tolerance: number,
): ComparisonVerdict {
  if (!enough || difference === null || p === null) return 'not-enough-runs';
  if (p < alpha && difference !== 0) return difference > 0 ? 'better' : 'worse';
  if (basis === 'equal') return 'tied';
  const within = interval95 !== null && interval95[0] >= -tolerance && interval95[1] <= tolerance;
  return within ? 'tied' : 'not-enough-runs';
}

/** Fewest values of each sample for a verdict by a t test. */
export const fewestRuns = 5;
/** Fewest pairs for a verdict by an exact test: with five its p can not be below 0.0625. */
export const fewestExactPairs = 6;

/** Whether a comparison has enough values for a verdict. */
export function hasEnough({ nA, nB, basis, test }: SampleComparison): boolean {
  const fewest = basis === 'permutation' && test === 'paired-t' ? fewestExactPairs : fewestRuns;
  return Math.min(nA, nB) >= fewest;
}
