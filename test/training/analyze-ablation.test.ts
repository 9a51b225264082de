import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { successHeadline } from '../../src/evaluation/index.js';
import { holm } from '../../src/stats/index.js';
import {
  type AblationAnalysis,
  type AnalysisPlan,
  analyzeAblation,
  type CellResult,
  type IterationMark,
} from '../../src/training/index.js';
import { cellOf, marksOf, missingCell } from './cell-of.js';

const plan: AnalysisPlan = {
  unit: 'run',
  primary: 'paired-t',
  baseline: 'first',
  family: ['arms', 'iterations'],
  tolerance: 0.05,
};

type Arms = Readonly<Record<string, readonly CellResult[]>>;

function analyze(
  arms: Arms,
  change: Partial<AnalysisPlan> = {},
  marks: readonly IterationMark[] = ['last'],
): AblationAnalysis {
  const all = Object.entries(arms).map(([name, cells]) => ({ name, cells }));
  const seeds = [...new Set(all.flatMap(({ cells }) => cells.map(({ seed }) => seed)))];
  return analyzeAblation({
    arms: all,
    seeds,
    headline: successHeadline,
    marks,
    plan: { ...plan, ...change },
  });
}

/** One run for each number: so many of twenty games won. */
const runs = (...won: readonly number[]) => won.map((count, seed) => cellOf(seed, marksOf(count)));
/** The example of scipy's: means 0.36 and 0.82. */
const low = runs(6, 9, 2, 11, 8);
const high = runs(16, 15, 18, 14, 19);

describe('an arm by run', () => {
  it('has mean, standard deviation and t interval over runs', () => {
    const [arm] = analyze({ low }).arms;
    const [point] = arm?.points ?? [];
    expect(point).toMatchObject({ at: 'last', n: 5, bounds: null });
    expect(point?.runs.map(({ value }) => value)).toEqual([0.3, 0.45, 0.1, 0.55, 0.4]);
    expect(point?.mean).toBeCloseTo(0.36, 12);
    // By hand: squares of -.06, .09, -.26, .19, .04 sum to .117; .117 / 4 = .02925; t(.975, 4) = 2.776445.
    expect(point?.sd).toBeCloseTo(Math.sqrt(0.02925), 12);
    const half = (2.7764451051977987 * Math.sqrt(0.02925)) / Math.sqrt(5);
    expect(point?.interval95?.[0]).toBeCloseTo(0.36 - half, 9);
    expect(point?.interval95?.[1]).toBeCloseTo(0.36 + half, 9);
  });

  it('takes all games of a seed together, over its task types', () => {
    const cells = [cellOf(0, '++++', 'heat'), cellOf(0, '--', 'cool'), cellOf(1, '----', 'heat')];
    const [point] = analyze({ a: [...cells, cellOf(1, '--', 'cool')] }).arms[0]?.points ?? [];
    expect(point?.runs.map(({ value, n }) => [value, n])).toEqual([
      [4 / 6, 6],
      [0, 6],
    ]);
  });

  it('is measured at each mark; what is no longer learned stays as it is', () => {
    const learned = [cellOf(0, ['--', '+-', '++']), cellOf(1, ['--', '--', '+-'])];
    const { arms } = analyze({ learned, fixed: [cellOf(0, '+-'), cellOf(1, '--')] }, {}, [0, 1, 2]);
    expect(arms.map(({ points }) => points.map(({ mean }) => mean))).toEqual([
      [0, 0.25, 0.75],
      [0.25, 0.25, 0.25],
    ]);
  });
});

