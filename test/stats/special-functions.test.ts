import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { binomialAtLeast, binomialChance } from '../../src/stats/binomial.js';
import { bisect, bisectUpwards } from '../../src/stats/bisect.js';
import { incompleteBeta } from '../../src/stats/incomplete-beta.js';
import { logBeta, logGamma } from '../../src/stats/log-gamma.js';
import { noncentralTCdf } from '../../src/stats/noncentral-t.js';
import { normalCdf, normalQuantile } from '../../src/stats/normal.js';
import { smallestCount } from '../../src/stats/smallest-count.js';
import { tCdf, tQuantile } from '../../src/stats/student-t.js';
import { near } from './near.js';

describe('logGamma and logBeta', () => {
  test('are logarithms of factorials', () => {
    let factorial = 1;
    for (let n = 1; n <= 20; n++) {
      factorial *= n;
      expect(logGamma(n + 1)).toBeCloseTo(Math.log(factorial), 12);
    }
    near(logGamma(0.5), Math.log(Math.PI) / 2);
  });

  test('large arguments do not cancel: B(a, 1) is 1 / a', () => {
    for (const a of [0.3, 2, 9.5, 10, 4000, 1e9]) near(logBeta(a, 1), -Math.log(a));
    for (const a of [0.3, 2, 9.5, 10, 4000, 1e9]) near(logBeta(2, a), -Math.log(a) - Math.log(a + 1));
  });

  test('a beta function is the ratio of gamma functions, on both sides of every switch', () => {
    for (const [a, b] of [
      [3, 4],
      [9.9, 10.1],
      [10, 10],
      [2.5, 30],
      [40, 35],
    ] as const) {
      near(logBeta(a, b), logGamma(a) + logGamma(b) - logGamma(a + b));
      expect(logBeta(b, a)).toBe(logBeta(a, b));
    }
  });
});

