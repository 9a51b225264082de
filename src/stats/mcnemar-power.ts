import { binomialAtLeast, binomialChance } from './binomial.js';
import { bisect } from './bisect.js';
import { checkChance, checkCount, checkPower } from './check-chance.js';
import { mcnemarExact } from './mcnemar.js';
import { smallestCount } from './smallest-count.js';

/** More pairs than this are not tried: the work grows with their square. */
const mostPairs = 10_000;

/**
 * Chance that McNemar's exact two-sided test of `n` pairs gives p <= alpha, when a pair is won by A alone with chance
 * `onlyA` and by B alone with chance `onlyB`: the sum over all outcomes (Duffy 1984). With onlyA = onlyB it is the rate
 * of false findings, at most alpha. Takes some 10 ms for a thousand pairs. Throws a RangeError on what is no count, no
 * two chances that sum to at most 1, or no alpha.
 */
export function mcnemarPower(onlyA: number, onlyB: number, n: number, alpha: number = 0.05): number {
  const discordant = discordance(onlyA, onlyB);
  checkCount('n', n);
  checkChance('alpha', alpha);
  if (discordant === 0) return 0;
  const share = onlyA / discordant;
  let power = 0;
  // The largest minority that is still significant; one more discordant pair allows for at most one more.
  let minority = -1;
  for (let pairs = 0; pairs <= n; pairs++) {
    if (significant(minority + 1, pairs, alpha)) minority++;
    if (minority < 0) continue;
    const majority = pairs - minority;
    const found = binomialAtLeast(majority, pairs, share) + binomialAtLeast(majority, pairs, 1 - share);
    power += binomialChance(pairs, n, discordant) * found;
  }
  return Math.min(1, power);
}

/**
 * The smallest true difference `onlyA - onlyB` that McNemar's exact test of `n` pairs finds with chance `power`, when B
 * alone wins a pair with chance `onlyB`; null when even the largest, 1 - 2 onlyB, is not found so often. Throws a
 * RangeError as `mcnemarPower`, or on a power that is not a chance above alpha.
 */
export function mcnemarDetectableDifference(
  n: number,
  onlyB: number,
  power: number = 0.8,
  alpha: number = 0.05,
): number | null {
  checkPower(power, alpha);
  const isBelow = (onlyA: number) => mcnemarPower(onlyA, onlyB, n, alpha) < power;
  if (onlyB >= 0.5 || isBelow(1 - onlyB)) return null;
  return bisect(isBelow, onlyB, 1 - onlyB) - onlyB;
}

/**
 * Pairs needed for McNemar's exact test to find, with chance `power`, that A alone wins a pair with chance `onlyA` and B
 * alone with `onlyB`; null when 10,000 are not enough. With one pair fewer the power is not reached. Throws a
 * RangeError as `mcnemarDetectableDifference`.
 */
export function mcnemarSampleSize(
  onlyA: number,
  onlyB: number,
  power: number = 0.8,
  alpha: number = 0.05,
): number | null {
  checkPower(power, alpha);
  return smallestCount((n) => mcnemarPower(onlyA, onlyB, n, alpha) >= power, mostPairs);
}

/** True when so small a minority of the discordant pairs is significant; halves never are. */
function significant(minority: number, pairs: number, alpha: number): boolean {
  return 2 * minority < pairs && mcnemarExact(minority, pairs - minority) <= alpha;
}

function discordance(onlyA: number, onlyB: number): number {
  const sum = onlyA + onlyB;
  if (!(onlyA >= 0 && onlyB >= 0 && sum <= 1 + 1e-12)) {
    throw new RangeError(`${onlyA} and ${onlyB}: not two chances that sum to at most 1`);
  }
  return Math.min(1, sum);
}
