import type { SuccessRate } from '../evaluation/index.js';
import { alignRows, interval, percent } from './training-text.js';

/** What an evaluation's text is made from. */
export interface EvaluationReport {
  readonly heldOut: SuccessRate;
  readonly taskTypes: readonly (SuccessRate & { readonly taskType: string })[];
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
  const lines = alignRows([['task type', 'episodes won', 'rate', '95 % interval'], ...rows]).map(
    (line) => `  ${line}`,
  );
  const errors =
    heldOut.errors > 0
      ? [`  ${heldOut.errors} episodes ended in an infrastructure error and are left out.`]
      : [];
  const simulated = report.simulated
    ? [
        `  Made with ${report.models.join(', ')}: a simulated model, a program that stands in for a language model.`,
      ]
    : [];
  return [`${planName} on ${split}:`, '', ...lines, '', ...errors, ...simulated].join('\n').trimEnd();
}

function cells(name: string, rate: SuccessRate): string[] {
  return [name, `${rate.successes}/${rate.n}`, percent(rate.rate), interval(rate)];
}
