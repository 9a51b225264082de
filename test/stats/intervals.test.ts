import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clopperPearson,
  clusterBootstrap,
  clusterMean,
  holm,
  meanInterval,
  wilson,
} from '../../src/stats/index.js';
import { near } from './near.js';

const counts = fc
  .integer({ min: 1, max: 300 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
const clustersOfRates = fc.array(fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 5 }), {
  maxLength: 6,
});

describe('clopperPearson', () => {
  test('golden values', () => {
    near(clopperPearson(18, 20), [0.6830172859809209, 0.9876514728297041]);
    near(clopperPearson(130, 134), [0.9253346255546814, 0.9918079832288191]);
    near(clopperPearson(13, 52, 0.99), [0.11473952456194494, 0.4324394158015269]);
    near(clopperPearson(0, 12), [0, 0.26464846939705117]);
    expect(clopperPearson(12, 12)[1]).toBe(1);
    expect(clopperPearson(0, 0)).toEqual([0, 1]);
  });

  test('all won: the low end is where winning all has the chance 2.5 %', () => {
    for (const n of [1, 5, 40, 3000]) near(clopperPearson(n, n)[0], 0.025 ** (1 / n));
  });

  test('encloses the rate, mirrors, and widens with confidence', () => {
    fc.assert(
      fc.property(counts, ([successes, n]) => {
        const [low, high] = clopperPearson(successes, n);
        expect(low).toBeLessThanOrEqual(successes / n);
        expect(high).toBeGreaterThanOrEqual(successes / n);
        expect([low >= 0, high <= 1]).toEqual([true, true]);
        const [mirrorLow, mirrorHigh] = clopperPearson(n - successes, n);
        expect([1 - mirrorHigh, 1 - mirrorLow].map((bound) => bound.toFixed(12))).toEqual(
          [low, high].map((bound) => bound.toFixed(12)),
        );
        const [wideLow, wideHigh] = clopperPearson(successes, n, 0.99);
        expect(wideHigh - wideLow).toBeGreaterThan(high - low);
      }),
      { numRuns: 50 },
    );
  });

  test('is wider than Wilson where both are near the middle', () => {
    const [low, high] = clopperPearson(20, 40);
    const [scoreLow, scoreHigh] = wilson(20, 40);
    expect(low).toBeLessThan(scoreLow);
    expect(high).toBeGreaterThan(scoreHigh);
  });

  test.each([
    [3, 2, 0.95],
    [-1, 2, 0.95],
    [0.5, 2, 0.95],
    [1, 2, 1],
    [1, 2, Number.NaN],
  ])('%s of %s at %s is refused', (successes, n, confidence) => {
    expect(() => clopperPearson(successes, n, confidence)).toThrow(RangeError);
  });
});

describe('clusterMean', () => {
  test('golden values, by hand', () => {
    // Mean 0.5; residual sums of the clusters 1, -1 and 0: sqrt(3 / 2 * 2) / 6.
    const result = clusterMean([
      [1, 1],
      [0, 0],
      [1, 0],
    ]);
    expect(result).toMatchObject({ n: 6, clusters: 3, mean: 0.5 });
    near(result.standardError, Math.sqrt(3) / 6);
    near(result.interval95, [
      0.5 - 4.302652729696142 * (Math.sqrt(3) / 6),
      0.5 + 4.302652729696142 * (Math.sqrt(3) / 6),
    ]);
  });

  test('clusters of one are independent values', () => {
    const values = [0.3, 0.45, 0.1, 0.55, 0.4];
    near(clusterMean(values.map((value) => [value])).interval95, meanInterval(values).interval95 ?? []);
  });

  test('clusters of one size: the interval of their means', () => {
    const clusters = [
      [1, 0, 1],
      [1, 1, 1],
      [0, 0, 1],
      [0, 1, 0],
    ];
    const means = clusters.map((cluster) => cluster.reduce((sum, value) => sum + value, 0) / 3);
    near(clusterMean(clusters).interval95, meanInterval(means).interval95 ?? []);
  });

  test('copies within a cluster tell nothing new', () => {
    const once = clusterMean([[0], [1], [1], [0], [1]]);
    const copied = clusterMean([
      [0, 0],
      [1, 1],
      [1, 1],
      [0, 0],
      [1, 1],
    ]);
    near(copied.standardError, once.standardError ?? 0);
  });

  test('nothing to go by', () => {
    expect(clusterMean([])).toEqual({ n: 0, clusters: 0, mean: null, standardError: null, interval95: null });
    expect(clusterMean([[], []])).toMatchObject({ n: 0, clusters: 0, mean: null });
    expect(clusterMean([[0.2, 0.4], []])).toMatchObject({
      clusters: 1,
      standardError: null,
      interval95: null,
    });
    expect(clusterMean([[1, 1], [1]])).toMatchObject({ mean: 1, standardError: 0, interval95: null });
    // All clusters have the same mean, so there is no error between them to see.
    expect(
      clusterMean([
        [0.1, 0.5],
        [0.5, 0.1],
      ]),
    ).toMatchObject({ standardError: 0, interval95: null });
    expect(() => clusterMean([[1], [Number.NaN]])).toThrow('cluster 1[0] is NaN');
  });

  test('the interval holds the mean; order does not matter', () => {
    fc.assert(
      fc.property(clustersOfRates, (clusters) => {
        const result = clusterMean(clusters);
        for (const value of Object.values(result).flat()) expect(value).not.toBeNaN();
        if (result.interval95 !== null) {
          expect(result.interval95[0]).toBeLessThan(result.mean ?? 0);
          expect(result.interval95[1]).toBeGreaterThan(result.mean ?? 0);
        }
        const back = clusterMean([...clusters].reverse().map((cluster) => [...cluster].reverse()));
        expect(back.standardError ?? 0).toBeCloseTo(result.standardError ?? 0, 12);
      }),
    );
  });
});