describe('a comparison', () => {
  it('is a paired t test by seed, with the sign-flip test beside it', () => {
    const [compared] = analyze({ low, high }).comparisons;
    expect(compared).toMatchObject({
      arm: 'high',
      baseline: 'low',
      test: 'paired-t',
      nA: 5,
      nB: 5,
      exact: { test: 'sign-flip', p: 0.0625, exact: true },
      exploratory: false,
      verdict: 'better',
    });
    expect(compared?.difference).toBeCloseTo(0.46, 12);
    // scipy.stats.ttest_rel gives t = -4.139276, p = 0.014384985 for low against high.
    expect(compared?.p).toBeCloseTo(0.014384985, 8);
    expect(compared?.effect).toBeCloseTo(4.139276 / Math.sqrt(5), 6);
    expect(compared?.adjustedP).toBe(compared?.p);
    // Detectable with 5 pairs: 1.68 standard deviations of the differences.
    expect(compared?.detectable.effect).toBeCloseTo(1.68, 2);
    const sd = 0.46 / (compared?.effect ?? 1);
    expect(compared?.detectable.difference).toBeCloseTo((compared?.detectable.effect ?? 0) * sd, 9);
    expect(analyze({ high, low }).comparisons[0]).toMatchObject({ arm: 'low', verdict: 'worse' });
  });

  it("is Welch's test where that was declared, with the permutation test beside it", () => {
    const [compared] = analyze({ low, high }, { primary: 'welch' }).comparisons;
    expect(compared?.p).toBeCloseTo(1.604622886e-3, 11);
    expect(compared?.exact).toMatchObject({ test: 'permutation' });
    expect(compared?.exact.p).toBeCloseTo(2 / 252, 12);
    expect(compared?.detectable.effect).toBeCloseTo(2.02, 2);
    expect(compared?.verdict).toBe('better');
  });

  it('is with the arm that was declared', () => {
    const analysis = analyze({ low, high, other: runs(1, 2, 3, 4, 5) }, { baseline: 'high' });
    expect(analysis.baseline).toBe('high');
    expect(analysis.comparisons.map(({ arm }) => arm)).toEqual(['low', 'other']);
    expect(analyze({ low }).comparisons).toEqual([]);
  });

  it('is tied where the whole interval lies within the tolerance, and only there', () => {
    const close = runs(6, 9, 3, 11, 8);
    // Differences of one twentieth in one of five runs: 0.01 with an interval of [-0.018, 0.038].
    expect(analyze({ low, close }).comparisons[0]).toMatchObject({ verdict: 'tied' });
    expect(analyze({ low, close }, { tolerance: 0.03 }).comparisons[0]?.verdict).toBe('not-enough-runs');
  });
});

describe("Holm's adjustment", () => {
  const stages = (...won: readonly number[]) =>
    won.map((count, seed) => cellOf(seed, [marksOf(3), marksOf(count), marksOf((count * 7) % 20)]));
  const arms = { a: stages(1, 2, 3, 4, 5, 6), b: stages(3, 9, 4, 8, 8, 11), c: stages(9, 8, 12, 11, 14, 13) };
  const adjust = (family: AnalysisPlan['family']) => {
    const { comparisons } = analyze(arms, { family }, [0, 1, 2]);
    expect(comparisons.map(({ arm, at }) => `${arm}${at}`)).toEqual(['b0', 'b1', 'b2', 'c0', 'c1', 'c2']);
    const [b0, b1, b2, c0, c1, c2] = comparisons;
    expect([b0, c0].map((one) => [one?.exploratory, one?.adjustedP])).toEqual([
      [true, null],
      [true, null],
    ]);
    const raw = [b1, b2, c1, c2].map((one) => one?.p ?? -1);
    return { raw, adjusted: [b1, b2, c1, c2].map((one) => one?.adjustedP) };
  };

  it('is made over the declared family, without what was measured before', () => {
    const both = adjust(['arms', 'iterations']);
    expect(both.adjusted).toEqual(holm(both.raw));
    const { raw, adjusted } = adjust(['iterations']);
    expect(adjusted).toEqual([...holm(raw.slice(0, 2)), ...holm(raw.slice(2))]);
    const [b1 = 0, b2 = 0, c1 = 0, c2 = 0] = raw;
    const [p1, p3] = holm([b1, c1]);
    const [p2, p4] = holm([b2, c2]);
    expect(adjust(['arms']).adjusted).toEqual([p1, p2, p3, p4]);
    expect(adjust([]).adjusted).toEqual(raw);
  });

  it('decides the verdict', () => {
    const many = Object.fromEntries(
      Array.from({ length: 5 }, (_, i) => [`same${i}`, runs(6, 9, 3, 11, 8)] as const),
    );
    const { comparisons } = analyze({ low, high, ...many });
    expect(comparisons[0]?.p).toBeLessThan(0.05);
    expect(comparisons[0]?.adjustedP).toBeCloseTo(6 * 0.014384985, 7);
    expect(comparisons[0]?.verdict).toBe('not-enough-runs');
  });

  it('counts a test that could not be made as one that found nothing', () => {
    const { comparisons } = analyze({ low, high, gone: [0, 1, 2, 3, 4].map((seed) => missingCell(seed)) });
    expect(comparisons[0]?.adjustedP).toBeCloseTo(2 * 0.014384985, 8);
    expect(comparisons[1]).toMatchObject({ p: null, adjustedP: null, verdict: 'not-enough-runs' });
  });
});

