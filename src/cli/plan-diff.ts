/** `planwright plan diff`. */
import type { Plan } from '../core/plan.js';
import { type DiffLine, diffPlans, loadPlan, renderDiff } from '../plans/index.js';
import { hideSecrets } from '../util/secrets.js';
import { type Colour, note, print, printJson } from './output.js';
import type { PlanOptions } from './plan-show.js';

const colours: Readonly<Record<DiffLine['kind'], Colour | undefined>> = {
  removed: 'red',
  added: 'green',
  same: undefined,
};

/** Prints the difference of two plans. Throws a UsageError for a file that is no plan. */
export function diffPlanFiles(before: string, after: string, { allowEdited, json }: PlanOptions): void {
  const options = { allowEdited: allowEdited === true };
  const [a, b] = [loadPlan(before, options).plan, loadPlan(after, options).plan];
  const lines = diffPlans(withoutKeys(a), withoutKeys(b));
  if (json) {
    printJson({ before: a.id, after: b.id, lines });
    return;
  }
  if (a.id === b.id) {
    note('the two plans have the same text');
    return;
  }
  print(`--- ${before}\n+++ ${after}`);
  const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
  for (const line of lines) print(renderDiff([line]), coloured ? colours[line.kind] : undefined);
}

/** A key may have several lines, which are printed one by one. */
function withoutKeys(plan: Plan): Plan {
  return { ...plan, text: hideSecrets(plan.text) };
}