describe('clusterBootstrap', () => {
  const clusters = Array.from({ length: 30 }, (_, cluster) =>
    Array.from({ length: 4 }, (_value, index) => ((cluster * 7 + index * (cluster % 3)) % 10) / 10),
  );

  test('the same seed gives the same interval, another seed another', () => {
    expect(clusterBootstrap(clusters, { seed: 1 })).toEqual(clusterBootstrap(clusters, { seed: 1 }));
    expect(clusterBootstrap(clusters, { seed: 1 })).not.toEqual(clusterBootstrap(clusters, { seed: 2 }));
    expect(clusterBootstrap(clusters)).toEqual(clusterBootstrap(clusters, { seed: 0, resamples: 10_000 }));
  });

  test('with many clusters it comes near the t interval', () => {
    const interval = clusterBootstrap(clusters) ?? [0, 0];
    const reference = clusterMean(clusters).interval95 ?? [0, 0];
    const width = reference[1] - reference[0];
    expect(Math.abs(interval[0] - reference[0]) / width).toBeLessThan(0.06);
    expect(Math.abs(interval[1] - reference[1]) / width).toBeLessThan(0.06);
  });

  test('draws clusters, not values', () => {
    const alike = Array.from({ length: 12 }, (_, index) => new Array<number>(50).fill(index % 2));
    const [low, high] = clusterBootstrap(alike) ?? [0, 0];
    expect(high - low).toBeGreaterThan(0.4);
  });

  test('fewer than two clusters with values give none', () => {
    expect(clusterBootstrap([])).toBeNull();
    expect(clusterBootstrap([[1, 0, 1], []])).toBeNull();
    expect(clusterBootstrap([[1], [1]])).toEqual([1, 1]);
    expect(() => clusterBootstrap([[1], [Number.POSITIVE_INFINITY]])).toThrow('cluster 1[0] is Infinity');
  });
});

describe('holm', () => {
  const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

  test('golden values', () => {
    near(holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
    expect(holm([])).toEqual([]);
    expect(holm([0.2])).toEqual([0.2]);
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
  });

  test('raises, keeps the order, stays below Bonferroni, and does not depend on places', () => {
    fc.assert(
      fc.property(family, (p) => {
        const adjusted = holm(p);
        for (const [i, raw] of p.entries()) {
          const own = adjusted[i] ?? -1;
          expect(own).toBeGreaterThanOrEqual(raw);
          expect(own).toBeLessThanOrEqual(Math.min(1, raw * p.length));
          for (const [j, other] of p.entries())
            if (raw <= other) expect(own).toBeLessThanOrEqual(adjusted[j] ?? -1);
        }
        expect(holm([...p].reverse())).toEqual([...adjusted].reverse());
      }),
    );
  });

  test('one more p value never lowers another', () => {
    fc.assert(
      fc.property(family, fc.double({ min: 0, max: 1, noNaN: true }), (p, extra) => {
        const larger = holm([...p, extra]);
        for (const [i, value] of holm(p).entries()) expect(larger[i]).toBeGreaterThanOrEqual(value);
      }),
    );
  });

  test.each([-0.1, 1.1, Number.NaN])('%s is no p value', (value) => {
    expect(() => holm([0.5, value])).toThrow(RangeError);
  });
});
