/** A training's results for a terminal: what was learned, whether it helped, what it cost, where it lies. */
import type { SuccessRate } from '../evaluation/index.js';
import { poolEvaluations, type SpendSummary, type TrainingSummary } from '../training/index.js';

/** What the text is made from. */
export interface TrainingReport {
  readonly results: readonly TrainingSummary[];
  readonly spend: SpendSummary;
  /** Model names in use; simulated ones are said to be. */
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly heldOutSplit: string;
  /** What the plans are compared with: `no plan`, or the plan that training began with. */
  readonly baselineName: string;
  readonly runFolder: string;
  readonly planPaths: readonly string[];
}

/** The same as one JSON document: the contract of `train --json`. One task type stands at the top, several pooled. */
export function describeTraining(report: TrainingReport) {
  const { results, spend, runFolder, planPaths, models, simulated } = report;
  const pool = (pick: (result: TrainingSummary) => TrainingSummary['heldOut']) =>
    poolEvaluations(results.map(pick));
  return {
    run: runFolder,
    plan: planPaths.length === 1 ? planPaths[0] : null,
    models,
    simulated,
    iterations: results.length === 1 ? results[0]?.iterations : [],
    heldOut: pool(({ heldOut }) => heldOut),
    baseline: pool(({ baseline }) => baseline),
    comparison: results.length === 1 ? results[0]?.comparison : null,
    usage: spend.usage,
    usageByPurpose: spend.byPurpose,
    costUsd: spend.costUsd,
    taskTypes: results.map((result, i) => ({ ...result, plan: { ...result.plan, path: planPaths[i] } })),
  };
}

/** The whole text, with a last line that has no line end. */
export function renderTraining(report: TrainingReport): string {
  const { results } = report;
  const blocks =
    results.length === 1 ? [renderPlanText(results[0]), renderOne(report)] : [renderTypes(report)];
  return [...blocks, renderSpend(report), renderPlaces(report)].join('\n\n');
}

function renderPlanText(result: TrainingSummary | undefined): string {
  if (!result || result.plan.text === '') return 'No plan was learned.';
  const lines = result.plan.text.split('\n').map((line) => `  ${line}`);
  return [`The plan for ${result.taskType}, after ${result.plan.iteration} updates:`, '', ...lines].join(
    '\n',
  );
}

function renderOne(report: TrainingReport): string {
  const result = report.results[0] as TrainingSummary;
  const { comparison, heldOut, baseline } = result;
  const rows = [
    ['', 'games won', 'rate', '95 % interval'],
    [`before (${report.baselineName})`, ...rateCells(baseline)],
    ['after (this plan)', ...rateCells(heldOut)],
  ];
  const { difference, onlyA, onlyB, p } = comparison;
  return [
    `Held-out games (${report.heldOutSplit}), never seen in training:`,
    '',
    ...alignRows(rows).map((line) => `  ${line}`),
    '',
    `  Difference ${signedPoints(difference)}: ${onlyA} won only with the plan, ${onlyB} only without; ${formatP(p)} (exact McNemar, paired).`,
    ...notes(report),
  ].join('\n');
}

function renderTypes(report: TrainingReport): string {
  const head = [
    'task type',
    'games',
    report.baselineName,
    '',
    'learned plan',
    '',
    '95 % interval',
    'difference',
    'p',
  ];
  const rows = report.results.map(({ taskType, baseline, heldOut, comparison }) => [
    taskType,
    String(heldOut.n),
    count(baseline),
    percent(baseline.rate),
    count(heldOut),
    percent(heldOut.rate),
    interval(heldOut),
    signedPoints(comparison.difference),
    formatP(comparison.p),
  ]);
  const all = poolEvaluations(report.results.map(({ heldOut }) => heldOut));
  const before = poolEvaluations(report.results.map(({ baseline }) => baseline));
  const difference = (all.rate ?? 0) - (before.rate ?? 0);
  const sum = [
    'all',
    String(all.n),
    count(before),
    percent(before.rate),
    count(all),
    percent(all.rate),
    interval(all),
    signedPoints(difference),
    '',
  ];
  return [
    `Success on held-out games (${report.heldOutSplit}), one plan per task type:`,
    '',
    ...alignRows([head, ...rows, sum]).map((line) => `  ${line}`),
    '',
    '  p: exact McNemar, the same games with and without the plan.',
    ...notes(report),
  ].join('\n');
}

function notes({ results, simulated, models }: TrainingReport): string[] {
  const errors = results.reduce((sum, { heldOut, baseline }) => sum + heldOut.errors + baseline.errors, 0);
  const unsolvable = results.reduce((sum, result) => sum + result.unsolvable, 0);
  const kept = results.flatMap(({ taskType, iterations }) =>
    iterations.flatMap(({ iteration, note }) =>
      note ? [`${taskType}, iteration ${iteration + 1}: ${note}.`] : [],
    ),
  );
  return [
    ...(errors > 0
      ? [`  ${errors} episodes ended in an infrastructure error and are left out, not counted as failures.`]
      : []),
    ...(unsolvable > 0
      ? [`  ${unsolvable} games cannot be solved under these rules and were left out.`]
      : []),
    ...kept.map((line) => `  ${line}`),
    ...(simulated
      ? [
          `  Made with ${models.join(', ')}: a simulated model, a program that stands in for a language model.`,
          '  These numbers say nothing about any language model.',
        ]
      : []),
  ];
}

function renderSpend({ spend, models }: TrainingReport): string {
  const { usage, costUsd, unpricedCalls, byPurpose } = spend;
  const tokens = `${group(usage.promptTokens)} prompt and ${group(usage.completionTokens)} completion tokens`;
  const estimated = usage.estimatedCalls > 0 ? ` (${usage.estimatedCalls} calls estimated)` : '';
  const money =
    costUsd === null
      ? `no price known for ${unpricedCalls} calls: add ${models.join(', ')} to the price file`
      : `US$ ${costUsd.toFixed(2)}`;
  const formalized = byPurpose.formalize?.calls ?? 0;
  const acted = byPurpose.act?.calls ?? 0;
  return [
    `Cost: ${group(usage.calls)} model calls, ${tokens}${estimated}; ${money}.`,
    `Formalizer: ${group(acted - formalized)} of ${group(acted)} actions needed no model call.`,
  ].join('\n');
}

function renderPlaces({ runFolder, planPaths }: TrainingReport): string {
  return [`Run   ${runFolder}`, ...planPaths.map((path) => `Plan  ${path}`)].join('\n');
}

function rateCells(rate: SuccessRate): string[] {
  return [count(rate), percent(rate.rate), interval(rate)];
}

function count({ successes, n }: SuccessRate): string {
  return `${successes}/${n}`;
}

/** A rate in percent, or a dash where there is none. */
export function percent(rate: number | null): string {
  return rate === null ? '-' : `${(rate * 100).toFixed(0)} %`;
}

/** A 95 % interval in percent. */
export function interval({ wilson95 }: Pick<SuccessRate, 'wilson95'>): string {
  return wilson95 === null ? '-' : `[${(wilson95[0] * 100).toFixed(0)}, ${(wilson95[1] * 100).toFixed(0)}]`;
}

function signedPoints(difference: number): string {
  const points = difference * 100;
  return `${points < 0 ? '-' : '+'}${Math.abs(points).toFixed(1)} points`;
}

/** A p value with the digits that matter. */
export function formatP(p: number): string {
  return p < 0.0001 ? 'p < 0.0001' : `p = ${p.toPrecision(2)}`;
}

function group(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** Rows as lines with aligned columns, two blanks apart. */
export function alignRows(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
