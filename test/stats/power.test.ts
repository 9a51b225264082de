import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mcnemarDetectableDifference,
  mcnemarExact,
  mcnemarPower,
  mcnemarSampleSize,
  pairedDetectableEffect,
  pairedPower,
  pairedSampleSize,
  welchDetectableEffect,
  welchPower,
  welchSampleSize,
} from '../../src/stats/index.js';
import { createRandom } from '../../src/util/random.js';
import { near } from './near.js';

const effect = fc.double({ min: -3, max: 3, noNaN: true });
const size = fc.integer({ min: 2, max: 60 });

describe('t tests', () => {
  test('golden values', () => {
    near(welchPower(0.5, 64, 64), 0.8014595579222542);
    near(welchPower(1.2, 5, 8), 0.4643515992675307);
    near(welchPower(2, 5, 5, 0.01), 0.4769347346303176);
    near(pairedPower(0.5, 34), 0.8077775012792738);
    near(pairedPower(1, 8), 0.6808339582062666);
    near(pairedPower(0.3, 20, 0.1), 0.36441818688969707);
  });

  test.each([
    [3, '3.07', '3.26'],
    [5, '2.02', '1.68'],
    [8, '1.51', '1.16'],
    [10, '1.32', '1.00'],
    [20, '0.91', '0.66'],
  ])('with %s values an effect of %s, with as many pairs one of %s is detectable', (n, welch, paired) => {
    expect(welchDetectableEffect(n, n)?.toFixed(2)).toBe(welch);
    expect(pairedDetectableEffect(n)?.toFixed(2)).toBe(paired);
  });

  test('the usual sizes', () => {
    expect(welchSampleSize(0.5)).toBe(64);
    expect(pairedSampleSize(0.5)).toBe(34);
    expect(pairedSampleSize(0.5, 0.9, 0.01)).toBe(63);
    expect(welchSampleSize(20)).toBe(2);
    expect([welchSampleSize(0), pairedSampleSize(0)]).toEqual([null, null]);
  });

  test('no difference is found as often as alpha says; signs do not matter', () => {
    fc.assert(
      fc.property(size, size, effect, (nA, nB, d) => {
        near(welchPower(0, nA, nB, 0.03), 0.03);
        near(pairedPower(0, nA), 0.05);
        near(welchPower(-d, nB, nA), welchPower(d, nA, nB));
        near(pairedPower(-d, nA), pairedPower(d, nA));
      }),
    );
  });

  test('power rises with the effect and with every value more', () => {
    const slack = 1e-12;
    fc.assert(
      fc.property(size, size, effect, (nA, nB, d) => {
        expect(welchPower(d, nA + 1, nA + 1)).toBeGreaterThanOrEqual(welchPower(d, nA, nA) - slack);
        expect(pairedPower(d, nA + 1)).toBeGreaterThanOrEqual(pairedPower(d, nA) - slack);
        expect(welchPower(d * 1.2, nA, nB)).toBeGreaterThanOrEqual(welchPower(d, nA, nB) - slack);
        for (const power of [welchPower(d, nA, nB), pairedPower(d, nB)]) {
          expect(power).toBeGreaterThanOrEqual(0.05 - slack);
          expect(power).toBeLessThanOrEqual(1 + slack);
        }
      }),
    );
  });

  test('the detectable effect has the power asked for, and one pair fewer than needed has not', () => {
    near(welchPower(welchDetectableEffect(6, 9, 0.9, 0.01) ?? 0, 6, 9, 0.01), 0.9);
    near(pairedPower(pairedDetectableEffect(7, 0.7) ?? 0, 7), 0.7);
    for (const d of [0.3, 0.8, 1.7]) {
      const n = pairedSampleSize(d) ?? 0;
      expect(pairedPower(d, n)).toBeGreaterThanOrEqual(0.8);
      expect(pairedPower(d, n - 1)).toBeLessThan(0.8);
    }
  });

  test('fewer than two values: no test, no power', () => {
    expect([welchPower(5, 1, 9), welchPower(5, 9, 0), pairedPower(5, 1)]).toEqual([0, 0, 0]);
    expect([welchDetectableEffect(1, 9), pairedDetectableEffect(0)]).toEqual([null, null]);
  });

  test('bad questions are refused', () => {
    expect(() => welchPower(1, 2.5, 3)).toThrow('nA is 2.5, not a count');
    expect(() => pairedPower(1, -1)).toThrow('n is -1, not a count');
    expect(() => pairedPower(Number.NaN, 1)).toThrow(RangeError);
    expect(() => welchPower(Number.POSITIVE_INFINITY, 5, 5)).toThrow(RangeError);
    expect(() => pairedPower(1, 5, 0)).toThrow('alpha is 0, not between 0 and 1');
    expect(() => pairedDetectableEffect(5, 0.04)).toThrow('power is 0.04, not above alpha (0.05)');
    expect(() => welchSampleSize(1, 1)).toThrow('power is 1, not between 0 and 1');
  });
});

