/** Beyond this size squares overflow. Nothing that is measured is so large. */
const largestValue = 1e100;

/**
 * Refuses what is no measurement. Throws a RangeError naming the place of the first value that is not a finite
 * number (or is above 1e100); `name` says which list it is.
 */
export function checkValues(name: string, values: readonly number[]): void {
  const bad = values.findIndex((value) => !(Math.abs(value) <= largestValue));
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
