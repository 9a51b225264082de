import type { AblationResults, ExperimentResults, SpendSummary } from '../training/index.js';
import { alignRows } from '../util/table.js';
import { wrapWords } from '../util/wrap-words.js';
import { ablationNotes, costNotes, describeGames, paperNotes, singleRunNotes } from './ablation-notes.js';
import { costRows, scoreRows, successRows } from './ablation-rows.js';
import { comparisonNotes, comparisonRows, comparisonTitle, runRows } from './ablation-run-rows.js';
import { groupDigits } from './numbers.js';
import { renderSimulated } from './simulated-note.js';

/** Which tables of an ablation a terminal shows. */
export type ShownTable = 'success' | 'cost' | 'both';

/** The tables of an ablation for a terminal: success with intervals, costs, or both; for each experiment. */
export function renderAblation(results: AblationResults, table: ShownTable): string {
  return [
    ...results.experiments.flatMap((experiment) => [
      ...(table === 'cost' ? [] : [renderSuccess(results, experiment)]),
      ...(table === 'success' ? [] : [renderCost(results, experiment)]),
    ]),
    ...paragraph([...paperNotes(results), ...(table === 'cost' ? [] : singleRunNotes(results))]),
    ...paragraph(simulatedNotes(results)),
    renderSpent(results.spend),
  ].join('\n\n');
}

/** Says which numbers simulated models made; nothing where there are none. */
export function simulatedNotes({ experiments }: AblationResults): string[] {
  const models = experiments.flatMap(({ models: names, simulated }) => (simulated ? names : []));
  return models.length === 0 ? [] : renderSimulated([...new Set(models)]);
}

/** What an ablation has used in all. */
export function renderSpent({ usage, costUsd, unpricedCalls }: SpendSummary): string {
  const { calls, promptTokens, completionTokens } = usage;
  const money =
    costUsd === null ? `no price known for ${groupDigits(unpricedCalls)} calls` : `US$ ${costUsd.toFixed(2)}`;
  return `Spent: ${groupDigits(calls)} model calls, ${groupDigits(promptTokens)} prompt and ${groupDigits(completionTokens)} completion tokens; ${money}.`;
}

function renderSuccess(results: AblationResults, experiment: ExperimentResults): string {
  const { paper, priceAs, seeds } = results;
  const rows = successRows(experiment, { paper, priceAs, everyInterval: false });
  const scores = scoreRows(experiment);
  return [
    `${describeGames(experiment)}; ${experiment.headline.name} in % [95 % interval]:`,
    '',
    ...indent(alignRows(rows)),
    ...(scores.length === 0
      ? []
      : ['', '  Other scores in % [95 % interval]:', '', ...indent(alignRows(scores))]),
    ...(seeds.length < 2 ? [] : renderRuns(experiment)),
    ...after([...intervalNotes(experiment), ...ablationNotes(experiment)]),
  ].join('\n');
}

function intervalNotes({ taskTypes }: ExperimentResults): string[] {
  return taskTypes.length > 1 ? ['The intervals of the task types are in report.md.'] : [];
}

/** The arms by run, and each against the baseline. */
function renderRuns(experiment: ExperimentResults): string[] {
  const { analysis, headline } = experiment;
  const compared = [
    '',
    `  ${comparisonTitle(experiment)}:`,
    '',
    ...indent(alignRows(comparisonRows(analysis))),
    '',
    ...indent(comparisonNotes(experiment).flatMap((note) => wrapWords(note, noteWidth))),
  ];
  return [
    '',
    `  Mean ${headline.name} over runs in %, ± standard deviation [95 % t interval]:`,
    '',
    ...indent(alignRows(runRows(analysis))),
    ...(analysis.comparisons.length === 0 ? [] : compared),
  ];
}

/** Columns that notes take, without those in front of them. */
const noteWidth = 116;

function renderCost(results: AblationResults, experiment: ExperimentResults): string {
  const { paper, priceAs } = results;
  const rows = costRows(experiment, { paper, priceAs, everyInterval: false });
  return [
    `${describeGames(experiment)}; cost:`,
    '',
    ...indent(alignRows(rows)),
    ...after([...costNotes(results, experiment), ...ablationNotes(experiment)]),
  ].join('\n');
}

/** Lines below a table. */
function after(notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : ['', ...indent(notes)];
}

function paragraph(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
