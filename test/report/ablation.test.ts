import { describe, expect, test } from 'vitest';
import { noUsage } from '../../src/core/model.js';
import { measureResults } from '../../src/evaluation/index.js';
import {
  drawAblationFigures,
  renderAblation,
  renderAblationReport,
  renderAblationTables,
} from '../../src/report/index.js';
import {
  type AblationResults,
  type ArmResults,
  type CellResult,
  summarizeArm,
} from '../../src/training/index.js';
import { parseCsv } from '../../src/util/csv.js';
import { analyzed, byRun, curves } from './ablation-by-run.js';

const spendOf = (calls: number, costUsd: number | null) => ({
  byPurpose: {},
  usage: { ...noUsage, calls, promptTokens: 1000 * calls, completionTokens: 50 * calls },
  costUsd,
  unpricedCalls: costUsd === null ? calls : 0,
});

/** `+` won, `-` out of steps, `!` an infrastructure error; with f1 where it is wanted. */
function cellOf(taskType: string, marks: string, f1?: number): CellResult {
  const results = [...marks].map((mark, i) => ({
    instanceId: `${taskType}-${i}`,
    taskType,
    outcome:
      mark === '+'
        ? ({ kind: 'success' } as const)
        : mark === '-'
          ? ({ kind: 'truncated', by: 'steps' } as const)
          : ({ kind: 'error', code: 'model-timeout', message: 'too slow' } as const),
    steps: 3,
    formalizer: { grammar: 3, model: 0, none: 0 },
    ...(f1 === undefined
      ? {}
      : { scores: { em: mark === '+' ? 1 : 0, f1: mark === '+' ? 1 : f1 / (i + 1) } }),
  }));
  return {
    state: 'measured',
    taskType,
    seed: 0,
    plan: { id: 'p', iteration: 0, text: '' },
    training: null,
    heldOut: { planId: 'p', ...measureResults(results, { em: 'binary', f1: 'graded' }), results },
    curve: [],
    inference: spendOf(8 * marks.length, 0.25),
    judging: spendOf(0, 0),
  };
}

const missing = (taskType: string, reason: string): CellResult => ({
  state: 'not-measured',
  taskType,
  seed: 0,
  reason,
});

function armOf(name: string, cells: readonly CellResult[], change: Partial<ArmResults> = {}): ArmResults {
  const types = [...new Set(cells.map(({ taskType }) => taskType))];
  const asOther = ({ promptTokens }: { promptTokens: number }) => (promptTokens * 30) / 1e6;
  const arm = { name, agent: 'react', train: false, planFrom: null, paper: null };
  return { ...arm, ...summarizeArm(cells, types, asOther), cells, ...change };
}

const training = (episodes: number, errors: number) => ({
  episodes,
  iterations: [{ iteration: 0, instances: ['a'], successes: 0, errors, plan: 'p' }],
  spend: spendOf(100, 0.5),
});

const learned = ['heat', 'cool'].map((type) => ({
  ...(cellOf(type, '+++++++++-') as Extract<CellResult, { state: 'measured' }>),
  training: training(4, type === 'heat' ? 2 : 0),
}));

const house = analyzed({
  name: 'house',
  title: 'ALFWorld',
  suite: { name: 'household', digest: 'sha256:1', shipped: true },
  environment: { name: 'alfworld', version: '1.0.0' },
  models: ['simulated-strong'],
  simulated: true,
  heldOutSplit: 'held-out',
  instancesAre: 'games',
  headline: { name: 'success', kind: 'binary' },
  taskTypes: ['heat', 'cool'].map((taskType) => ({ taskType, train: 24, heldOut: 10, unsolvable: 1 })),
  arms: [
    armOf('ReAct (0 shot)', [cellOf('heat', '+---------'), cellOf('cool', '+++++---!!')], {
      paper: { success: { heat: 35, cool: 71 } },
    }),
    armOf('Reflexion | 2 shot', [missing('heat', 'HTTP 401: no'), missing('cool', 'HTTP 401: no')], {
      paper: { success: { heat: 91, cool: 100 }, inferenceUsd: 17 },
    }),
    armOf('AdaPlanner', [cellOf('heat', '+---------'), missing('cool', 'not begun')]),
    armOf('AutoPlan', learned, {
      train: true,
      paper: { success: { heat: 96, cool: 90 }, trainingUsd: 1.8, inferenceUsd: 1.6 },
    }),
    armOf("ReAct, AutoPlan's plan", [cellOf('heat', '++++++++--'), cellOf('cool', '++++++++++')], {
      planFrom: 'AutoPlan',
    }),
  ],
  paperOnly: [{ name: 'BUTLER', paper: { success: { heat: 74, cool: 100 } } }],
});

const quiz = analyzed({
  ...house,
  name: 'quiz',
  title: 'HotpotQA',
  suite: { name: 'questions', digest: 'sha256:2', shipped: false },
  models: ['gpt-4o-mini'],
  simulated: false,
  heldOutSplit: 'dev',
  instancesAre: 'questions',
  headline: { name: 'em', kind: 'binary' },
  taskTypes: [{ taskType: 'qa', train: 50, heldOut: 10, unsolvable: 0 }],
  arms: [
    armOf('ReAct (0 shot)', [cellOf('qa', '+++-------', 0.4)], { paper: { success: { all: 70 } } }),
    armOf('AutoPlan', [cellOf('qa', '+++++++---', 0.4)], { paper: { success: { all: 83 } } }),
  ],
  paperOnly: [{ name: 'Chain-of-Skills', paper: { success: { all: 90 } } }],
});

