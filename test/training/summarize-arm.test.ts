import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noUsage } from '../../src/core/model.js';
import { measureResults } from '../../src/evaluation/index.js';
import {
  type CellResult,
  type MeasuredCell,
  poolSeeds,
  type SpendSummary,
  summarizeArm,
} from '../../src/training/index.js';

/** Spend of some calls, 100 prompt and 10 completion tokens each. */
function spendOf(calls: number, costUsd: number | null = 0): SpendSummary {
  const usage = { ...noUsage, calls, promptTokens: 100 * calls, completionTokens: 10 * calls };
  return { byPurpose: {}, usage, costUsd, unpricedCalls: costUsd === null ? calls : 0 };
}

/** `+` won, `-` lost, `!` an infrastructure error; instances are numbered. */
function evaluationOf(marks: string, taskType = 'heat') {
  const results = [...marks].map((mark, i) => ({
    instanceId: `${taskType}-${i}`,
    taskType,
    outcome:
      mark === '+'
        ? ({ kind: 'success' } as const)
        : mark === '-'
          ? ({ kind: 'failure' } as const)
          : ({ kind: 'error', code: 'x', message: 'y' } as const),
    steps: 1,
    formalizer: { grammar: 1, model: 0, none: 0 },
  }));
  return { planId: 'p', ...measureResults(results), results };
}

function cellOf(
  taskType: string,
  seed: number,
  marks: string,
  change: Partial<MeasuredCell> = {},
): CellResult {
  return {
    state: 'measured',
    taskType,
    seed,
    plan: { id: 'p', iteration: 0, text: '' },
    training: null,
    heldOut: evaluationOf(marks, taskType),
    curve: [],
    inference: spendOf(6),
    judging: spendOf(0),
    ...change,
  };
}

const missing: CellResult = { state: 'not-measured', taskType: 'cool', seed: 0, reason: 'no' };

describe('an arm', () => {
  it('has a rate for each task type and one for all', () => {
    const arm = summarizeArm([cellOf('heat', 0, '++-'), cellOf('cool', 0, '-!')], ['heat', 'cool'], null);
    expect(arm.taskTypes.heat).toMatchObject({ n: 3, successes: 2 });
    expect(arm.taskTypes.cool).toMatchObject({ n: 1, successes: 0, errors: 1 });
    expect(arm.all).toMatchObject({ n: 4, successes: 2, errors: 1 });
  });

  it('has no numbers over cells of which one is missing', () => {
    const arm = summarizeArm([cellOf('heat', 0, '++-'), missing], ['heat', 'cool'], null);
    expect(arm).toMatchObject({ all: null, inference: null, training: null, judging: null });
    expect(arm.taskTypes.heat).toMatchObject({ n: 3, successes: 2 });
    expect(arm.taskTypes.cool).toBeNull();
  });

  it('has costs per instance, errors included, and per training episode', () => {
    const training = { episodes: 8, iterations: [], spend: spendOf(40, 0.4) };
    const judging = spendOf(3, 0.03);
    const cells = [
      cellOf('heat', 0, '++-', { training, inference: spendOf(6, 0.06), judging }),
      cellOf('cool', 0, '!', { training, inference: spendOf(2, 0.02) }),
    ];
    const arm = summarizeArm(cells, ['heat', 'cool'], ({ promptTokens }) => promptTokens / 100);
    expect(arm.inference).toEqual({
      instances: 4,
      calls: 2,
      callsPerStep: 2,
      tokens: 220,
      usd: 0.02,
      usdAs: 2,
    });
    expect(arm.training).toEqual({
      instances: 16,
      calls: 5,
      callsPerStep: null,
      tokens: 550,
      usd: 0.05,
      usdAs: 5,
    });
    expect(arm.judging).toMatchObject({ instances: 3, calls: 1, usd: 0.01 });
  });

  it('has no price where one call has none, and none of another model unless one is named', () => {
    const cells = [cellOf('heat', 0, '+'), cellOf('cool', 0, '+', { inference: spendOf(1, null) })];
    expect(summarizeArm(cells, ['heat', 'cool'], null).inference).toMatchObject({ usd: null, usdAs: null });
  });
});

describe('several seeds', () => {
  it('count an instance once in the interval', () => {
    const one = evaluationOf('++-+');
    const four = poolSeeds([one, one, one, one]);
    expect(four).toMatchObject({ n: 16, successes: 12, rate: 0.75 });
    expect(four.wilson95).toEqual(one.wilson95);
  });

  it('keep their own interval where each played other instances', () => {
    const pooled = poolSeeds([evaluationOf('++-+', 'heat'), evaluationOf('+--', 'cool')]);
    expect(pooled).toEqual(poolSeeds([evaluationOf('++-+', 'heat'), evaluationOf('+--', 'cool')]));
    expect(pooled).toMatchObject({ n: 7, successes: 4 });
    expect(pooled.wilson95?.[1]).toBeLessThan(1);
  });

  it('give a rate inside its interval, whatever was won', () => {
    const marks = fc.array(fc.constantFrom('+', '-', '!'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(marks, { minLength: 1, maxLength: 4 }), (runs) => {
        const { rate, wilson95, n, errors } = poolSeeds(runs.map((run) => evaluationOf(run.join(''))));
        expect(n + errors).toBe(runs.flat().length);
        if (rate === null) expect(wilson95).toBeNull();
        else {
          expect(wilson95?.[0]).toBeLessThanOrEqual(rate + 1e-9);
          expect(wilson95?.[1]).toBeGreaterThanOrEqual(rate - 1e-9);
        }
      }),
    );
  });
});
