import { incompleteBeta } from './incomplete-beta.js';
import { logBeta } from './log-gamma.js';

/** Chance of exactly `k` successes in `n` trials that succeed with chance `rate`; 0 <= k <= n. */
export function binomialChance(k: number, n: number, rate: number): number {
  if (rate === 0) return k === 0 ? 1 : 0;
  if (rate === 1) return k === n ? 1 : 0;
  const logWays = -Math.log(n + 1) - logBeta(k + 1, n - k + 1);
  return Math.exp(logWays + k * Math.log(rate) + (n - k) * Math.log1p(-rate));
}

/** Chance of at least `k` successes in `n` trials that succeed with chance `rate` (DLMF 8.17.5). */
export function binomialAtLeast(k: number, n: number, rate: number): number {
  if (k <= 0) return 1;
  return k > n ? 0 : incompleteBeta(k, n - k + 1, rate);
}
