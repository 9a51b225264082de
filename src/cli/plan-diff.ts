/** `planwright plan diff`. */
import { type DiffLine, diffPlans, loadPlan, renderDiff } from '../plans/index.js';
import { note, print, printJson, showPlainly } from './output.js';
import type { PlanOptions } from './plan-show.js';

const colors = { removed: '\u001b[31m', added: '\u001b[32m', same: '' } as const;

/** Prints the difference of two plans. Throws a UsageError for a file that is no plan. */
export function diffPlanFiles(before: string, after: string, { allowEdited, json }: PlanOptions): void {
  const options = { allowEdited: allowEdited === true };
  const [a, b] = [loadPlan(before, options).plan, loadPlan(after, options).plan];
  const lines = diffPlans(a, b);
  if (json) {
    printJson({ before: a.id, after: b.id, lines });
    return;
  }
  if (a.id === b.id) {
    note('the two plans have the same text');
    return;
  }
  print(showPlainly(`--- ${before}\n+++ ${after}`));
  const inColor = process.stdout.isTTY && !process.env.NO_COLOR;
  for (const line of lines) print(renderLine(line, inColor));
}

function renderLine(line: DiffLine, inColor: boolean): string {
  const text = showPlainly(renderDiff([line]));
  return inColor && line.kind !== 'same' ? `${colors[line.kind]}${text}\u001b[0m` : text;
}
