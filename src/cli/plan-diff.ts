/** `planwright plan diff`. */
import type { Plan } from '../core/plan.js';
import { type DiffLine, diffPlans, loadPlan, renderDiff, resolvePlanReference } from '../plans/index.js';
import { hideSecrets } from '../util/secrets.js';
import { type Colour, note, print, printJson } from './output.js';
import type { PlanOptions } from './plan-show.js';

const colours: Readonly<Record<DiffLine['kind'], Colour | undefined>> = {
  removed: 'red',
  added: 'green',
  same: undefined,
};

/** Prints the difference of two plans. Throws a UsageError for a file that is no plan. */
export function diffPlanFiles(
  before: string,
  after: string,
  { allowEdited, registry, json }: PlanOptions,
): void {
  const load = (reference: string) =>
    loadPlan(resolvePlanReference(reference, registry), { allowEdited: allowEdited === true }).plan;
  const [a, b] = [load(before), load(after)];
  const lines = diffPlans(withoutKeys(a), withoutKeys(b));
  if (json) {
    printJson({ before: a.id, after: b.id, lines });
    return;
  }
  if (a.id === b.id) {
    note('the two plans have the same text');
    return;
  }
  printDifference(a, b, [before, after]);
}

/** Prints how one plan differs from another. */
export function printDifference(a: Plan, b: Plan, names: readonly [string, string]): void {
  print(`--- ${names[0]}\n+++ ${names[1]}`);
  const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
  for (const line of diffPlans(withoutKeys(a), withoutKeys(b)))
    print(renderDiff([line]), coloured ? colours[line.kind] : undefined);
}

/** The same where it is not the result. */
export function noteDifference(a: Plan, b: Plan): void {
  const coloured = process.stderr.isTTY && !process.env.NO_COLOR;
  for (const line of diffPlans(withoutKeys(a), withoutKeys(b)))
    note(renderDiff([line]), coloured ? colours[line.kind] : undefined);
}

/** A key may have several lines, which are printed one by one. */
function withoutKeys(plan: Plan): Plan {
  return { ...plan, text: hideSecrets(plan.text) };
}
