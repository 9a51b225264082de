import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { type Headline, successHeadline } from '../../src/evaluation/index.js';
import { holm, mcnemarDetectableDifference, newcombePaired, pairedT } from '../../src/stats/index.js';
import {
  type ComparedRun,
  type ComparedSide,
  compareResults,
  type InstanceValues,
  type ResultsComparison,
} from '../../src/training/index.js';

/** `+` won, `-` lost, `!` an error, `.` not played; a list of repeats of each instance otherwise. */
type Marks = string | readonly (readonly number[])[];

function instancesOf(marks: Marks, taskType = 'heat'): InstanceValues[] {
  return [...marks].flatMap((mark, i): InstanceValues[] => {
    const instance = { instanceId: `${taskType}-${i}`, taskType };
    if (mark === '.') return [];
    if (mark === '!') return [{ ...instance, values: [], errors: 1 }];
    return [{ ...instance, values: typeof mark === 'string' ? [mark === '+' ? 1 : 0] : mark, errors: 0 }];
  });
}

function sideOf(
  name: string,
  runs: readonly ComparedRun[],
  headline: Headline = successHeadline,
): ComparedSide {
  return {
    name,
    runs,
    suite: { name: 'games', digest: 'sha256:1' },
    environment: 'alfworld@1.0.0',
    world: null,
    split: 'held-out',
    headline,
    instancesAre: 'games',
    models: ['m'],
    simulated: false,
    unfinished: [],
  };
}

const single = (name: string, ...instances: readonly (readonly InstanceValues[])[]) =>
  sideOf(name, [{ name, seed: 0, instances: instances.flat() }]);

function compare(a: Marks, b: Marks, tolerance = 0.05): ResultsComparison {
  return compareResults(single('a', instancesOf(a)), single('b', instancesOf(b)), tolerance);
}

/** Several runs, by their seeds. */
const several = (name: string, runs: Readonly<Record<number, string>>) =>
  sideOf(
    name,
    Object.entries(runs).map(([seed, marks]) => ({
      name: `${name} ${seed}`,
      seed: Number(seed),
      instances: instancesOf(marks),
    })),
  );

