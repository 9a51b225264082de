/** Below this, arguments are moved up before Stirling's series is used: from here on it is good to the last digit. */
const stirlingFrom = 10;

/**
 * What Stirling's formula leaves of `log Γ(x)`, for x >= 10 (Abramowitz and Stegun 6.1.41). Kept apart because
 * `logBeta` needs the small rest without the large parts, which would cancel.
 */
function stirlingRest(x: number): number {
  const y = 1 / (x * x);
  return (
    (1 / 12 + y * (-1 / 360 + y * (1 / 1260 + y * (-1 / 1680 + y * (1 / 1188 - (y * 691) / 360360))))) / x
  );
}

/** Natural logarithm of the gamma function, for x > 0 (Stirling's series; small x by the recurrence). */
export function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  while (shifted < stirlingFrom) {
    product *= shifted;
    shifted++;
  }
  const stirling = (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI);
  return stirling + stirlingRest(shifted) - Math.log(product);
}

/**
 * Natural logarithm of the beta function, for a, b > 0. Large arguments do not cancel: their Stirling parts are
 * combined by hand (Didonato and Morris 1992, section 5).
 */
export function logBeta(a: number, b: number): number {
  const small = Math.min(a, b);
  const large = Math.max(a, b);
  if (large < stirlingFrom) return logGamma(a) + logGamma(b) - logGamma(a + b);
  const rest = stirlingRest(large) - stirlingRest(a + b);
  const share = small / (a + b);
  if (small < stirlingFrom) {
    return logGamma(small) + rest + small - small * Math.log(a + b) + (large - 0.5) * Math.log1p(-share);
  }
  return (
    0.5 * (Math.log(2 * Math.PI) - Math.log(large)) +
    (stirlingRest(small) + rest) +
    (small - 0.5) * Math.log(share) +
    large * Math.log1p(-share)
  );
}
