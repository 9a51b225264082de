import { logBeta } from './log-gamma.js';

/** The fraction has converged long before for every a and b below a thousand million. */
const mostTerms = 100_000;

/**
 * The regularised incomplete beta function `I_x(a, b)`, in [0, 1], for a, b > 0 and 0 <= x <= 1: the chance that a
 * beta variable with these shapes is at most `x`. `complement` is 1 - x, for callers who know it more exactly.
 * (Continued fraction DLMF 8.17.22, evaluated as Lentz 1976 does.)
 */
export function incompleteBeta(a: number, b: number, x: number, complement: number = 1 - x): number {
  if (x <= 0) return 0;
  if (complement <= 0) return 1;
  // The fraction converges fast on this side only; the other side is its mirror image.
  return x < (a + 1) / (a + b + 2) ? lowerTail(a, b, x, complement) : 1 - lowerTail(b, a, complement, x);
}

function lowerTail(a: number, b: number, x: number, complement: number): number {
  // The logarithm of a number near 1 is exact only from its distance to 1.
  const logX = x < 0.5 ? Math.log(x) : Math.log1p(-complement);
  const logComplement = complement < 0.5 ? Math.log(complement) : Math.log1p(-x);
  return (Math.exp(a * logX + b * logComplement - logBeta(a, b)) * betaFraction(a, b, x)) / a;
}

/** The continued fraction by Lentz's method, which keeps numerator and denominator away from 0. */
function betaFraction(a: number, b: number, x: number): number {
  let numerator = 1;
  let denominator = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = denominator;
  for (let m = 1; m <= mostTerms; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      denominator = 1 / awayFromZero(1 + term * denominator);
      numerator = awayFromZero(1 + term / numerator);
      change = numerator * denominator;
      value *= change;
    }
    if (Math.abs(change - 1) <= Number.EPSILON) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
