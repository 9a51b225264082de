import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/core/episode.js';
import { type InstanceResult, kindsOf, measureResults, successRate } from '../../src/evaluation/index.js';
import { meanInterval, wilson } from '../../src/stats/index.js';

const success: Outcome = { kind: 'success' };
const failure: Outcome = { kind: 'failure' };
const truncated: Outcome = { kind: 'truncated', by: 'steps' };
const error: Outcome = { kind: 'error', code: 'model-timeout', message: 'too slow' };

function resultOf(
  outcome: Outcome,
  scores?: Readonly<Record<string, number>>,
  change: Partial<InstanceResult> = {},
): InstanceResult {
  return {
    instanceId: `toy-${next++}`,
    taskType: 'seek',
    outcome,
    steps: 1,
    formalizer: { grammar: 1, model: 0, none: 0 },
    ...(scores && { scores }),
    ...change,
  };
}
let next = 0;

describe('successRate', () => {
  test('counts what was not won as lost, and leaves errors out', () => {
    expect(successRate([success, failure, truncated, error, success])).toEqual({
      n: 4,
      successes: 2,
      rate: 0.5,
      wilson95: wilson(2, 4),
      errors: 1,
    });
  });

  test('has no rate where nothing ended', () => {
    const none = { n: 0, successes: 0, rate: null, wilson95: null };
    expect(successRate([])).toEqual({ ...none, errors: 0 });
    expect(successRate([error, error])).toEqual({ ...none, errors: 2 });
  });
});

describe('measureResults', () => {
  const results = [
    resultOf(success, { em: 1, f1: 1 }),
    resultOf(error, { em: 1, f1: 1 }),
    resultOf(failure, { em: 0, f1: 0.5 }),
    resultOf(truncated, { em: 0, f1: 0 }),
  ];

  test('gives each score its interval by its kind, errors left out', () => {
    expect(measureResults(results, { em: 'binary' })).toEqual({
      ...successRate(results.map(({ outcome }) => outcome)),
      meanScores: { em: 1 / 3, f1: 0.5 },
      scores: {
        em: { kind: 'binary', n: 3, successes: 1, mean: 1 / 3, interval95: wilson(1, 3), errors: 1 },
        // The t interval of 1, 0.5 and 0 is wider than what a score can be.
        f1: { kind: 'graded', n: 3, mean: 0.5, interval95: [0, 1], errors: 1 },
      },
    });
    const near = [0.4, 0.5, 0.6, 0.5].map((f1) => resultOf(failure, { f1 }));
    const { interval95 } = meanInterval([0.4, 0.5, 0.6, 0.5]);
    expect(measureResults(near).scores?.f1?.interval95).toEqual(interval95);
  });

  test('has none where there are none', () => {
    expect(measureResults([resultOf(success)])).toEqual(successRate([success]));
    expect(measureResults([resultOf(error, { em: 1 })])).toEqual(successRate([error]));
    expect(measureResults([])).toEqual(successRate([]));
  });

  test('knows no interval of one value, nor of equal ones', () => {
    expect(measureResults([resultOf(failure, { f1: 0.5 })]).scores?.f1?.interval95).toBe(null);
    const equal = [0, 0].map((f1) => resultOf(failure, { f1 }));
    expect(measureResults(equal).scores?.f1).toMatchObject({ mean: 0, interval95: null });
  });

  test('counts a score that could not be had as an error, never as 0', () => {
    const missing = resultOf(failure, { em: 0 }, { missingScores: { judge: 'no majority' } });
    const { scores, meanScores } = measureResults([missing, resultOf(success, { em: 1, judge: 1 })], {
      judge: 'binary',
    });
    expect(scores?.judge).toMatchObject({ n: 1, successes: 1, mean: 1, errors: 1 });
    expect(scores?.em).toMatchObject({ n: 2, errors: 0 });
    const none = measureResults([missing], { judge: 'binary' });
    expect(none.scores?.judge).toMatchObject({ n: 0, mean: null, errors: 1 });
    expect(none.meanScores).toEqual({ em: 0 });
    expect(meanScores).toEqual({ em: 0.5, judge: 1 });
  });

  test('takes the repeats of an instance for one value', () => {
    const again = (em: number, f1: number, instanceId: string) =>
      resultOf(failure, { em, f1 }, { instanceId });
    const repeated = [again(1, 1, 'a'), again(0, 0.5, 'b'), again(1, 0.8, 'a'), again(0, 0.5, 'b')];
    const { scores } = measureResults(repeated, { em: 'binary' });
    expect(scores?.em).toMatchObject({ n: 4, successes: 2, mean: 0.5, interval95: wilson(1, 2) });
    const { mean, interval95 } = meanInterval([0.9, 0.5]);
    expect(scores?.f1).toMatchObject({ n: 4, mean });
    expect(scores?.f1?.interval95).toEqual([
      Math.max(0, interval95?.[0] ?? 0),
      Math.min(1, interval95?.[1] ?? 1),
    ]);
  });

  test('remembers the kinds for those who pool', () => {
    expect(kindsOf([measureResults(results, { em: 'binary' }), successRate([])])).toEqual({
      em: 'binary',
      f1: 'graded',
    });
  });
});