describe('incompleteBeta', () => {
  test('equals the binomial sum', () => {
    for (const [k, n, rate] of [
      [3, 7, 0.2],
      [40, 50, 0.7],
      [1, 30, 0.01],
      [25, 25, 0.9],
    ] as const) {
      let sum = 0;
      for (let i = k; i <= n; i++) sum += binomialChance(i, n, rate);
      near(binomialAtLeast(k, n, rate), sum);
    }
    expect(binomialAtLeast(0, 5, 0.3)).toBe(1);
    expect(binomialAtLeast(6, 5, 0.3)).toBe(0);
    expect([binomialChance(0, 4, 0), binomialChance(1, 4, 0), binomialChance(4, 4, 1)]).toEqual([1, 0, 1]);
  });

  test('lies in [0, 1], rises with x and mirrors', () => {
    const shape = fc.double({ min: 0.05, max: 500, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(shape, shape, share, share, (a, b, x, y) => {
        const [low, high] = [Math.min(x, y), Math.max(x, y)];
        const value = incompleteBeta(a, b, low);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(incompleteBeta(a, b, high) + 1e-12);
        expect(incompleteBeta(a, b, high)).toBeLessThanOrEqual(1 + 1e-12);
        expect(incompleteBeta(b, a, 1 - low, low)).toBeCloseTo(1 - value, 9);
      }),
    );
  });
});

describe('normal', () => {
  test('golden values', () => {
    near(normalCdf(1), 0.8413447460685429);
    near(normalCdf(-1.96), 0.024997895148220435);
    near(normalCdf(-10), 7.619853024160527e-24);
    near(normalQuantile(0.975), 1.959963984540054);
    near(normalQuantile(1e-20), -9.26234008979841);
    expect(normalQuantile(0.5)).toBe(0);
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
    expect(() => normalQuantile(1.1)).toThrow(RangeError);
    expect(() => normalQuantile(Number.NaN)).toThrow(RangeError);
  });

  test('the quantile undoes the distribution', () => {
    fc.assert(
      fc.property(fc.double({ min: -8, max: 5, noNaN: true }), (z) => {
        expect(normalQuantile(normalCdf(z))).toBeCloseTo(z, 8);
        expect(normalCdf(-z)).toBeCloseTo(1 - normalCdf(z), 14);
      }),
    );
  });
});

describe("Student's t", () => {
  test('golden values', () => {
    near(tCdf(-3.2, 4.7), 0.013091934878401396);
    near(tQuantile(0.975, 4.7), 2.62072607535317);
    near(tQuantile(0.975, 1e7), 1.959964221767205);
    expect(tCdf(0, 3)).toBe(0.5);
    expect([tCdf(-Infinity, 3), tCdf(Infinity, 3)]).toEqual([0, 1]);
    expect([tQuantile(0, 3), tQuantile(0.5, 3), tQuantile(1, 3)]).toEqual([-Infinity, 0, Infinity]);
  });

  test('one and two degrees of freedom have formulas', () => {
    for (const t of [-50, -2, -0.3, 1e-6, 0.7, 4, 300]) {
      near(tCdf(t, 1), 0.5 + Math.atan(t) / Math.PI, t < -40 ? 1e-7 : 1e-9);
      near(tCdf(t, 2), 0.5 + t / (2 * Math.sqrt(2 + t * t)), t < -40 ? 1e-7 : 1e-9);
    }
  });

  test('the quantile undoes the distribution, near the middle too', () => {
    const degrees = fc.double({ min: 0.5, max: 2000, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), degrees, (p, df) => {
        near(tCdf(tQuantile(p, df), df), p);
        near(tQuantile(1 - p, df), -tQuantile(p, df), 1e-6);
      }),
      { numRuns: 60 },
    );
    near(tQuantile(0.5 + 1e-9, 7), 1e-9 / 0.3849914508322673, 1e-6);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('%s degrees of freedom are refused', (df) => {
    expect(() => tCdf(1, df)).toThrow(RangeError);
    expect(() => tQuantile(0.9, df)).toThrow(RangeError);
  });

  test('what is no probability or no number is refused', () => {
    expect(() => tQuantile(-0.1, 3)).toThrow(RangeError);
    expect(() => tQuantile(Number.NaN, 3)).toThrow(RangeError);
    expect(() => tCdf(Number.NaN, 3)).toThrow(RangeError);
  });
});

describe('noncentralTCdf', () => {
  test('is the t distribution where nothing is shifted', () => {
    for (const t of [-3, -0.5, 0, 1, 6]) near(noncentralTCdf(t, 5, 0), tCdf(t, 5));
  });

  test('golden values', () => {
    near(noncentralTCdf(2.1, 8, 2), 0.5108637027315981);
    near(noncentralTCdf(-1, 8, 0.5), 0.07672309311130024);
    near(noncentralTCdf(9, 38, 10), 0.22929388708157283);
    near(noncentralTCdf(2.5, 3, -2), 0.9996103883884122);
    near(noncentralTCdf(0, 12, 1), normalCdf(-1));
  });

  test('large shifts neither overflow nor get lost', () => {
    expect(noncentralTCdf(100, 50, 500)).toBeLessThan(1e-12);
    expect(noncentralTCdf(1000, 50, 500)).toBeGreaterThan(1 - 1e-7);
    near(noncentralTCdf(60, 2000, 60), 0.4974866107386099);
  });
});

describe('searches', () => {
  test('bisect ends where no number lies between', () => {
    expect(bisect((x) => x * x < 2, 0, 2)).toBeCloseTo(Math.SQRT2, 15);
    expect(bisect(() => true, 0, 3)).toBe(3);
    near(
      bisectUpwards((x) => x < 12345.678),
      12345.678,
      1e-15,
    );
  });

  test('smallestCount', () => {
    for (const limit of [1, 2, 3, 7, 8, 9, 99, 100]) {
      expect(smallestCount((count) => count >= limit, 100)).toBe(limit);
    }
    expect(smallestCount(() => false, 100)).toBeNull();
    expect(smallestCount((count) => count > 100, 100)).toBeNull();
  });
});
