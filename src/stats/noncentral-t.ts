import { incompleteBeta } from './incomplete-beta.js';
import { logGamma } from './log-gamma.js';
import { normalCdf } from './normal.js';

/**
 * Distribution function of the noncentral t: (Z + `shift`) / sqrt(chi squared / `df`), for finite arguments and df > 0.
 * It is a Poisson mixture of beta distributions (Lenth 1989, AS 243), summed over the terms that count, around the
 * largest (Benton and Krishnamoorthy 2003). Absolute error below 1e-12.
 */
export function noncentralTCdf(t: number, df: number, shift: number): number {
  if (t < 0) return 1 - noncentralTCdf(-t, df, -shift);
  const below = normalCdf(-shift);
  if (t === 0) return below;
  const x = (t * t) / (df + t * t);
  const complement = df / (df + t * t);
  const rate = (shift * shift) / 2;
  const reach = 10 * Math.sqrt(rate) + 50;
  let sum = 0;
  for (let j = Math.max(0, Math.floor(rate - reach)); j <= rate + reach; j++) {
    sum += poisson(j, rate) * incompleteBeta(j + 0.5, df / 2, x, complement);
    sum += Math.sign(shift) * poisson(j + 0.5, rate) * incompleteBeta(j + 1, df / 2, x, complement);
  }
  return Math.min(1, Math.max(0, below + sum / 2));
}

/** The Poisson chance of `count`, continued to counts and a half. */
function poisson(count: number, rate: number): number {
  if (rate === 0) return count === 0 ? 1 : 0;
  return Math.exp(count * Math.log(rate) - rate - logGamma(count + 1));
}
