import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/core/episode.js';
import { noSpend, noUsage, type Purpose, type Spend } from '../../src/core/model.js';
import { comparePaired, type Evaluation, successRate } from '../../src/evaluation/index.js';
import {
  describeTraining,
  renderEvaluation,
  renderTraining,
  type TrainingReport,
} from '../../src/report/index.js';
import { summarizeSpend, type TrainingSummary } from '../../src/training/index.js';

/** `+` won, `-` out of steps, `!` an infrastructure error. */
function evaluationOf(marks: string): Evaluation {
  const outcomes: Outcome[] = [...marks].map((mark) => {
    if (mark === '+') return { kind: 'success' };
    if (mark === '-') return { kind: 'truncated', by: 'steps' };
    return { kind: 'error', code: 'model-timeout', message: 'too slow' };
  });
  const formalizer = { grammar: 3, model: 0, none: 0 };
  const results = outcomes.map((outcome, i) => ({
    instanceId: `game-${i}`,
    taskType: 'heat',
    outcome,
    steps: 3,
    formalizer,
  }));
  return { planId: 'p', ...successRate(outcomes), results, spend: noSpend };
}

function summaryOf(
  taskType: string,
  before: string,
  after: string,
  change: Partial<TrainingSummary> = {},
): TrainingSummary {
  const [baseline, heldOut] = [evaluationOf(before), evaluationOf(after)];
  return {
    taskType,
    plan: { id: 'sha256:2', iteration: 2, text: '1. Take the object.\n2. Heat it.' },
    iterations: [
      { iteration: 0, instances: ['a', 'b'], successes: 1, errors: 0, plan: 'sha256:1' },
      { iteration: 1, instances: ['c', 'd'], successes: 2, errors: 0, plan: 'sha256:2' },
    ],
    heldOut,
    baseline,
    comparison: comparePaired(heldOut, baseline),
    unsolvable: 0,
    ...change,
  };
}

const spendOf = (calls: number, costUsd: number, unpricedCalls = 0): Spend => ({
  usage: { ...noUsage, calls, promptTokens: 12_345_678, completionTokens: 90_123 },
  costUsd,
  unpricedCalls,
});
const spends: readonly (readonly [Purpose, Spend])[] = [
  ['act', spendOf(1234, 1.5)],
  ['formalize', spendOf(56, 0.254)],
];

function reportOf(results: readonly TrainingSummary[], change: Partial<TrainingReport> = {}): TrainingReport {
  return {
    results,
    spend: summarizeSpend(new Map(spends)),
    models: ['gpt-4o'],
    simulated: false,
    heldOutSplit: 'held-out',
    baselineName: 'no plan',
    runFolder: 'runs/one',
    planPaths: results.map(({ taskType }) => `runs/one/plans/${taskType}/best.md`),
    ...change,
  };
}

const helped = summaryOf('heat', '-'.repeat(20), '+'.repeat(18).padEnd(20, '-'));

describe('the text of a training', () => {
  test('of one task type', async () => {
    const text = renderTraining(reportOf([helped]));
    await expect(`${text}\n`).toMatchFileSnapshot('__snapshots__/training-one.txt');
  });

  test('of several, with all that there may be to note', async () => {
    const note = 'the plan stayed as it was: the new one was empty';
    const kept = { iteration: 2, instances: ['e'], successes: 0, errors: 1, plan: 'sha256:2', note };
    const results = [
      helped,
      summaryOf('cool', '++++----', '-+-+-+!!', { unsolvable: 3, iterations: [...helped.iterations, kept] }),
      summaryOf('two', '!!', '!!'),
    ];
    const unpriced = new Map([...spends, ['update-plan', spendOf(2, 0, 2)] as const]);
    const report = reportOf(results, {
      simulated: true,
      models: ['simulated-strong'],
      spend: summarizeSpend(unpriced),
      heldOutSplit: 'valid_unseen',
      baselineName: 'the plan it began with',
    });
    await expect(`${renderTraining(report)}\n`).toMatchFileSnapshot('__snapshots__/training-several.txt');
  });

  test.each([
    ['chance', '+--', '++-', /Not shown/],
    ['harm', '+'.repeat(20), '-'.repeat(20), /it did harm/],
    ['nothing measured', '!!', '++', /Not measured/],
    ['help', '-'.repeat(20), '+'.repeat(20), /Did it help\? Yes\./],
  ])('says of %s what it is', (_name, before, after, verdict) => {
    expect(renderTraining(reportOf([summaryOf('heat', before, after)]))).toMatch(verdict);
  });

  test('says that no plan was learned', () => {
    const nothing = summaryOf('heat', '--', '--', { plan: { id: 'p', iteration: 1, text: '' } });
    expect(renderTraining(reportOf([nothing]))).toContain('No plan was learned');
  });

  test('says with every number that a simulated model made it, and only then', () => {
    const simulated = { simulated: true, models: ['simulated-weak'] };
    expect(renderTraining(reportOf([helped], simulated))).toContain('simulated-weak: a simulated model');
    expect(renderTraining(reportOf([helped, helped], simulated))).toContain(
      'say nothing about any language model',
    );
    expect(renderTraining(reportOf([helped]))).not.toContain('simulated');
  });
});

