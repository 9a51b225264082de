import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/core/episode.js';
import { noSpend, noUsage, type Purpose, type Spend } from '../../src/core/model.js';
import {
  comparePaired,
  countReasons,
  type Evaluation,
  failuresOf,
  type Headline,
  measureResults,
  successHeadline,
  successRate,
} from '../../src/evaluation/index.js';
import {
  describeFailures,
  describeTraining,
  renderEvaluation,
  renderFromCache,
  renderReasons,
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
    headline: successHeadline,
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
    calls: 'together',
    playing: { steps: 1000, calls: 1049 },
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

  test('speaks of a formalizer only where the agent has one', () => {
    const { calls, ...others } = reportOf([helped]);
    expect(renderTraining({ ...others, calls: 'apart' })).toContain(
      '1.05 calls a step (thought and action apart).',
    );
    const text = renderTraining(others);
    expect(calls).toBe('together');
    expect(text).not.toContain('Formalizer');
    expect(text).toContain('Playing: 1.05 calls a step.\n');
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
    failures: failuresOf(evaluationOf('++-+!').results),
    taskTypes,
    models: ['simulated-strong'],
    simulated: true,
    split: 'held-out',
    planName: 'plans/heat.md',
  });
  await expect(`${text}\n`).toMatchFileSnapshot('__snapshots__/evaluation.txt');
});

test('at most three reasons are named, on a line each of their own length', () => {
  const reasons = countReasons(['b', 'a', 'b', 'c\nd', 'e', 'f', 'f', 'b', 'x'.repeat(300)]);
  expect(renderReasons(reasons)).toBe('b (3 times), f (2 times), a (once), 3 for other reasons');
  expect(renderReasons(countReasons(['c\nd']))).not.toContain('\n');
  expect(renderReasons(countReasons(['x'.repeat(300)]))).toHaveLength(207);
});

test('what could not be judged is not said to be an episode', () => {
  const [one] = countReasons(['odd']);
  const some = one ? [one] : [];
  expect(describeFailures({ episodes: [], judging: some })).toBe('of the answers could not be judged');
  expect(describeFailures({ episodes: some, judging: [] })).toMatch(/infrastructure error$/);
  expect(describeFailures({ episodes: some, judging: some })).toMatch(/error, or .* not be judged$/);
});

test.each([
  [2, 'games', 'plays won', '5 plays of 2 games; the interval counts each game once.'],
  [1, 'questions', 'plays right', '5 plays of 1 question; the interval counts each question once.'],
] as const)('an evaluation that plays %d %s several times', (instancesPlayed, instancesAre, head, line) => {
  const heldOut = evaluationOf('++-+-!');
  const once = {
    ...{ heldOut, taskTypes: [{ ...heldOut, taskType: 'heat' }], instancesAre, instancesPlayed },
    ...{ models: [], simulated: false, split: 'held-out', planName: 'No plan' },
    failures: failuresOf(heldOut.results),
  };
  const text = renderEvaluation({ ...once, repeats: 3 });
  expect(text).toMatch(new RegExp(`task type +${head} `));
  expect(text).toContain(`\n  ${line}\n`);
  expect(renderEvaluation({ ...once, repeats: 1 })).not.toContain('plays');
});

test('an evaluation of an agent that tries again', () => {
  const text = renderEvaluation({
    heldOut: evaluationOf('++-+'),
    taskTypes: [{ ...evaluationOf('++-+'), taskType: 'heat' }],
    models: [],
    simulated: false,
    split: 'held-out',
    planName: 'No plan',
    failures: failuresOf([]),
    tries: {
      agent: 'reflexion',
      most: 3,
      first: successRate(evaluationOf('+---').results.map((r) => r.outcome)),
    },
  });
  expect(text).toMatch(/\n {2}at the first try +1\/4 +25 % +\[5, 70\]\n {2}after up to 3 +3\/4 +75 % /);
  expect(text).toContain(
    '\n  On held-out instances reflexion is told whether a try succeeded, which no other agent is.',
  );
});

