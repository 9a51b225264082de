import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newcombePaired } from '../../src/stats/index.js';
import { createRandom } from '../../src/util/random.js';

const count = fc.integer({ min: 0, max: 60 });
const counts = fc.record({ both: count, onlyA: count, onlyB: count, neither: count });

describe('newcombePaired', () => {
  test('golden value (Fagerland, Lydersen and Laake 2017, chapter 8)', () => {
    const interval = newcombePaired({ both: 59, onlyA: 6, onlyB: 16, neither: 80 });
    expect(interval.map((bound) => bound.toFixed(4))).toEqual(['-0.1186', '-0.0046']);
  });

  test('no pairs, all alike, all different', () => {
    expect(newcombePaired({ both: 0, onlyA: 0, onlyB: 0, neither: 0 })).toEqual([-1, 1]);
    const [low, high] = newcombePaired({ both: 20, onlyA: 0, onlyB: 0, neither: 0 });
    expect([low < 0, high > 0, high < 0.25]).toEqual([true, true, true]);
    expect(newcombePaired({ both: 0, onlyA: 8, onlyB: 0, neither: 0 })[1]).toBe(1);
    expect(() => newcombePaired({ both: 0.5, onlyA: 0, onlyB: 0, neither: 1 })).toThrow(
      'both is 0.5, not a count',
    );
  });

  test('holds the difference and turns round with its sides', () => {
    fc.assert(
      fc.property(counts, (pairs) => {
        const { both, onlyA, onlyB, neither } = pairs;
        const n = both + onlyA + onlyB + neither;
        const [low, high] = newcombePaired(pairs);
        const difference = n === 0 ? 0 : (onlyA - onlyB) / n;
        expect(low).toBeLessThanOrEqual(difference);
        expect(high).toBeGreaterThanOrEqual(difference);
        expect([low >= -1, high <= 1]).toEqual([true, true]);
        const [backLow, backHigh] = newcombePaired({ both, onlyA: onlyB, onlyB: onlyA, neither });
        expect(-backHigh).toBeCloseTo(low, 12);
        expect(-backLow).toBeCloseTo(high, 12);
      }),
    );
  });

  test.each([
    [0.25, 0.1],
    [0.1, 0.1],
    [0.05, 0.02],
  ])('of 2,000 samples of 40 pairs with true shares %s and %s, 95 % hold the truth', (onlyA, onlyB) => {
    const random = createRandom('newcombe', onlyA, onlyB);
    let held = 0;
    for (let i = 0; i < 2000; i++) {
      const draws = Array.from({ length: 40 }, () => random.next());
      const a = draws.filter((draw) => draw < onlyA).length;
      const b = draws.filter((draw) => draw >= 1 - onlyB).length;
      const both = draws.filter((draw) => draw >= onlyA && draw < onlyA + 0.5).length;
      const [low, high] = newcombePaired({ both, onlyA: a, onlyB: b, neither: 40 - a - b - both });
      if (low <= onlyA - onlyB && high >= onlyA - onlyB) held++;
    }
    expect(held / 2000).toBeGreaterThan(0.93);
    expect(held / 2000).toBeLessThan(0.99);
  });
});
