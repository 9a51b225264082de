import { expect } from 'vitest';

/** Expects two numbers, or numbers in the same places of two lists, to be equal but for a relative error. */
export function near(actual: unknown, expected: number | readonly number[], tolerance = 1e-9): void {
  const wanted = typeof expected === 'number' ? [expected] : expected;
  const given = typeof expected === 'number' ? [actual] : actual;
  expect(given).toHaveLength(wanted.length);
  for (const [index, value] of wanted.entries()) {
    const got = (given as readonly number[])[index] ?? Number.NaN;
    if (!(Math.abs(got - value) <= tolerance * Math.abs(value))) expect(got).toBe(value);
  }
}
