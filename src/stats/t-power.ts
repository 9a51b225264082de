import { bisectUpwards } from './bisect.js';
import { checkChance, checkCount, checkPower } from './check-chance.js';
import { noncentralTCdf } from './noncentral-t.js';
import { smallestCount } from './smallest-count.js';
import { tQuantile } from './student-t.js';

/**
 * Chance that Welch's two-sided test finds a true difference of `effect` standard deviations between samples of `nA` and
 * `nB` values that vary alike (noncentral t with Satterthwaite's degrees of freedom at equal variances: 2 n - 2 for n
 * and n values; Cohen 1988). 0 with fewer than two values in a sample: there is no test. Throws a RangeError on what
 * is no count, no finite effect or no alpha.
 */
export function welchPower(effect: number, nA: number, nB: number, alpha: number = 0.05): number {
  checkCount('nA', nA);
  checkCount('nB', nB);
  if (nA < 2 || nB < 2) return noPower(effect, alpha);
  const shares = 1 / nA + 1 / nB;
  const df = shares ** 2 / (1 / (nA ** 2 * (nA - 1)) + 1 / (nB ** 2 * (nB - 1)));
  return tPower(effect / Math.sqrt(shares), df, alpha);
}

/**
 * Chance that the two-sided paired t test of `n` pairs finds a true mean difference of `effect` standard deviations of
 * the differences (noncentral t; Cohen 1988). 0 with fewer than two pairs. Throws a RangeError as `welchPower`.
 */
export function pairedPower(effect: number, n: number, alpha: number = 0.05): number {
  checkCount('n', n);
  if (n < 2) return noPower(effect, alpha);
  return tPower(effect * Math.sqrt(n), n - 1, alpha);
}

/**
 * The smallest true difference, in standard deviations, that Welch's test finds with chance `power`; null with fewer
 * than two values in a sample. Throws a RangeError on what is no count, power or alpha, or on a power not above alpha.
 */
export function welchDetectableEffect(
  nA: number,
  nB: number,
  power: number = 0.8,
  alpha: number = 0.05,
): number | null {
  checkCount('nA', nA);
  checkCount('nB', nB);
  checkPower(power, alpha);
  if (nA < 2 || nB < 2) return null;
  return bisectUpwards((effect) => welchPower(effect, nA, nB, alpha) < power);
}

/**
 * The smallest true mean difference, in standard deviations of the differences, that the paired t test finds with chance
 * `power`; null with fewer than two pairs. Throws a RangeError as `welchDetectableEffect`.
 */
export function pairedDetectableEffect(n: number, power: number = 0.8, alpha: number = 0.05): number | null {
  checkCount('n', n);
  checkPower(power, alpha);
  if (n < 2) return null;
  return bisectUpwards((effect) => pairedPower(effect, n, alpha) < power);
}

/**
 * Values needed in each sample for Welch's test to find `effect` with chance `power`; null when not even a million are
 * enough, as for an effect of 0. Throws a RangeError as `welchDetectableEffect`.
 */
export function welchSampleSize(effect: number, power: number = 0.8, alpha: number = 0.05): number | null {
  checkPower(power, alpha);
  return smallestCount((n) => welchPower(effect, n, n, alpha) >= power, mostValues);
}

/** Pairs needed for the paired t test to find `effect` with chance `power`; null and errors as `welchSampleSize`. */
export function pairedSampleSize(effect: number, power: number = 0.8, alpha: number = 0.05): number | null {
  checkPower(power, alpha);
  return smallestCount((n) => pairedPower(effect, n, alpha) >= power, mostValues);
}

const mostValues = 1_000_000;

function tPower(shift: number, df: number, alpha: number): number {
  checkChance('alpha', alpha);
  if (!Number.isFinite(shift)) throw new RangeError(`an effect of ${shift} is not a finite number`);
  const critical = tQuantile(1 - alpha / 2, df);
  const distance = Math.abs(shift);
  return 1 - noncentralTCdf(critical, df, distance) + noncentralTCdf(-critical, df, distance);
}

/** Without a test nothing is found, but bad arguments are still refused. */
function noPower(effect: number, alpha: number): number {
  checkChance('alpha', alpha);
  if (!Number.isFinite(effect)) throw new RangeError(`an effect of ${effect} is not a finite number`);
  return 0;
}
