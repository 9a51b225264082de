import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { permutationTest, signFlipTest, wilcoxonSignedRank } from '../../src/stats/index.js';
import { near } from './near.js';

const a = [0.3, 0.45, 0.1, 0.55, 0.4];
const b = [0.8, 0.75, 0.9, 0.7, 0.95];
const c = [0.2, 0.9, 0.4, 0.35, 0.6, 0.85, 0.1];

const values = (maxLength: number) => fc.array(fc.integer({ min: -20, max: 20 }), { maxLength });
const pairs = (maxLength: number) =>
  fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { maxLength });
const sides = (list: readonly (readonly [number, number])[]) =>
  [list.map(([x]) => x), list.map(([, y]) => y)] as const;
const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);

/** Twice the smaller share of outcomes on one side of the one observed. */
function central(outcomes: readonly number[], observed: number): number {
  const low = outcomes.filter((value) => value <= observed).length;
  const high = outcomes.filter((value) => value >= observed).length;
  return Math.min(1, (2 * Math.min(low, high)) / outcomes.length);
}

describe('permutationTest', () => {
  test('golden values', () => {
    expect(permutationTest(a, b)).toEqual({ p: 2 / 252, exact: true, arrangements: 252 });
    near(permutationTest(a, c).p, 0.45707070707070707);
    near(permutationTest(c, a).p, 0.45707070707070707);
  });

  test('equals the count over all subsets', () => {
    fc.assert(
      fc.property(values(5), values(5), (x, y) => {
        const all = [...x, ...y];
        const outcomes: number[] = [];
        for (let mask = 0; mask < 2 ** all.length; mask++) {
          const chosen = all.filter((_, index) => (mask >> index) % 2 === 1);
          if (chosen.length === x.length) outcomes.push(sum(chosen));
        }
        const result = permutationTest(x, y);
        expect(result.arrangements).toBe(outcomes.length);
        expect(result.p).toBe(central(outcomes, sum(x)));
      }),
    );
  });

  test('equal sums are equal whatever rounding does, and neither zero nor unit matters', () => {
    const x = [1, 4, 2, 8];
    const y = [3, 1, 7, 4, 2];
    const { p } = permutationTest(x, y);
    for (const [shift, unit] of [
      [0, 0.1],
      [0.3, 1 / 3],
      [1000, 0.07],
    ] as const) {
      const move = (list: readonly number[]) => list.map((value) => (value + shift) * unit);
      expect(permutationTest(move(x), move(y)).p).toBe(p);
      expect(permutationTest(move(y), move(x)).p).toBe(p);
    }
  });

  test('nothing to exchange gives p 1', () => {
    expect(permutationTest([], [])).toEqual({ p: 1, exact: true, arrangements: 1 });
    expect(permutationTest([1], []).p).toBe(1);
    expect(permutationTest([1], [2])).toEqual({ p: 1, exact: true, arrangements: 2 });
    expect(permutationTest([1, 1, 1], [1, 1]).p).toBe(1);
  });

  test('one against very many is still exact', () => {
    const many = Array.from({ length: 999 }, (_, index) => index);
    expect(permutationTest([1000], many)).toEqual({ p: 2 / 1000, exact: true, arrangements: 1000 });
  });
});

describe('signFlipTest', () => {
  test('golden values: five pairs can not give less than 1/16', () => {
    expect(signFlipTest(a, b)).toEqual({ p: 0.0625, exact: true, arrangements: 32 });
    expect(signFlipTest([9, 12, 7, 15, 11, 8, 14, 10], [7, 13, 4, 9, 10, 8.5, 9, 6]).p).toBe(0.046875);
  });

  test('equals the count over all signs', () => {
    fc.assert(
      fc.property(pairs(8), (list) => {
        const [x, y] = sides(list);
        const differences = x.map((value, index) => value - (y[index] ?? 0));
        const outcomes = Array.from({ length: 2 ** differences.length }, (_, mask) =>
          sum(differences.map((value, index) => ((mask >> index) % 2 === 1 ? -value : value))),
        );
        expect(signFlipTest(x, y).p).toBe(central(outcomes, sum(differences)));
        expect(signFlipTest(y, x).p).toBe(signFlipTest(x, y).p);
      }),
    );
  });

  test('pairs that do not differ change nothing', () => {
    const same = Array.from({ length: 500 }, (_, index) => index);
    expect(signFlipTest([...a, ...same], [...b, ...same])).toEqual(signFlipTest(a, b));
    expect(signFlipTest(same, same)).toEqual({ p: 1, exact: true, arrangements: 1 });
    expect(signFlipTest([], []).p).toBe(1);
  });
});

