/** The tables of an ablation as files: Markdown to read, CSV for spreadsheets, JSON for programs. */
import { measureOf } from '../evaluation/index.js';
import type { AblationResults, ArmComparison, ExperimentResults } from '../training/index.js';
import { costRows, type Rows, successRows } from './ablation-rows.js';
import { comparisonRows, runRows } from './ablation-run-rows.js';
import { type DataRow, type ReportFile, tableFiles } from './table-files.js';

/** The tables of all experiments: `tables/<experiment>-<table>.md`, `.csv` and `.json`. */
export function renderAblationTables({ experiments, paper, priceAs }: AblationResults): ReportFile[] {
  return experiments.flatMap((experiment) => {
    const { name, analysis } = experiment;
    const table = (kind: string, read: Rows, data: readonly DataRow[]) =>
      tableFiles(`tables/${name}-${kind}`, read, data);
    return [
      ...table(
        'task-types',
        successRows(experiment, { paper, priceAs, everyInterval: true }),
        taskTypeData(experiment),
      ),
      ...table('costs', costRows(experiment, { paper, priceAs, everyInterval: true }), costData(experiment)),
      ...table('runs', runRows(analysis), runData(experiment)),
      ...table('comparisons', comparisonRows(analysis), analysis.comparisons.map(comparisonData)),
    ];
  });
}

function taskTypeData({ arms, taskTypes, headline }: ExperimentResults): DataRow[] {
  return arms.flatMap((arm) =>
    [...taskTypes.map(({ taskType }) => taskType), 'all'].map((taskType): DataRow => {
      const rate = taskType === 'all' ? arm.all : (arm.taskTypes[taskType] ?? null);
      const measured = rate && measureOf(rate, headline);
      return {
        arm: arm.name,
        taskType,
        headline: headline.name,
        n: measured?.n ?? 0,
        mean: measured?.mean ?? null,
        low95: measured?.interval95?.[0] ?? null,
        high95: measured?.interval95?.[1] ?? null,
        errors: measured?.errors ?? null,
      };
    }),
  );
}

function costData({ arms }: ExperimentResults): DataRow[] {
  return arms.flatMap(({ name, training, inference, judging }) =>
    Object.entries({ training, inference, judging }).flatMap(([work, cost]): DataRow[] =>
      cost === null ? [] : [{ arm: name, work, ...cost }],
    ),
  );
}

function runData({ analysis }: ExperimentResults): DataRow[] {
  return analysis.arms.flatMap(({ arm, points }) =>
    points.map(
      ({ at, runs, n, mean, sd, interval95, bounds }): DataRow => ({
        arm,
        after: at,
        runs: n,
        missing: runs.length - n,
        mean,
        sd,
        low95: interval95?.[0] ?? null,
        high95: interval95?.[1] ?? null,
        worstCase: bounds?.[0] ?? null,
        bestCase: bounds?.[1] ?? null,
        ...Object.fromEntries(runs.map(({ seed, value }) => [`seed${seed}`, value])),
      }),
    ),
  );
}

function comparisonData(one: ArmComparison): DataRow {
  return {
    arm: one.arm,
    baseline: one.baseline,
    after: one.at,
    test: one.test,
    runs: one.nA,
    baselineRuns: one.nB,
    difference: one.difference,
    low95: one.interval95?.[0] ?? null,
    high95: one.interval95?.[1] ?? null,
    p: one.p,
    adjustedP: one.adjustedP,
    exactTest: one.exact.test,
    exactP: one.p === null ? null : one.exact.p,
    effect: one.effect,
    detectable: one.detectable.difference,
    detectableEffect: one.detectable.effect,
    worstCase: one.bounds?.[0] ?? null,
    bestCase: one.bounds?.[1] ?? null,
    exploratory: one.exploratory,
    verdict: one.verdict,
    notes: one.notes.join('; '),
  };
}
