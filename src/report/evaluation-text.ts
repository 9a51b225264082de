import type { MeasuredRate } from '../evaluation/index.js';
import { alignRows } from '../util/table.js';
import { count, interval, percent } from './numbers.js';
import { renderScores } from './scores-text.js';
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
}

/** An evaluation for a terminal. */
export function renderEvaluation(report: EvaluationReport): string {
  const { heldOut, taskTypes, planName, split } = report;
  const rows =
    taskTypes.length > 1
      ? [...taskTypes.map((row) => cells(row.taskType, row)), cells('all', heldOut)]
      : taskTypes.map((row) => cells(row.taskType, row));
  const lines = alignRows([['task type', 'games won', 'rate', '95 % interval'], ...rows]).map(
    (line) => `  ${line}`,
  );
  const scores = renderScores([['', heldOut]]);
  const errors =
    heldOut.errors > 0
      ? [`${heldOut.errors} episodes ended in an infrastructure error and are left out.`]
      : [];
  const simulated = report.simulated ? renderSimulated(report.models) : [];
  return [`${planName} on ${split}:`, '', ...lines, ...scores, '', ...errors, ...simulated]
    .join('\n')
    .trimEnd();
}

function cells(name: string, rate: MeasuredRate): string[] {
  return [name, count(rate), percent(rate.rate), interval(rate)];
}