const results: AblationResults = {
  format: 'planwright-ablation/1',
  ablation: 'table_s0_12345678',
  outcome: 'finished',
  seeds: [0],
  measure: 'last',
  priceAs: 'gpt-4-0314',
  paper: { model: 'GPT-4-0314', source: 'the paper, Table 3', note: 'Some rows are from elsewhere.' },
  experiments: [house, quiz],
  spend: spendOf(1234, 1.5),
};

describe('the tables of an ablation', () => {
  test.each(['success', 'cost'] as const)('of %s, with all that there may be to note', async (table) => {
    const text = renderAblation(results, table);
    await expect(`${text}\n`).toMatchFileSnapshot(`__snapshots__/ablation-${table}.txt`);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  test('as a report in Markdown, both with every interval', async () => {
    await expect(renderAblationReport(results)).toMatchFileSnapshot('__snapshots__/ablation-report.txt');
  });

  test('are fit for a terminal with the longest names and numbers there are', () => {
    const taskTypes = ['pick', 'light', 'clean', 'heat', 'cool', 'two'];
    const cells = taskTypes.map((type) => cellOf(type, '+'.repeat(500)));
    const wide = {
      ...house,
      taskTypes: taskTypes.map((taskType) => ({ taskType, train: 1, heldOut: 500, unsolvable: 0 })),
      arms: [armOf("ReAct, AutoPlan's plan", cells)],
    };
    for (const table of ['success', 'cost'] as const)
      for (const line of renderAblation({ ...results, experiments: [wide] }, table).split('\n'))
        expect(line.length).toBeLessThanOrEqual(120);
  });

  test("have the paper's number of the only task type that was played", () => {
    const heat = { ...house, taskTypes: house.taskTypes.slice(0, 1), arms: house.arms.slice(0, 1) };
    expect(renderAblation({ ...results, experiments: [heat] }, 'success')).toMatch(
      /\n {4}paper \(GPT-4-0314\) +35 +-\n/,
    );
  });

  test('name a simulated model as one, and only then', () => {
    expect(renderAblation(results, 'cost')).toContain('simulated-strong: a simulated model, a program');
    expect(renderAblation({ ...results, experiments: [quiz] }, 'cost')).not.toContain('a simulated model');
  });

  test('say when an instance was played with several seeds, and when it did not end well', () => {
    expect(renderAblation({ ...results, seeds: [0, 1] }, 'success')).toContain('Seeds 0, 1 together.');
    expect(renderAblation(results, 'success')).not.toContain('Seeds');
    expect(renderAblationReport({ ...results, outcome: 'interrupted' })).toContain(
      'This ablation did not finish: interrupted.',
    );
  });

  test('show success and cost where both are asked for', () => {
    const both = renderAblation(results, 'both');
    for (const table of ['success', 'cost'] as const)
      for (const line of renderAblation(results, table).split('\n')) expect(both).toContain(line);
    expect(both.indexOf('; success in %')).toBeLessThan(both.indexOf('; cost:'));
  });

  test('show what was paid where no other model is named', () => {
    const paid = renderAblation({ ...results, priceAs: null, paper: null }, 'cost');
    expect(paid).toContain('US$: what was paid by the price file.');
    expect(paid).toMatch(/ReAct \(0 shot\) +- +- +0\.0250 +8,400 +8\.0 +2\.67\n/);
    expect(paid).not.toContain('GPT-4');
  });
});

describe('an ablation by run', () => {
  test('has tables of the runs and of the comparisons, and says how to read them', async () => {
    const text = renderAblation(byRun, 'success');
    await expect(`${text}\n`).toMatchFileSnapshot('__snapshots__/ablation-runs.txt');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    expect(renderAblation({ ...byRun, seeds: [0] }, 'success')).not.toContain('Against');
    expect(renderAblation(byRun, 'cost')).not.toContain('Against');
  });

  test('has them in the report, with the figures', async () => {
    const figures = await drawAblationFigures(byRun);
    const report = renderAblationReport(byRun, figures);
    await expect(report).toMatchFileSnapshot('__snapshots__/ablation-runs-report.txt');
    for (const { path, title } of figures) expect(report).toContain(`![${title}](${path})`);
  });

  test('has files of them: to read, for spreadsheets and for programs, with the same numbers', async () => {
    const files = Object.fromEntries(renderAblationTables(byRun).map(({ path, text }) => [path, text]));
    const kinds = ['task-types', 'costs', 'runs', 'comparisons'];
    expect(Object.keys(files)).toEqual(
      kinds.flatMap((kind) => ['md', 'csv', 'json'].map((ending) => `tables/heat-${kind}.${ending}`)),
    );
    await expect(kinds.map((kind) => files[`tables/heat-${kind}.md`]).join('\n')).toMatchFileSnapshot(
      '__snapshots__/ablation-tables.txt',
    );
    for (const kind of kinds) {
      const { rows, problems } = parseCsv(files[`tables/heat-${kind}.csv`] ?? '');
      const data = JSON.parse(files[`tables/heat-${kind}.json`] ?? '[]');
      const [head = [], ...cells] = rows.filter((row) => row.length > 1);
      expect(problems).toEqual([]);
      expect(cells).toHaveLength(data.length);
      for (const [i, row] of cells.entries())
        for (const [j, cell] of row.entries()) expect(cell).toBe(String(data[i][head[j] ?? ''] ?? ''));
      expect(files[`tables/heat-${kind}.csv`]).not.toMatch(/NaN|undefined|Infinity/);
    }
    const [, second] = JSON.parse(files['tables/heat-comparisons.json'] ?? '[]');
    const [, compared] = curves.analysis.comparisons;
    expect(second).toMatchObject({
      arm: 'batchSize 4',
      after: 1,
      p: compared?.p,
      verdict: compared?.verdict,
    });
    expect(second.worstCase).toBeLessThan(second.difference);
  });
});