describe('what is not as it should be has an answer of its own', () => {
  it('one seed: no test, and not enough runs', () => {
    const [compared] = analyze({ a: runs(3), b: runs(18) }).comparisons;
    expect(compared).toMatchObject({
      p: null,
      interval95: null,
      effect: null,
      basis: 'too-few',
      verdict: 'not-enough-runs',
    });
    expect(compared?.difference).toBeCloseTo(0.75, 12);
    expect(compared?.notes).toEqual(['pairs of runs: 1; a verdict needs 5']);
  });

  it('fewer than five runs: never a verdict, however small p is', () => {
    const [compared] = analyze({ a: runs(1, 2, 1, 2), b: runs(17, 19, 18, 20) }).comparisons;
    expect(compared?.p).toBeLessThan(0.001);
    expect(compared?.verdict).toBe('not-enough-runs');
    expect(compared?.notes).toContain('pairs of runs: 4; a verdict needs 5');
  });

  it('one instance: a run is won or lost, and that is said', () => {
    const [compared] = analyze({
      a: [0, 1, 2, 3, 4].map((seed) => cellOf(seed, '-')),
      b: [0, 1, 2, 3, 4].map((seed) => cellOf(seed, seed === 0 ? '-' : '+')),
    }).comparisons;
    expect(compared?.difference).toBeCloseTo(0.8, 12);
    expect(compared?.notes).toContain('a run is one instance: it is won or lost, and nothing between');
  });

  it('all won, all lost, and no variance with equal means: p is 1, tied', () => {
    const won = runs(20, 20, 20, 20, 20);
    expect(analyze({ won, too: won }).comparisons[0]).toMatchObject({
      basis: 'equal',
      p: 1,
      difference: 0,
      exact: { p: 1 },
      verdict: 'tied',
      notes: expect.arrayContaining(['both won everything in every run']),
    });
    const lost = runs(0, 0, 0, 0, 0);
    expect(analyze({ lost, too: lost }).comparisons[0]?.notes).toContain('both lost everything in every run');
    expect(analyze({ low, too: low }).comparisons[0]).toMatchObject({ basis: 'equal', verdict: 'tied' });
  });

  it('no variance with different means: the exact test decides, with six pairs and not with five', () => {
    const five = analyze({ a: runs(0, 0, 0, 0, 0), b: runs(20, 20, 20, 20, 20) }).comparisons[0];
    expect(five).toMatchObject({ basis: 'permutation', p: 0.0625, verdict: 'not-enough-runs' });
    expect(five?.notes).toContain('with 5 pairs the exact p can not be below 0.0625; 6 or more can');
    const six = analyze({ a: runs(0, 0, 0, 0, 0, 0), b: runs(20, 20, 20, 20, 20, 20) }).comparisons[0];
    expect(six).toMatchObject({ basis: 'permutation', p: 0.03125, verdict: 'better', effect: null });
    expect(six?.detectable.difference).toBeNull();
    expect(six?.notes).toContain('all differences are equal: p is that of the exact permutation test');
  });

  it('a missing cell: its run is missing, its pair is left out, and the bounds say what it could change', () => {
    const cells = [...runs(16, 15, 18, 14), missingCell(4)];
    const { arms, comparisons } = analyze({ low, cells });
    const [point] = arms[1]?.points ?? [];
    expect(point?.runs[4]).toEqual({ seed: 4, n: 0, errors: 0, value: null, bounds: [0, 1] });
    expect(point).toMatchObject({ n: 4 });
    // (.8 + .75 + .9 + .7 + 0 or 1) / 5.
    expect(point?.bounds?.[0]).toBeCloseTo(0.63, 12);
    expect(point?.bounds?.[1]).toBeCloseTo(0.83, 12);
    const [compared] = comparisons;
    expect(compared).toMatchObject({ nA: 4, nB: 4, verdict: 'not-enough-runs' });
    expect(compared?.bounds?.[0]).toBeCloseTo(0.63 - 0.36, 12);
    expect(compared?.bounds?.[1]).toBeCloseTo(0.83 - 0.36, 12);
    expect(compared?.notes).toContain('cells: 1 of 5 runs missing');
  });

  it('one missing task type: the whole run is missing, as a rate over fewer types is another one', () => {
    const cells = [cellOf(0, '++', 'heat'), missingCell(0, 'cool'), cellOf(1, '++'), cellOf(1, '--', 'cool')];
    const [point] = analyze({ cells }).arms[0]?.points ?? [];
    expect(point?.runs.map(({ value }) => value)).toEqual([null, 0.5]);
  });

  it('errors: left out of the rate, counted, and in the bounds', () => {
    const cells = [cellOf(0, '++-!'), cellOf(1, '++--')];
    const { arms, comparisons } = analyze({ whole: [cellOf(0, '++--'), cellOf(1, '++--')], cells });
    expect(arms[1]?.points[0]?.runs[0]).toEqual({
      seed: 0,
      n: 3,
      errors: 1,
      value: 2 / 3,
      bounds: [0.5, 0.75],
    });
    expect(comparisons[0]?.notes).toContain('cells: 1 left out because of an infrastructure error');
    expect(comparisons[0]?.bounds).toEqual([0, 0.125]);
    const [point] = analyze({ all: [cellOf(0, '!!'), cellOf(1, '++')] }).arms[0]?.points ?? [];
    expect(point?.runs[0]).toMatchObject({ value: null, errors: 2, bounds: [0, 1] });
  });

  it('no number is ever NaN, and nothing is dropped', () => {
    const mark = fc.constantFrom('+', '-', '!');
    const cell = fc.option(fc.array(mark, { minLength: 1, maxLength: 3 }), { nil: null, freq: 4 });
    const arm = fc.array(cell, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(arm, arm, fc.constantFrom('paired-t', 'welch'), (a, b, primary) => {
        const cells = (marks: typeof a) =>
          marks.map((one, seed) => (one === null ? missingCell(seed) : cellOf(seed, one.join(''))));
        const analysis = analyze({ a: cells(a), b: cells(b) }, { primary: primary as 'welch' });
        const numbers: number[] = [];
        JSON.stringify(analysis, (_key, value: unknown) => {
          if (typeof value === 'number') numbers.push(value);
          return value;
        });
        expect(numbers.every(Number.isFinite)).toBe(true);
        expect(analysis.arms.every(({ points }) => points[0]?.runs.length === 3)).toBe(true);
        expect(analysis.comparisons).toHaveLength(1);
        expect(analysis.comparisons[0]?.verdict).toBe('not-enough-runs');
      }),
      { numRuns: 60 },
    );
  });
});