describe('one run against one', () => {
  it('counts wins and losses by instance, whatever their order', () => {
    // 1 only b, 9 only a, 4 both, 6 neither: exact p of 1 and 9 is 0.021484375.
    const a = `${'+'.repeat(9)}-${'+'.repeat(4)}${'-'.repeat(6)}`;
    const b = `${'-'.repeat(9)}+${'+'.repeat(4)}${'-'.repeat(6)}`;
    const { all, unit, taskTypes } = compare(a, b);
    expect([unit, taskTypes]).toEqual(['instance', []]);
    expect(all).toMatchObject({
      taskType: 'all',
      test: 'mcnemar',
      nA: 20,
      nB: 20,
      discordant: { onlyA: 9, onlyB: 1 },
      adjustedP: null,
      exact: null,
      excluded: 0,
      bounds: null,
      verdict: 'better',
    });
    expect(all.p).toBeCloseTo(0.021484375, 12);
    expect([all.meanA, all.meanB, all.difference]).toEqual([13 / 20, 5 / 20, 8 / 20]);
    expect(all.interval95).toEqual(newcombePaired({ both: 4, onlyA: 9, onlyB: 1, neither: 6 }));
    expect(all.detectable).toBe(mcnemarDetectableDifference(20, 1 / 20));
    const shuffled = single('b', [...instancesOf(b)].reverse());
    expect(compareResults(single('a', instancesOf(a)), shuffled, 0.05).all).toEqual(all);
    expect(compare(b, a).all).toMatchObject({ verdict: 'worse', difference: -8 / 20 });
  });

  it('averages repeats of an instance first, then tests the means of pairs', () => {
    const a = [
      [1, 1],
      [1, 0],
      [0, 0],
      [1, 1],
      [1, 0],
      [1, 1],
    ];
    const b = [
      [0, 0],
      [1, 0],
      [0, 0],
      [0, 1],
      [0, 0],
      [1, 0],
    ];
    const { all } = compare(a, b);
    const test = pairedT([1, 0.5, 0, 1, 0.5, 1], [0, 0.5, 0, 0.5, 0, 0.5]);
    // Differences 1, 0, 0, .5, .5, .5: mean 2.5/6, squares sum to .8333+..., t = 2.7116.
    expect(all).toMatchObject({
      test: 'paired-t',
      nA: 6,
      p: test.p,
      interval95: test.interval95,
      discordant: null,
    });
    expect(all.difference).toBeCloseTo(2.5 / 6, 12);
    expect(all.exact?.test).toBe('sign-flip');
    // Four pairs differ, all one way: 2 of 16 arrangements.
    expect(all.exact?.p).toBeCloseTo(2 / 16, 12);
  });

  it('is a t test of pairs where the headline is graded', () => {
    const graded = { name: 'f1', kind: 'graded' } as const;
    const a = sideOf(
      'a',
      [{ name: 'a', seed: 0, instances: instancesOf([[0.5], [0.75], [1], [0.2], [0.9]]) }],
      graded,
    );
    const b = sideOf(
      'b',
      [{ name: 'b', seed: 0, instances: instancesOf([[0.4], [0.7], [0.9], [0.2], [0.6]]) }],
      graded,
    );
    expect(compareResults(a, b, 0.05).all).toMatchObject({ test: 'paired-t', nA: 5, discordant: null });
  });

  it('adjusts over task types by Holm, and not over all together', () => {
    const side = (name: string, heat: string, cool: string, two: string) =>
      single(name, instancesOf(heat, 'heat'), instancesOf(cool, 'cool'), instancesOf(two, 'two'));
    const a = side('a', '++++++++', '++++++--', '+-+-');
    const b = side('b', '--------', '+-----++', '+-+-');
    const { all, taskTypes } = compareResults(a, b, 0.05);
    expect(taskTypes.map(({ taskType }) => taskType)).toEqual(['heat', 'cool', 'two']);
    const raw = taskTypes.map(({ p }) => p ?? -1);
    expect(raw[0]).toBe(2 / 256);
    expect(taskTypes.map(({ adjustedP }) => adjustedP)).toEqual(holm(raw));
    expect(taskTypes.map(({ verdict }) => verdict)).toEqual(['better', 'not-enough-runs', 'not-enough-runs']);
    expect(all).toMatchObject({ nA: 20, adjustedP: null, verdict: 'better' });
  });

  it('leaves errors out, counts them, and says what they could change', () => {
    const { all } = compare('++++!+', '--!--+');
    expect(all).toMatchObject({ nA: 4, excluded: 2, difference: 3 / 4 });
    // 3 of 6 for sure; two more may be lost or won by either.
    expect(all.bounds).toEqual([1 / 6, 5 / 6]);
  });

  it('takes what both played, and says what only one did', () => {
    const { all } = compare('+++.', '-+-+');
    expect(all).toMatchObject({ nA: 3 });
    expect(all.notes).toContain('games that b alone played: 1, left out');
    expect(() => compare('++..', '..++')).toThrow(UsageError);
    expect(() => compare('++..', '..++')).toThrow(/^a and b have no instance in common/);
  });

  it('says that it is about these two runs, and what they were measured on', () => {
    expect(compare('+-', '--').notes).toEqual([expect.stringMatching(/^one run each: how these two did/)]);
    const trained = { ...single('a', instancesOf('++')), split: 'train' };
    expect(compareResults(trained, trained, 0.05).notes[0]).toMatch(/^a was measured on the split train/);
    const worlds = ['{"feedback":"plain"}', '{"feedback":"augmented"}'].map((world) => ({
      ...single('a', instancesOf('++')),
      world,
    })) as [ComparedSide, ComparedSide];
    expect(compareResults(...worlds, 0.05).notes[0]).toMatch(/^the worlds were not set up alike: .*plain/);
  });
});

