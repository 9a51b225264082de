/**
 * Refuses what is no measurement. Throws a RangeError naming the place of the first value that is not a finite
 * number; `name` says which list it is.
 */
export function checkValues(name: string, values: readonly number[]): void {
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`${name}[${bad}] is ${values[bad]}, not a finite number`);
}

/**
 * The differences a[i] - b[i]. Throws a RangeError when the lists differ in length or hold something that is not a
 * finite number.
 */
export function pairedDifferences(a: readonly number[], b: readonly number[]): number[] {
  checkValues('a', a);
  checkValues('b', b);
  if (a.length !== b.length) throw new RangeError(`pairs need as many a (${a.length}) as b (${b.length})`);
  return a.map((value, index) => value - (b[index] ?? 0));
}

/**
 * True when the values differ by no more than rounding can explain. `scale` is the size of the numbers that they were
 * computed from (0.5 - 0.3 and 0.7 - 0.5 are the same difference). Lists of one or no value have no spread.
 */
export function withoutSpread(values: readonly number[], scale: number = largest(values)): boolean {
  const spread =
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) -
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  return values.length < 2 || spread <= 8 * Number.EPSILON * scale;
}

/** Largest absolute value; 0 of nothing. */
export function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
