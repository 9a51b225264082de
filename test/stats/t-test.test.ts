import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meanInterval, normalQuantile, pairedT, pooledT, type TTest, welchT } from '../../src/stats/index.js';
import { createRandom } from '../../src/util/random.js';
import { near } from './near.js';

const a = [0.3, 0.45, 0.1, 0.55, 0.4];
const b = [0.8, 0.75, 0.9, 0.7, 0.95];
const c = [0.2, 0.9, 0.4, 0.35, 0.6, 0.85, 0.1];

/** Rates as runs give them: hundredths, so that shifting and scaling them loses nothing that matters. */
const rates = (minLength: number) =>
  fc.array(
    fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    { minLength, maxLength: 12 },
  );
const pairs = fc.integer({ min: 2, max: 12 }).chain((n) => {
  const list = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: n, maxLength: n });
  return fc.tuple(list, list).map(([x, y]) => [x.map((v) => v / 100), y.map((v) => v / 100)] as const);
});
const twoSamples = fc.tuple(rates(0), rates(0));
const tests = { welchT, pooledT } as const;

describe('golden values', () => {
  test('Welch', () => {
    near(pick(welchT(a, b)), [-5.142956348249516, 6.590294761230531, 0.0016046228860377744]);
    near(welchT(a, b).interval95, [-0.674193265706747, -0.2458067342932532]);
    near(welchT(a, b).effect, -3.2526911934581184);
    near(pick(welchT(a, c)), [-0.9001095564163907, 9.599236355109097, 0.39008435202622604]);
    near(welchT(a, c).interval95, [-0.4386785960754161, 0.18725002464684454]);
  });

  test('pooled', () => {
    near(pick(pooledT(a, b)), [-5.142956348249516, 8, 0.0008819214733274243]);
    near(pick(pooledT(a, c)), [-0.8170031448773529, 10, 0.4329596669553993]);
    near(pooledT(a, c).interval95, [-0.46856349750251286, 0.2171349260739413]);
  });

  test('paired', () => {
    near(pick(pairedT(a, b)), [-4.139275690125797, 4, 0.014384984814031145]);
    near(pairedT(a, b).interval95, [-0.7685478822871472, -0.15145211771285266]);
    near(pairedT(a, b).effect, -1.8511403641467272);
    near(pairedT(a, b).difference, -0.46);
  });

  test('mean', () => {
    const { interval95, ...rest } = meanInterval(b);
    near(interval95, [0.6912615366035462, 0.948738463396454]);
    near(Object.values(rest), [5, 0.82, 0.1036822067666386]);
  });
});

describe('nothing to go by', () => {
  test('a mean of none, of one, of equals', () => {
    expect(meanInterval([])).toEqual({ n: 0, mean: null, sd: null, interval95: null });
    expect(meanInterval([0.5])).toEqual({ n: 1, mean: 0.5, sd: null, interval95: null });
    expect(meanInterval([1, 1, 1])).toEqual({ n: 3, mean: 1, sd: 0, interval95: null });
    expect(meanInterval([0.1, 0.1, 0.1]).interval95).toBeNull();
  });

  test.each([
    ['welchT', welchT],
    ['pooledT', pooledT],
    ['pairedT', pairedT],
  ])('%s of fewer than two says so', (_name, tTest) => {
    expect(tTest([0.25], [0.75])).toEqual({
      basis: 'too-few',
      nA: 1,
      nB: 1,
      difference: -0.5,
      ...{ t: null, df: null, p: null, interval95: null, effect: null },
      note: 'too few values for a test (1 and 1, at least 2 and 2 are needed)',
    });
    expect(tTest([], [])).toMatchObject({ basis: 'too-few', difference: null, p: null });
  });

  test('one side alone does not make two samples', () => {
    expect(welchT([1], b)).toMatchObject({ basis: 'too-few', nA: 1, nB: 5 });
    expect(welchT(b, [])).toMatchObject({ basis: 'too-few', difference: null });
    expect(pooledT([1], b)).toMatchObject({ basis: 'too-few', p: null });
  });

  test.each([
    ['welchT', welchT],
    ['pooledT', pooledT],
    ['pairedT', pairedT],
  ])('%s: all the same is no difference', (_name, tTest) => {
    const all = [1, 1, 1, 1, 1];
    expect(tTest(all, all)).toEqual({
      basis: 'equal',
      nA: 5,
      nB: 5,
      difference: 0,
      ...{ t: null, df: null, p: 1, interval95: null, effect: null },
      note: 'nothing varies and the means are equal',
    });
  });

  test('constants that differ: the exact permutation test decides', () => {
    expect(welchT([1, 1, 1, 1, 1], [0, 0, 0, 0, 0])).toMatchObject({
      basis: 'permutation',
      difference: 1,
      p: 2 / 252,
      t: null,
      note: 'each sample is constant: p is that of the exact permutation test',
    });
    expect(pooledT([1, 1], [0, 0, 0]).p).toBe(2 / 10);
    expect(pairedT([0.5, 0.7, 0.9], [0.3, 0.5, 0.7])).toMatchObject({ basis: 'permutation', p: 0.25 });
  });

  test('what only rounding tells apart is constant', () => {
    // 0.5 - 0.3 and 0.7 - 0.5 are not the same number.
    const { basis, note } = pairedT([0.5, 0.7], [0.3, 0.5]);
    expect([basis, note]).toEqual([
      'permutation',
      'all differences are equal: p is that of the exact permutation test',
    ]);
    expect(welchT([0.3, 0.1 + 0.2], [0.3, 0.3]).basis).toBe('equal');
    expect(pairedT([0.3, 0.1 + 0.2], [0.1 + 0.2, 0.3]).basis).toBe('equal');
  });

  test('one constant sample is no hindrance', () => {
    const { basis, p, df } = welchT([1, 1, 1, 1, 1], a);
    expect(basis).toBe('t');
    near(df, 4);
    expect(p).toBeLessThan(0.01);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e200])('%s is no measurement', (value) => {
    expect(() => welchT([0, value], [0, 1])).toThrow(/^a\[1\] is .*not a finite number/);
    expect(() => pooledT([0, 1], [value, 1])).toThrow(/^b\[0\] is/);
    expect(() => pairedT([0, 1], [value, 1])).toThrow(RangeError);
    expect(() => meanInterval([value])).toThrow(/^values\[0\] is/);
  });

  test('pairs need partners', () => {
    expect(() => pairedT([1, 2], [1])).toThrow('pairs need as many a (2) as b (1)');
  });
});

