import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mcnemarExact, pairedComparison, wilson } from '../../src/stats/index.js';

const near = (actual: number, expected: number) =>
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(expected), 1e-3));

describe('wilson', () => {
  test('golden values', () => {
    const [low, high] = wilson(18, 20);
    expect(low).toBeCloseTo(0.698966, 6);
    expect(high).toBeCloseTo(0.972134, 6);
    expect(wilson(21, 23).map((bound) => bound.toFixed(3))).toEqual(['0.732', '0.976']);
  });

  test('without trials nothing is known', () => {
    expect(wilson(0, 0)).toEqual([0, 1]);
  });

  test('the bounds enclose the rate, mirror each other and widen with confidence', () => {
    const counts = fc
      .integer({ min: 1, max: 500 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(counts, ([successes, n]) => {
        const [low, high] = wilson(successes, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(successes / n);
        expect(high).toBeGreaterThanOrEqual(successes / n);
        expect(high).toBeLessThanOrEqual(1);
        const [mirrorLow, mirrorHigh] = wilson(n - successes, n);
        expect(mirrorLow).toBeCloseTo(1 - high, 12);
        expect(mirrorHigh).toBeCloseTo(1 - low, 12);
        const [wideLow, wideHigh] = wilson(successes, n, 0.99);
        const [narrowLow, narrowHigh] = wilson(successes, n, 0.9);
        expect(wideHigh - wideLow).toBeGreaterThan(high - low);
        expect(narrowHigh - narrowLow).toBeLessThan(high - low);
      }),
    );
  });

  test('the bounds are where the score test is just at its limit', () => {
    for (const [confidence, z] of [
      [0.9, 1.6448536269514722],
      [0.95, 1.959963984540054],
      [0.99, 2.5758293035489004],
    ] as const) {
      for (const bound of wilson(13, 52, confidence)) {
        expect(Math.abs(13 / 52 - bound) / Math.sqrt((bound * (1 - bound)) / 52)).toBeCloseTo(z, 10);
      }
    }
  });

  test.each([
    [3, 2],
    [-1, 2],
    [0.5, 2],
    [Number.NaN, 2],
    [1, Number.POSITIVE_INFINITY],
  ])('%s of %s is refused', (successes, n) => {
    expect(() => wilson(successes, n)).toThrow(RangeError);
  });
});

describe('mcnemarExact', () => {
  test('golden values', () => {
    near(mcnemarExact(1, 9), 0.021484375);
    near(mcnemarExact(3, 17), 0.0025768280029296875);
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(0, 5)).toBe(0.0625);
    expect(mcnemarExact(4, 4)).toBe(1);
  });

  test('equals the sum over all outcomes at least as uneven, exactly', () => {
    const exact = (b: number, c: number): number => {
      const n = b + c;
      let choose = 1n;
      let tail = 0n;
      for (let k = 0; k <= Math.min(b, c); k++) {
        tail += choose;
        choose = (choose * BigInt(n - k)) / BigInt(k + 1);
      }
      const scale = 1n << 80n;
      return Math.min(1, Number((2n * tail * scale) >> BigInt(n)) / Number(scale));
    };
    const counts = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(counts, counts, (b, c) => {
        expect(mcnemarExact(b, c)).toBeCloseTo(exact(b, c), 12);
        expect(mcnemarExact(b, c)).toBe(mcnemarExact(c, b));
      }),
    );
  });

  test('large counts neither overflow nor vanish', () => {
    expect(mcnemarExact(5000, 5000)).toBe(1);
    near(mcnemarExact(4900, 5100), 0.04658552770494739);
    expect(mcnemarExact(0, 3000)).toBe(0);
    expect(mcnemarExact(0, 1000)).toBeGreaterThan(0);
  });

  test.each([
    [-1, 2],
    [0.5, 2],
    [1, Number.NaN],
  ])('%s and %s are refused', (b, c) => {
    expect(() => mcnemarExact(b, c)).toThrow(RangeError);
  });
});

describe('pairedComparison', () => {
  test('counts, difference and p', () => {
    const pairs = [
      ...Array.from({ length: 9 }, () => [true, false] as const),
      [false, true] as const,
      ...Array.from({ length: 6 }, () => [true, true] as const),
      ...Array.from({ length: 4 }, () => [false, false] as const),
    ];
    const { p, ...counts } = pairedComparison(pairs);
    expect(counts).toEqual({ n: 20, bothWon: 6, onlyA: 9, onlyB: 1, bothLost: 4, difference: 0.4 });
    near(p, 0.021484375);
  });

  test('no pairs give no difference and p 1', () => {
    expect(pairedComparison([])).toEqual({
      n: 0,
      bothWon: 0,
      onlyA: 0,
      onlyB: 0,
      bothLost: 0,
      difference: 0,
      p: 1,
    });
  });

  test('turning the sides round turns the difference round', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean())), (pairs) => {
        const there = pairedComparison(pairs);
        const back = pairedComparison(pairs.map(([a, b]) => [b, a] as const));
        expect(back.p).toBe(there.p);
        expect(back.difference + there.difference).toBe(0);
        expect(there.bothWon + there.onlyA + there.onlyB + there.bothLost).toBe(there.n);
      }),
    );
  });
});
