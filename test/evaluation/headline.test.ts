import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/core/episode.js';
import {
  comparePaired,
  comparePairs,
  type Headline,
  type InstanceResult,
  isBinary,
  measureOf,
  measureResults,
  pairValues,
  successHeadline,
} from '../../src/evaluation/index.js';
import { mcnemarExact, pairedT, wilson } from '../../src/stats/index.js';

const f1: Headline = { name: 'f1', kind: 'graded' };
const em: Headline = { name: 'em', kind: 'binary' };
const judge: Headline = { name: 'judge', kind: 'binary' };
const error: Outcome = { kind: 'error', code: 'model-timeout', message: 'too slow' };

/** Results with these outcomes (`+`, `-`, `!` for an error) and scores, under ids in order. */
function resultsOf(marks: string, scores: readonly Readonly<Record<string, number>>[] = []) {
  const results = [...marks].map((mark, i): InstanceResult => {
    const outcome: Outcome = mark === '!' ? error : { kind: mark === '+' ? 'success' : 'failure' };
    const own = scores[i];
    const formalizer = { grammar: 1, model: 0, none: 0 };
    return {
      instanceId: `toy-${i}`,
      taskType: 'seek',
      outcome,
      steps: 1,
      formalizer,
      ...(own && { scores: own }),
    };
  });
  return { results };
}

const graded = (marks: string, values: readonly number[]) =>
  resultsOf(
    marks,
    values.map((value) => ({ f1: value })),
  );

describe('comparePaired', () => {
  test('pairs by instance, and leaves out those where either ended in an error', () => {
    expect(comparePaired(resultsOf('++-+!+'), resultsOf('-++-+!'))).toEqual({
      n: 4,
      bothWon: 1,
      onlyA: 2,
      onlyB: 1,
      bothLost: 0,
      difference: 0.25,
      p: 1,
    });
  });

  test('finds its pairs in any order, and drops what has none', () => {
    const [learned, before] = [resultsOf('++-'), resultsOf('---+')];
    const shuffled = { results: before.results.toReversed() };
    expect(comparePaired(learned, shuffled)).toMatchObject({ n: 3, onlyA: 2, onlyB: 0, bothLost: 1, p: 0.5 });
    expect(comparePaired(learned, { results: [] })).toMatchObject({ n: 0, difference: 0, p: 1 });
  });

  test('by a binary score counts wins of that score, and asks McNemar', () => {
    const learned = resultsOf('----', [{ em: 1 }, { em: 1 }, { em: 1 }, { em: 0 }]);
    const before = resultsOf('++++', [{ em: 0 }, { em: 0 }, { em: 1 }, { em: 0 }]);
    const comparison = comparePaired(learned, before, em);
    expect(comparison).toMatchObject({ n: 4, onlyA: 2, onlyB: 0, difference: 0.5, p: mcnemarExact(2, 0) });
    expect(isBinary(comparison)).toBe(true);
  });

  test('by a graded score is a paired t test', () => {
    const [a, b] = [
      [0.9, 0.5, 0.7, 1, 0.2],
      [0.4, 0.5, 0.3, 0.6, 0.3],
    ];
    const test = pairedT(a ?? [], b ?? []);
    const comparison = comparePaired(graded('+----', a ?? []), graded('-----', b ?? []), f1);
    expect(comparison).toEqual({
      n: 5,
      difference: test.difference,
      interval95: test.interval95,
      t: test.t,
      df: 4,
      p: test.p,
      note: null,
    });
    expect(comparison.difference).toBeCloseTo(0.24, 12);
    expect(isBinary(comparison)).toBe(false);
  });

  test('leaves out what has no score on either side', () => {
    const learned = resultsOf('+-!-', [{ judge: 1 }, {}, { judge: 1 }, { judge: 0 }]);
    const before = resultsOf('----', [{ judge: 0 }, { judge: 1 }, { judge: 1 }]);
    expect(pairValues(learned, before, judge)).toEqual([[1, 0]]);
  });

  test('says nothing of too few, and why where nothing varies', () => {
    expect(comparePairs([], f1)).toMatchObject({ n: 0, difference: 0, p: 1, interval95: null });
    expect(comparePairs([[1, 0.5]], f1)).toMatchObject({ n: 1, difference: 0.5, p: 1, note: /too few/ });
    const constant = comparePairs(
      [
        [1, 0.5],
        [1, 0.5],
        [1, 0.5],
      ],
      f1,
    );
    expect(constant).toMatchObject({ p: 0.25, t: null, interval95: null, note: /exact permutation/ });
  });
});

describe('measureOf', () => {
  const { results } = resultsOf('+--!', [
    { em: 1, f1: 1 },
    { em: 0, f1: 0.5 },
    { em: 0, f1: 0 },
  ]);
  const measured = measureResults(results, { em: 'binary' });

  test('gives success in the form of a score, and the scores', () => {
    expect(measureOf(measured, successHeadline)).toEqual({
      kind: 'binary',
      n: 3,
      successes: 1,
      mean: 1 / 3,
      interval95: wilson(1, 3),
      errors: 1,
    });
    expect(measureOf(measured, em)).toEqual(measured.scores?.em);
    expect(measureOf(measured, f1)).toMatchObject({ kind: 'graded', mean: 0.5 });
  });

  test('gives nothing of what was not measured', () => {
    expect(measureOf(measured, judge)).toEqual({
      ...{ kind: 'binary', n: 0, successes: 0, mean: null, interval95: null, errors: 4 },
    });
  });
});