describe('several runs', () => {
  const low = { 0: '+---------', 1: '++--------', 2: '+---------', 3: '++--------', 4: '+++-------' };
  const high = { 0: '++++++++--', 1: '+++++++++-', 2: '++++++----', 3: '+++++++++-', 4: '++++++++++' };

  it('are paired by seed', () => {
    const { all, unit } = compareResults(several('a', high), several('b', low), 0.05);
    const test = pairedT([0.8, 0.9, 0.6, 0.9, 1], [0.1, 0.2, 0.1, 0.2, 0.3]);
    expect(unit).toBe('run');
    expect(all).toMatchObject({
      test: 'paired-t',
      nA: 5,
      exact: { test: 'sign-flip', p: 0.0625 },
      verdict: 'better',
    });
    expect(all.p).toBeCloseTo(test.p ?? -1, 12);
    expect(all.notes).toEqual([]);
  });

  it("are compared by Welch's test where the seeds are not the same ones", () => {
    const other = Object.fromEntries(Object.values(low).map((marks, i) => [i + 10, marks]));
    const { all } = compareResults(several('a', high), several('b', other), 0.05);
    expect(all).toMatchObject({ test: 'welch', nA: 5, nB: 5, exact: { test: 'permutation' } });
    expect(all.exact?.p).toBeCloseTo(2 / 252, 12);
    expect(all.notes).toContain('the seeds of both sides are not the same ones: runs are not paired');
    const fewer = compareResults(several('a', high), several('b', { 10: '+---------' }), 0.05).all;
    expect(fewer).toMatchObject({ p: null, exact: null, verdict: 'not-enough-runs' });
    expect(fewer.notes).toContain('5 against 1 runs; a verdict needs 5 of each');
  });

  it('may have drawn other instances with other seeds, but the same ones with the same seed', () => {
    const a = several('a', { 0: '+-..', 1: '..+-' });
    expect(compareResults(a, several('b', { 0: '--..', 1: '..--' }), 0.05).all.nA).toBe(2);
    expect(() => compareResults(a, several('b', { 0: '..--', 1: '--..' }), 0.05)).toThrow(
      /^b 0 was not measured on the same games as a 0$/,
    );
    expect(() => compareResults(a, several('b', { 2: '--..', 3: '--..' }), 0.05)).toThrow(UsageError);
  });

  it('of which one has only errors lose that pair', () => {
    const { all } = compareResults(several('a', { ...high, 4: '!!!!!!!!!!' }), several('b', low), 0.05);
    expect(all).toMatchObject({ nA: 4, nB: 4, excluded: 10, verdict: 'not-enough-runs' });
    expect(all.bounds?.[0]).toBeCloseTo((0.8 + 0.9 + 0.6 + 0.9) / 5 - 0.18, 12);
    expect(all.bounds?.[1]).toBeCloseTo((0.8 + 0.9 + 0.6 + 0.9 + 1) / 5 - 0.18, 12);
  });
});

describe('what can show little', () => {
  it.each([
    ['+', '-', 'not-enough-runs', 'there is only one to compare: that can show nothing'],
    ['++++', '++++', 'not-enough-runs', 'both won everything'],
    ['----', '----', 'not-enough-runs', 'both lost everything'],
    ['!!', '+-', 'not-enough-runs', 'all games that both played ended in an infrastructure error'],
    ['+++', '---', 'not-enough-runs', 'with 3 that only one of both won, p can not be below 0.25'],
  ])('%s against %s: %s', (a, b, verdict, note) => {
    const { all } = compare(a, b);
    expect(all.verdict).toBe(verdict);
    expect(all.notes).toContain(note);
  });

  it('equal results of many are tied', () => {
    const many = '+-'.repeat(200);
    expect(compare(many, many).all).toMatchObject({ p: 1, difference: 0, verdict: 'tied' });
  });

  it('is never NaN', () => {
    const mark = fc.constantFrom('+', '-', '!');
    const marks = fc
      .integer({ min: 1, max: 6 })
      .chain((n) =>
        fc.tuple(
          fc.array(mark, { minLength: n, maxLength: n }),
          fc.array(mark, { minLength: n, maxLength: n }),
        ),
      );
    fc.assert(
      fc.property(marks, ([a, b]) => {
        const comparison = compare(a.join(''), b.join(''));
        JSON.stringify(comparison, (_key, value: unknown) => {
          if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
          return value;
        });
        const { all } = compare(b.join(''), a.join(''));
        expect(all.difference).toBeCloseTo(-(comparison.all.difference ?? 0), 12);
        expect(all.p).toBe(comparison.all.p);
      }),
      { numRuns: 100 },
    );
  });
});
