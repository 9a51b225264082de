/** Confidence levels we give intervals at. */
export type Confidence = 0.9 | 0.95 | 0.99;

/** Quantiles of the standard normal distribution at `1 - (1 - confidence) / 2`. */
const normalQuantiles: Readonly<Record<Confidence, number>> = {
  0.9: 1.6448536269514722,
  0.95: 1.959963984540054,
  0.99: 2.5758293035489004,
};

/**
 * Wilson's score interval for a success rate, `[low, high]` within [0, 1] (Wilson 1927; no continuity correction).
 * Without observations nothing is known: `n = 0` gives [0, 1]. Throws a RangeError unless `successes` and `n` are
 * whole numbers with 0 <= successes <= n.
 */
export function wilson(successes: number, n: number, confidence: Confidence = 0.95): [number, number] {
  if (!Number.isInteger(successes) || !Number.isInteger(n) || successes < 0 || successes > n) {
    throw new RangeError(`wilson(${successes}, ${n}): not a count of successes and a number of trials`);
  }
  if (n === 0) return [0, 1];
  const z = normalQuantiles[confidence];
  const rate = successes / n;
  const scale = 1 + (z * z) / n;
  const centre = (rate + (z * z) / (2 * n)) / scale;
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  // At the ends the exact bounds are 0 and 1; rounding would miss them by a little.
  return [successes === 0 ? 0 : centre - half, successes === n ? 1 : centre + half];
}
