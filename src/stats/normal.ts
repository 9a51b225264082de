import { bisectUpwards } from './bisect.js';

/** From here on the tail is computed for itself, before it to the middle. */
const tailFrom = 2;
/** Enough steps of the fraction for every digit at `tailFrom`, and more than enough beyond. */
const tailSteps = 200;

/** Density of the standard normal distribution. */
function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** Chance of a value between 0 and z, for z >= 0 (series of Marsaglia 2004). */
function central(z: number): number {
  if (z >= tailFrom) return 0.5 - tail(z);
  let term = z;
  let sum = 0;
  for (let k = 1; sum + term !== sum; k += 2) {
    sum += term;
    term *= (z * z) / (k + 2);
  }
  return density(z) * sum;
}

/** Chance of a value above z, for z >= 0 (continued fraction of Laplace, Abramowitz and Stegun 26.2.14). */
function tail(z: number): number {
  if (z < tailFrom) return 0.5 - central(z);
  let fraction = z;
  for (let k = tailSteps; k >= 1; k--) fraction = z + k / fraction;
  return density(z) / fraction;
}

/** Distribution function of the standard normal distribution, exact in both tails. */
export function normalCdf(z: number): number {
  return z < 0 ? tail(-z) : 0.5 + central(z);
}

/**
 * The value below which a share `p` of the standard normal distribution lies, to the last digits of a number; infinite
 * for p = 0 and p = 1. Throws a RangeError unless 0 <= p <= 1.
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`normalQuantile(${p}): not a probability`);
  return p < 0.5 ? -upperQuantile(p) : upperQuantile(1 - p);
}

function upperQuantile(share: number): number {
  if (share === 0) return Number.POSITIVE_INFINITY;
  if (share === 0.5) return 0;
  return share > 0.25
    ? bisectUpwards((z) => central(z) < 0.5 - share)
    : bisectUpwards((z) => tail(z) > share);
}
