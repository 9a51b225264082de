/** Below this spread squares underflow. */
const smallestSpread = 1e-100;

/**
 * True when the values differ by no more than rounding can explain. `scale` is the size of the numbers that they were
 * computed from (0.5 - 0.3 and 0.7 - 0.5 are the same difference). Lists of one or no value have no spread.
 */
export function withoutSpread(values: readonly number[], scale: number = largest(values)): boolean {
  const spread =
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) -
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  return values.length < 2 || spread <= Math.max(8 * Number.EPSILON * scale, smallestSpread);
}

/** Largest absolute value; 0 of nothing. */
export function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
