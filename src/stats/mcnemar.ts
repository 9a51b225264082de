/**
 * McNemar's exact test: the two-sided p that of `b + c` discordant pairs so uneven a share, or a more uneven one,
 * falls on one side when both sides are equally likely: twice the smaller binomial tail, at most 1. Without
 * discordant pairs p is 1. Throws a RangeError unless `b` and `c` are whole numbers of 0 or more.
 */
export function mcnemarExact(b: number, c: number): number {
  if (!Number.isInteger(b) || !Number.isInteger(c) || b < 0 || c < 0) {
    throw new RangeError(`mcnemarExact(${b}, ${c}): not two counts`);
  }
  const n = b + c;
  const k = Math.min(b, c);
  // The tail as multiples of its largest term, from there downwards.
  let multiples = 0;
  let multiple = 1;
  for (let i = k; i >= 0; i--) {
    multiples += multiple;
    multiple *= i / (n - i + 1);
  }
  return Math.min(1, 2 * multiples * fairBinomial(n, k));
}

/** Probability of `k` heads in `n` throws of a fair coin. Halves on the way, so that it can not overflow. */
function fairBinomial(n: number, k: number): number {
  let value = 1;
  let halvings = n;
  for (let i = 1; i <= k; i++) {
    value *= (n - i + 1) / i;
    while (value > 1 && halvings > 0) {
      value /= 2;
      halvings--;
    }
  }
  return value * 2 ** -halvings;
}
