import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeTransfer, type CellResult, type TransferComparison } from '../../src/training/index.js';
import { cellOf, marksOf, missingCell } from './cell-of.js';
import { experimentOf } from './transfer-experiment.js';

const tolerance = 0.05;

/** The only comparison of one plan with none. */
function compare(plan: readonly CellResult[], none: readonly CellResult[]): TransferComparison {
  const { comparisons } = analyzeTransfer([experimentOf('m', { 'no plan': none, plan })], tolerance);
  expect(comparisons).toHaveLength(1);
  return comparisons[0] as TransferComparison;
}

describe('analyzeTransfer', () => {
  it('pairs by instance: McNemar, Newcombe, and the ids of what was lost and gained', () => {
    const hurts = compare([cellOf(0, '--------------------+')], [cellOf(0, '+++++++++++---------+')]);
    expect(hurts.verdict).toBe('hurts');
    expect(hurts.p).toBeCloseTo(2 * 0.5 ** 11, 12);
    expect(hurts.difference).toBeCloseTo(-11 / 21, 12);
    expect(hurts.lost).toEqual(Array.from({ length: 11 }, (_, i) => `heat-${i}`));
    expect(hurts.gained).toEqual([]);
    expect(hurts.discordant).toEqual({ onlyA: 0, onlyB: 11 });
    const helps = compare([cellOf(0, '+++++++++++---------+')], [cellOf(0, '--------------------+')]);
    expect([helps.verdict, helps.gained.length, helps.lost.length]).toEqual(['helps', 11, 0]);
  });

  it('adjusts over all comparisons, those that could not be made among them', () => {
    const [none, plan] = [cellOf(0, marksOf(0, 12)), cellOf(0, marksOf(7, 12))];
    const alone = compare([plan], [none]);
    expect([alone.verdict, alone.adjustedP]).toEqual(['helps', alone.p]);
    const arms = { 'no plan': [none], plan: [plan] };
    const missing = { 'no plan': [missingCell(0)], plan: [plan] };
    const both = analyzeTransfer(
      [
        experimentOf('a', arms),
        experimentOf('b', missing),
        ...['c', 'd'].map((name) => experimentOf(name, missing)),
      ],
      tolerance,
    );
    const [first, second] = both.comparisons;
    expect(first?.adjustedP).toBeCloseTo(4 * (alone.p ?? 0), 12);
    expect(first?.verdict).toBe('not-enough-tasks');
    expect(second).toMatchObject({ verdict: 'not-measured', p: null, difference: null, n: 0 });
    expect(second?.notes).toEqual(['not measured: without a plan: HTTP 401: no']);
    expect(both.baselines.map(({ model, measured, reason }) => [model, measured?.successes, reason])).toEqual(
      [
        ['a', 0, null],
        ['b', undefined, 'HTTP 401: no'],
        ['c', undefined, 'HTTP 401: no'],
        ['d', undefined, 'HTTP 401: no'],
      ],
    );
  });

  it('goes by plan, then by task type, then by model', () => {
    const cells = [cellOf(0, '+-', 'heat'), cellOf(0, '+-', 'cool')];
    const arms = { 'no plan': cells, one: cells, two: cells };
    const { comparisons } = analyzeTransfer(
      [experimentOf('a', arms, ['heat', 'cool']), experimentOf('b', arms, ['heat', 'cool'])],
      tolerance,
    );
    expect(comparisons.map(({ plan, taskType, model }) => `${plan} ${taskType} ${model}`)).toEqual([
      'one heat a',
      'one heat b',
      'one cool a',
      'one cool b',
      'two heat a',
      'two heat b',
      'two cool a',
      'two cool b',
    ]);
  });

  it('says no difference only where the interval is narrow enough', () => {
    expect(compare([cellOf(0, marksOf(400, 400))], [cellOf(0, marksOf(400, 400))]).verdict).toBe(
      'no-difference',
    );
    expect(compare([cellOf(0, marksOf(4, 4))], [cellOf(0, marksOf(4, 4))]).verdict).toBe('not-enough-tasks');
  });

  it('tells of one instance, and of a family, that they can show nothing', () => {
    const one = compare([cellOf(0, '-')], [cellOf(0, '+')]);
    expect(one.verdict).toBe('not-enough-tasks');
    expect(one.notes).toContain('paired games: 1; p can not be below 0.05, whatever they show; 6 can');
  });

  it('counts an error on either side apart, and says how far the difference may lie', () => {
    const some = compare([cellOf(0, '!+++')], [cellOf(0, '+-!+')]);
    expect(some).toMatchObject({ n: 2, excluded: 2, gained: ['heat-1'], lost: [], bounds: [-0.25, 0.75] });
    const all = compare([cellOf(0, '!!')], [cellOf(0, '++')]);
    expect(all).toMatchObject({ n: 0, difference: null, p: null, verdict: 'not-enough-tasks' });
    expect(all.notes).toContain('all games that both played ended in an infrastructure error');
  });

  it('averages repeats of an instance, and leaves out those that only one side has', () => {
    const none = [cellOf(0, marksOf(2, 8)), cellOf(1, marksOf(2, 8))];
    const plan = [cellOf(0, marksOf(8, 8)), cellOf(1, marksOf(7, 8))];
    const twice = compare(plan, none);
    expect(twice).toMatchObject({ test: 'paired-t', n: 8, baselineMean: 0.25, verdict: 'helps' });
    expect(twice.planMean).toBeCloseTo(15 / 16, 12);
    expect(twice.gained).toHaveLength(6);
    const once = compare([plan[0] as CellResult, missingCell(1)], none);
    expect(once).toMatchObject({ test: 'mcnemar', n: 8 });
    expect(once.notes).toContain('repeats left out: 1 of 2; HTTP 401: no');
  });

  it('never gives a number that is none, and a p that is not below the one before adjustment', () => {
    const marks = fc.string({ unit: fc.constantFrom('+', '-', '!'), minLength: 1, maxLength: 12 });
    const cells = fc.array(marks, { minLength: 2, maxLength: 4 }).map((list) => {
      const length = Math.min(...list.map((one) => one.length));
      return list.map((one) => cellOf(0, one.slice(0, length)));
    });
    fc.assert(
      fc.property(cells, ([none, ...plans]) => {
        const named = plans.map((cell, i) => [`plan ${i}`, [cell]] as const);
        const arms = { 'no plan': [none as CellResult], ...Object.fromEntries(named) };
        const analysis = analyzeTransfer([experimentOf('m', arms)], tolerance);
        expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
        for (const { p, adjustedP, difference, verdict } of analysis.comparisons) {
          if (p !== null) expect(adjustedP).toBeGreaterThanOrEqual(p);
          if (verdict === 'hurts') expect(difference).toBeLessThan(0);
          if (verdict === 'helps') expect(difference).toBeGreaterThan(0);
        }
      }),
    );
  });
});
