import type { Environment } from '../core/environment.js';
import { type Headline, type MeasuredRate, type SuccessRate, successHeadline } from '../evaluation/index.js';
import { alignRows } from '../util/table.js';
import { cellsOf, headOf } from './headline-cells.js';
import { wordsFor } from './instance-words.js';
import { count, interval, percent } from './numbers.js';
import { renderMissing, renderScores } from './scores-text.js';
import { renderSimulated } from './simulated-note.js';

/** What an evaluation's text is made from. */
export interface EvaluationReport {
  readonly heldOut: MeasuredRate;
  readonly taskTypes: readonly (MeasuredRate & { readonly taskType: string })[];
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly split: string;
  /** What was measured: a plan's name, or `no plan`. */
  readonly planName: string;
  /** The measure that the table is of; success unless given. */
  readonly headline?: Headline;
  /** What the instances are called; games unless given. */
  readonly instancesAre?: Environment['instancesAre'];
  /** Of an agent that tries again: its name, how often it may try, and success at its first try. */
  readonly tries?: { readonly agent: string; readonly most: number; readonly first: SuccessRate };
}

/** An evaluation for a terminal. */
export function renderEvaluation(report: EvaluationReport): string {
  const { heldOut, taskTypes, planName, split, headline = successHeadline, instancesAre } = report;
  const named = taskTypes.map((row) => [row.taskType, ...cellsOf(row, headline)]);
  const rows = taskTypes.length > 1 ? [...named, ['all', ...cellsOf(heldOut, headline)]] : named;
  const lines = alignRows([headOf('task type', headline, wordsFor(instancesAre)), ...rows]).map(
    (line) => `  ${line}`,
  );
  const scores = renderScores([['mean', heldOut]], headline);
  const errors =
    heldOut.errors > 0
      ? [`${heldOut.errors} episodes ended in an infrastructure error and are left out.`]
      : [];
  const missing = renderMissing([heldOut]);
  const simulated = report.simulated ? renderSimulated(report.models) : [];
  return [
    `${planName} on ${split}:`,
    '',
    ...lines,
    ...scores,
    ...renderTries(report),
    '',
    ...errors,
    ...missing,
    ...simulated,
  ]
    .join('\n')
    .trimEnd();
}

/** Success at the first try beside that in the end, and what the agent is told between them. */
function renderTries({ tries, heldOut, instancesAre }: EvaluationReport): string[] {
  if (tries === undefined) return [];
  const { plural, won } = wordsFor(instancesAre);
  const row = (name: string, rate: SuccessRate) => [name, count(rate), percent(rate.rate), interval(rate)];
  const rows = [
    ['', `${plural} ${won}`, 'rate', '95 % interval'],
    row('at the first try', tries.first),
    row(`after up to ${tries.most}`, heldOut),
  ];
  return [
    '',
    ...alignRows(rows).map((line) => `  ${line}`),
    '',
    `  On held-out instances ${tries.agent} is told whether a try succeeded, which no other agent is.`,
  ];
}
