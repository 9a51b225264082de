import { bisectUpwards } from './bisect.js';
import { incompleteBeta } from './incomplete-beta.js';

/** Chance that |T| is at least |t|, T having Student's t distribution: the two-sided p of a t test. */
export function tTwoSided(t: number, df: number): number {
  const squared = t * t;
  if (squared === Number.POSITIVE_INFINITY) return 0;
  return incompleteBeta(df / 2, 0.5, df / (df + squared), squared / (df + squared));
}

/** Chance that |T| is less than |t|: 1 minus `tTwoSided`, exact where that is near 1. */
function tCentral(t: number, df: number): number {
  const squared = t * t;
  return incompleteBeta(0.5, df / 2, squared / (df + squared), df / (df + squared));
}

/**
 * Distribution function of Student's t (Student 1908), `df` > 0 and not necessarily whole. Throws a RangeError on
 * other degrees of freedom or when `t` is not a number.
 */
export function tCdf(t: number, df: number): number {
  checkDegrees(df);
  if (Number.isNaN(t)) throw new RangeError('tCdf(NaN): not a number');
  const tail = tTwoSided(t, df) / 2;
  return t < 0 ? tail : 1 - tail;
}

/**
 * The t below which a share `p` of Student's t distribution lies, to the last digits of a number; infinite for p = 0
 * and p = 1. Throws a RangeError unless 0 <= p <= 1 and df > 0.
 */
export function tQuantile(p: number, df: number): number {
  checkDegrees(df);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`tQuantile(${p}): not a probability`);
  return p < 0.5 ? -upperQuantile(p, df) : upperQuantile(1 - p, df);
}

/** The t above which a share `tail` <= 0.5 lies. Near the middle the central share is the more exact one. */
function upperQuantile(tail: number, df: number): number {
  if (tail === 0) return Number.POSITIVE_INFINITY;
  if (tail === 0.5) return 0;
  if (tail > 0.25) return bisectUpwards((t) => tCentral(t, df) < 1 - 2 * tail);
  return bisectUpwards((t) => tTwoSided(t, df) > 2 * tail);
}

function checkDegrees(df: number): void {
  if (!(df > 0 && df < Number.POSITIVE_INFINITY)) throw new RangeError(`${df}: not degrees of freedom`);
}