test('the text of an evaluation', async () => {
  const rates = ['++-', '+!']
    .map(evaluationOf)
    .map(({ n, successes, rate, wilson95, errors }) => ({ n, successes, rate, wilson95, errors }));
  const taskTypes = rates.map((rate, i) => ({ ...rate, taskType: i === 0 ? 'heat' : 'cool' }));
  const text = renderEvaluation({
    heldOut: evaluationOf('++-+!'),
    taskTypes,
    models: ['simulated-strong'],
    simulated: true,
    split: 'held-out',
    planName: 'plans/heat.md',
  });
  await expect(`${text}\n`).toMatchFileSnapshot('__snapshots__/evaluation.txt');
});

describe('scores of a world', () => {
  const scored = (marks: string, em: number, f1: number) => ({
    ...evaluationOf(marks),
    meanScores: { em, f1 },
  });
  const baseline = scored('--', 0, 0.125);
  const heldOut = scored('+-', 0.5, 0.6667);
  const answered = summaryOf('qa', '--', '+-', { baseline, heldOut });

  test('stand under the rates', () => {
    expect(renderTraining(reportOf([answered]))).toContain(
      'paired.\n\n  Mean em: 0.0 % before, 50.0 % after\n  Mean f1: 12.5 % before, 66.7 % after\n\n',
    );
    const report = { heldOut, taskTypes: [{ ...heldOut, taskType: 'qa' }], models: [], simulated: false };
    const text = renderEvaluation({ ...report, split: 'held-out', planName: 'No plan' });
    expect(text).toMatch(/\n {2}qa +1\/2 .*\n\n {2}Mean em: 50\.0 %\n {2}Mean f1: 66\.7 %$/);
  });

  test('are pooled from the instances', () => {
    const [first, second] = heldOut.results;
    if (!first || !second) throw new Error('no results');
    const results = [
      { ...first, scores: { em: 1, f1: 1 } },
      { ...second, scores: { em: 0, f1: 0.5 } },
    ];
    const measured = summaryOf('qa', '--', '+-', { baseline, heldOut: { ...heldOut, results } });
    const both = reportOf([measured, measured]);
    expect(describeTraining({ ...both, outcome: 'finished' }).heldOut.meanScores).toEqual({
      em: 0.5,
      f1: 0.75,
    });
    expect(renderTraining(both)).toContain('\n  Mean f1: - before, 75.0 % after\n');
  });

  test('leave no trace where a world has none', () => {
    expect(JSON.stringify(describeTraining({ ...reportOf([helped]), outcome: 'finished' }))).not.toMatch(
      /scores/i,
    );
    expect(renderTraining(reportOf([helped, helped]))).not.toContain('Mean');
  });
});

describe('the JSON of a training', () => {
  test('of one task type has its numbers at the top', () => {
    const json = describeTraining({ ...reportOf([helped]), outcome: 'finished' });
    expect(json).toMatchObject({
      run: 'runs/one',
      plan: 'runs/one/plans/heat/best.md',
      heldOut: { n: 20, successes: 18, rate: 0.9, wilson95: helped.heldOut.wilson95 },
      baseline: { n: 20, successes: 0, rate: 0 },
      comparison: helped.comparison,
      usage: { calls: 1290 },
      costUsd: 1.754,
      simulated: false,
    });
    expect(json.iterations).toHaveLength(2);
  });

  test('of several pools them', () => {
    const other = summaryOf('cool', '--', '++');
    const json = describeTraining({ ...reportOf([helped, other]), outcome: 'finished' });
    expect(json).toMatchObject({
      plan: null,
      heldOut: { n: 22, successes: 20 },
      comparison: { n: 22, onlyA: 20 },
    });
    expect(json.taskTypes.map(({ taskType, plan }) => [taskType, plan.path])).toEqual([
      ['heat', 'runs/one/plans/heat/best.md'],
      ['cool', 'runs/one/plans/cool/best.md'],
    ]);
  });
});