describe('McNemar', () => {
  test('golden values', () => {
    near(mcnemarPower(0.3, 0.1, 40), 0.4397231834120196);
    near(mcnemarPower(0.2, 0.05, 30), 0.23540910031859097);
    near(mcnemarPower(0.15, 0.15, 50), 0.02750538580843978);
    near(mcnemarPower(0.5, 0.5, 20), 0.04138946533203108);
    near(mcnemarPower(0.4, 0, 20), 0.8744010272769629);
    near(mcnemarPower(0.3, 0.1, 40, 0.01), 0.19860968736746534);
  });

  test('never finds more than alpha where there is nothing; sides do not matter', () => {
    const rate = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(rate, rate, fc.integer({ min: 0, max: 80 }), (x, y, n) => {
        expect(mcnemarPower(x, x, n)).toBeLessThanOrEqual(0.05);
        near(mcnemarPower(y, x, n), mcnemarPower(x, y, n), 1e-8);
      }),
    );
  });

  test('too few pairs find nothing; pairs that never differ neither', () => {
    expect(mcnemarPower(1, 0, 5)).toBe(0);
    expect(mcnemarPower(1, 0, 6)).toBe(1);
    expect(mcnemarPower(0, 0, 1000)).toBe(0);
    expect(mcnemarPower(0.5, 0.1, 0)).toBe(0);
  });

  test('the detectable difference has the power asked for', () => {
    const difference = mcnemarDetectableDifference(134, 0.05) ?? 0;
    near(mcnemarPower(0.05 + difference, 0.05, 134), 0.8);
    expect(mcnemarPower(0.05 + difference - 0.01, 0.05, 134)).toBeLessThan(0.8);
    expect(mcnemarDetectableDifference(5, 0.05)).toBeNull();
    expect(mcnemarDetectableDifference(100, 0.5)).toBeNull();
    expect(mcnemarDetectableDifference(100, 1)).toBeNull();
  });

  test('pairs needed', () => {
    const n = mcnemarSampleSize(0.2, 0.05) ?? 0;
    expect(mcnemarPower(0.2, 0.05, n)).toBeGreaterThanOrEqual(0.8);
    expect(mcnemarPower(0.2, 0.05, n - 1)).toBeLessThan(0.8);
    expect(mcnemarSampleSize(1, 0)).toBe(6);
    expect(mcnemarSampleSize(0.1, 0.1)).toBeNull();
  });

  test('foretells how often simulated comparisons find something', () => {
    const share = (onlyA: number, onlyB: number) => {
      const random = createRandom('mcnemar-a-a', onlyA, onlyB);
      let found = 0;
      for (let i = 0; i < 2000; i++) {
        const draws = Array.from({ length: 60 }, () => random.next());
        const wonByA = draws.filter((draw) => draw < onlyA).length;
        const wonByB = draws.filter((draw) => draw >= 1 - onlyB).length;
        if (mcnemarExact(wonByA, wonByB) <= 0.05) found++;
      }
      return found / 2000;
    };
    expect(share(0.2, 0.2)).toBeLessThan(0.05);
    expect(Math.abs(share(0.2, 0.2) - mcnemarPower(0.2, 0.2, 60))).toBeLessThan(0.015);
    expect(Math.abs(share(0.3, 0.1) - mcnemarPower(0.3, 0.1, 60))).toBeLessThan(0.04);
  });

  test.each([
    [-0.1, 0.2],
    [0.7, 0.4],
    [Number.NaN, 0.1],
  ])('%s and %s are refused', (onlyA, onlyB) => {
    expect(() => mcnemarPower(onlyA, onlyB, 10)).toThrow(RangeError);
  });
});