describe('too many arrangements to look at all', () => {
  const x = Array.from({ length: 30 }, (_, index) => (index * 7) % 11);
  const y = x.map((value, index) => value + ((index * 5) % 9) - 3.4);

  test.each([
    ['permutationTest', permutationTest],
    ['signFlipTest', signFlipTest],
  ])('%s samples, the same for the same seed', (_name, exchange) => {
    const result = exchange(x, y, { seed: 7 });
    expect(result).toMatchObject({ exact: false, arrangements: 20_000 });
    expect(exchange(x, y, { seed: 7 })).toEqual(result);
    expect(exchange(x, y, { seed: 8 }).p).not.toBe(result.p);
    expect(exchange(x, y).p).toBe(exchange(x, y, { seed: 0 }).p);
    expect(exchange(x, y, { seed: 7, resamples: 99 }).arrangements).toBe(100);
  });

  test('p is never 0', () => {
    const far = x.map((value) => value + 1000);
    expect(permutationTest(x, far, { resamples: 999 }).p).toBe(2 / 1000);
    expect(signFlipTest(x, far, { resamples: 999 }).p).toBe(2 / 1000);
  });

  test('sampling comes near to the exact answer', () => {
    const few = { x: [...x.slice(0, 11), 0.5], y: [...y.slice(0, 11), 0.75] };
    expect(permutationTest(few.x, few.y).exact).toBe(false);
    // 11 against 11 is exact; a 12th pair that lies in the middle changes little.
    const exact = permutationTest(few.x.slice(0, 11), few.y.slice(0, 11));
    expect(exact).toMatchObject({ exact: true, arrangements: 705_432 });
    expect(Math.abs(permutationTest(few.x, few.y).p - exact.p)).toBeLessThan(0.05);
  });

  test('what is no measurement is refused', () => {
    expect(() => permutationTest([Number.NaN], [1])).toThrow(/^a\[0\] is NaN/);
    expect(() => signFlipTest([1], [Number.NaN])).toThrow(/^b\[0\] is NaN/);
    expect(() => signFlipTest([1], [])).toThrow(RangeError);
  });
});

describe('wilcoxonSignedRank', () => {
  test('golden values', () => {
    expect(wilcoxonSignedRank(a, b)).toEqual({ n: 5, w: 0, p: 0.0625, exact: true });
    expect(wilcoxonSignedRank([3, 1, 4, 1, 5, 9, 2, 6], [1, 2, 2, 3, 2, 4, 0, 6])).toEqual({
      ...{ n: 7, w: 4.5, p: 0.15625, exact: true },
    });
  });

  test('equals the count over all signs, ties and zeros as they come', () => {
    fc.assert(
      fc.property(pairs(9), (list) => {
        const [x, y] = sides(list);
        const differences = x.map((value, index) => value - (y[index] ?? 0)).filter((value) => value !== 0);
        const ranks = differences.map((value) => {
          const smaller = differences.filter((other) => Math.abs(other) < Math.abs(value)).length;
          const equal = differences.filter((other) => Math.abs(other) === Math.abs(value)).length;
          return smaller + (equal + 1) / 2;
        });
        const rankSum = (signs: readonly boolean[]) => sum(ranks.filter((_, index) => signs[index] === true));
        const outcomes = Array.from({ length: 2 ** ranks.length }, (_, mask) =>
          rankSum(ranks.map((_rank, index) => (mask >> index) % 2 === 1)),
        );
        const positive = rankSum(differences.map((value) => value > 0));
        const result = wilcoxonSignedRank(x, y);
        expect(result.n).toBe(ranks.length);
        expect(result.w).toBe(Math.min(positive, sum(ranks) - positive));
        near(result.p, central(outcomes, positive));
        expect(wilcoxonSignedRank(y, x)).toEqual(result);
      }),
    );
  });

  test('no pair that differs gives p 1', () => {
    expect(wilcoxonSignedRank([], [])).toEqual({ n: 0, w: 0, p: 1, exact: true });
    expect(wilcoxonSignedRank([2, 3], [2, 3])).toEqual({ n: 0, w: 0, p: 1, exact: true });
  });

  test('beyond 200 pairs the normal distribution, which is close by then', () => {
    const test = (n: number, every: number) => {
      const signed = Array.from({ length: n }, (_, index) => (index + 1) * (index % every === 0 ? 1 : -1));
      return wilcoxonSignedRank(signed, new Array<number>(n).fill(0));
    };
    const many = test(250, 3);
    expect([many.exact, many.w]).toEqual([false, 10_542]);
    near(many.p, 6.93072004103301e-6);
    const [exact, next] = [test(200, 2), test(201, 2)];
    expect([exact.exact, next.exact]).toEqual([true, false]);
    expect(Math.abs(exact.p - next.p)).toBeLessThan(0.01);
  });
});