describe.each(Object.entries(tests))('%s', (_name, tTest) => {
  test('no NaN, p in [0, 1], the interval holds the difference and says what p says', () => {
    fc.assert(fc.property(twoSamples, ([x, y]) => sensible(tTest(x, y))));
  });

  test('turns round with its samples', () => {
    fc.assert(fc.property(twoSamples, ([x, y]) => mirrored(tTest(x, y), tTest(y, x))));
  });

  test('knows neither zero nor unit', () => {
    fc.assert(
      fc.property(
        twoSamples,
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom(0.5, 4, 100),
        ([x, y], shift, unit) => {
          const move = (values: readonly number[]) => values.map((value) => (value + shift) * unit);
          moved(tTest(x, y), tTest(move(x), move(y)), unit);
        },
      ),
    );
  });
});

describe('pairedT', () => {
  test('no NaN, turns round, knows neither zero nor unit', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: -3, max: 3 }), ([x, y], shift) => {
        const result = pairedT(x, y);
        sensible(result);
        mirrored(result, pairedT(y, x));
        const move = (values: readonly number[]) => values.map((value) => (value + shift) * 4);
        moved(result, pairedT(move(x), move(y)), 4);
      }),
    );
  });
});

test('samples that vary alike and are as many: Welch gives the pooled t', () => {
  const shifted = a.map((value) => 1 - value);
  near(pick(welchT(a, shifted)), pick(pooledT(a, shifted)));
});

test('of 2,000 samples without a difference, Welch finds one in 5 %', () => {
  const random = createRandom('welch-a-a');
  const draw = (n: number) =>
    Array.from({ length: n }, () => normalQuantile((random.next() + 1e-12) / (1 + 2e-12)));
  let found = 0;
  for (let i = 0; i < 2000; i++) if ((welchT(draw(5), draw(8)).p ?? 1) <= 0.05) found++;
  expect(found / 2000).toBeGreaterThan(0.03);
  expect(found / 2000).toBeLessThan(0.07);
});

/** The three numbers of a test that there is. */
function pick({ t, df, p }: TTest): readonly number[] {
  return [t ?? Number.NaN, df ?? Number.NaN, p ?? Number.NaN];
}

function sensible(result: TTest): void {
  for (const value of Object.values(result).flat()) expect(value).not.toBeNaN();
  const { p, interval95, difference, basis, note } = result;
  expect(note === null).toBe(basis === 't');
  expect(interval95 === null).toBe(basis !== 't');
  expect(p === null).toBe(basis === 'too-few');
  if (p === null || interval95 === null || difference === null) return;
  expect(p).toBeGreaterThanOrEqual(0);
  expect(p).toBeLessThanOrEqual(1);
  expect(interval95[0]).toBeLessThan(difference);
  expect(interval95[1]).toBeGreaterThan(difference);
  if (Math.abs(p - 0.05) > 1e-9) expect(interval95[0] > 0 || interval95[1] < 0).toBe(p < 0.05);
}

function mirrored(there: TTest, back: TTest): void {
  expect([back.basis, back.nA, back.nB, back.note === null]).toEqual([
    there.basis,
    there.nB,
    there.nA,
    there.note === null,
  ]);
  near(back.p ?? 0, there.p ?? 0);
  near(-(back.t ?? 0), there.t ?? 0);
  near(-(back.interval95?.[0] ?? 0), there.interval95?.[1] ?? 0);
}

function moved(there: TTest, elsewhere: TTest, unit: number): void {
  expect(elsewhere.basis).toBe(there.basis);
  expect(elsewhere.p ?? 0).toBeCloseTo(there.p ?? 0, 9);
  expect(elsewhere.effect ?? 0).toBeCloseTo(there.effect ?? 0, 6);
  expect((elsewhere.difference ?? 0) / unit).toBeCloseTo(there.difference ?? 0, 9);
  expect((elsewhere.interval95?.[0] ?? 0) / unit).toBeCloseTo(there.interval95?.[0] ?? 0, 9);
}
