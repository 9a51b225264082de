import { binomialAtLeast } from './binomial.js';
import { bisect } from './bisect.js';
import { checkChance } from './check-chance.js';

/**
 * The exact interval for a success rate, `[low, high]` within [0, 1]: the rates that a two-sided binomial test with the
 * smaller tail doubled does not reject (Clopper and Pearson 1934). It covers at least as often as it says, and so is
 * wider than Wilson's. `n = 0` gives [0, 1]. Throws a RangeError unless `successes` and `n` are whole numbers with
 * 0 <= successes <= n and the confidence lies between 0 and 1.
 */
export function clopperPearson(successes: number, n: number, confidence: number = 0.95): [number, number] {
  if (!Number.isInteger(successes) || !Number.isInteger(n) || successes < 0 || successes > n) {
    throw new RangeError(
      `clopperPearson(${successes}, ${n}): not a count of successes and a number of trials`,
    );
  }
  checkChance('confidence', confidence);
  const alpha = (1 - confidence) / 2;
  return [lowerBound(successes, n, alpha), 1 - lowerBound(n - successes, n, alpha)];
}

/** The rate at which `successes` or more have the chance `alpha`. */
function lowerBound(successes: number, n: number, alpha: number): number {
  if (successes === 0) return 0;
  return bisect((rate) => binomialAtLeast(successes, n, rate) < alpha, 0, 1);
}