describe('questions', () => {
  const f1: Headline = { name: 'f1', kind: 'graded' };
  const em: Headline = { name: 'em', kind: 'binary' };
  const kinds = { em: 'binary', f1: 'graded' } as const;

  /** Questions with these values of F1; a value of 1 is the right answer. */
  function answersOf(values: readonly number[]): Evaluation {
    const marked = evaluationOf(values.map((value) => (value === 1 ? '+' : '-')).join(''));
    const results = marked.results.map((result, i) => {
      const value = values[i] ?? 0;
      return { ...result, scores: { em: value === 1 ? 1 : 0, f1: value } };
    });
    return { ...marked, ...measureResults(results, kinds), results };
  }

  const repeat = (values: readonly number[]) => [0, 1, 2, 3].flatMap(() => values);
  const baseline = answersOf(repeat([0, 0.5, 0, 0.25, 1]));
  const heldOut = answersOf(repeat([1, 0.6, 0, 1, 1]));
  const answered = (headline: Headline, taskType = 'qa') =>
    summaryOf(taskType, '', '', {
      ...{ baseline, heldOut, headline },
      comparison: comparePaired(heldOut, baseline, headline),
    });
  const reportBy = (headline: Headline) => reportOf([answered(headline)], { instancesAre: 'questions' });

  test.each([successHeadline, em, f1])('are reported by $name', async (headline) => {
    const text = renderTraining(reportBy(headline));
    await expect(`${text}\n`).toMatchFileSnapshot(`__snapshots__/questions-${headline.name}.txt`);
  });

  test('of several task types are reported by any score', async () => {
    const report = reportOf([answered(f1), answered(f1, 'other')], { instancesAre: 'questions' });
    await expect(`${renderTraining(report)}\n`).toMatchFileSnapshot('__snapshots__/questions-several.txt');
  });

  test.each([successHeadline, f1])('are evaluated by $name', async (headline) => {
    const text = renderEvaluation({
      heldOut,
      taskTypes: [{ ...heldOut, taskType: 'qa' }],
      models: [],
      simulated: false,
      split: 'held-out',
      planName: 'No plan',
      failures: failuresOf(heldOut.results),
      headline,
      instancesAre: 'questions',
    });
    await expect(`${text}\n`).toMatchFileSnapshot(`__snapshots__/evaluation-${headline.name}.txt`);
  });

  test('say which answers could not be judged', () => {
    const judge: Headline = { name: 'judge', kind: 'binary' };
    const judged = (lost: number) => {
      const results = heldOut.results.map((result, i) =>
        i < lost ? { ...result, missingScores: { judge: 'too slow' } } : { ...result, scores: { judge: 1 } },
      );
      return { ...heldOut, ...measureResults(results, { judge: 'binary' }), results };
    };
    const [before, after] = [judged(1), judged(2)];
    const summary = summaryOf('qa', '', '', {
      ...{ baseline: before, heldOut: after, headline: judge },
      comparison: comparePaired(after, before, judge),
    });
    const text = renderTraining(reportOf([summary], { instancesAre: 'questions' }));
    expect(text).toContain(
      '\n3 answers could not be judged and are left out of the score judge, not counted as wrong.\n  Why: too slow (3 times)\n',
    );
    expect(text).toMatch(/\n {2}after \(this plan\) +18\/18 +100 %/);
    expect(summary.comparison.n).toBe(18);
  });

  test('say what came from the cache, and what was paid', () => {
    const notes = (...of: readonly Spend[]) =>
      of.flatMap((cached) => renderFromCache(summarizeSpend(new Map(spends), cached)));
    expect(notes(spendOf(0, 0), spendOf(1200, 1.5), spendOf(1, 0.1, 1))).toEqual([
      'Cache: it answered 1,200 of these calls, which would have cost US$ 1.50; paid: US$ 0.25.',
      'Cache: it answered 1 of these calls; they were not paid again.',
    ]);
    const spend = summarizeSpend(new Map(spends), spendOf(5, 1));
    expect(renderTraining({ ...reportBy(em), spend })).toMatch(
      /\nCost: .*\nCache: it answered 5 of these calls, /,
    );
    expect(describeTraining({ ...reportBy(em), spend, outcome: 'finished' }).fromCache).toEqual({
      calls: 5,
      costUsd: 1,
    });
  });

  test('say how many calls the judge took', () => {
    const spend = summarizeSpend(new Map([...spends, ['judge', spendOf(30, 0)] as const]));
    expect(renderTraining({ ...reportBy(em), spend })).toMatch(/\nJudge: 30 of the calls\.\n/);
  });

  test('are pooled from the instances, headline and all', () => {
    const both = { ...reportOf([answered(f1), answered(f1)]), outcome: 'finished' };
    const json = describeTraining(both);
    expect(json.heldOut.scores?.f1).toMatchObject({ kind: 'graded', n: 40, mean: 0.72 });
    expect(json.heldOut).toMatchObject({ n: 40, successes: 24, rate: 0.6 });
    expect(json.headline).toEqual(f1);
    expect(json.comparison).toMatchObject({ n: 40, df: 39 });
    expect(json.comparison.difference).toBeCloseTo(0.37, 12);
  });

  test('leave no trace in a world of games', () => {
    expect(JSON.stringify(describeTraining({ ...reportOf([helped]), outcome: 'finished' }))).not.toMatch(
      /scores/i,
    );
    expect(renderTraining(reportOf([helped, helped]))).not.toMatch(/question|headline/i);
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
