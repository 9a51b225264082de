/** `planwright plan lint`. */
import { flagsOf, isReviewed, loadPlan, type PlanFlag, resolvePlanReference } from '../plans/index.js';
import { exitCodes, note, print, printJson } from './output.js';

/** Prints what is suspicious in plans. Returns the exit code. Throws a UsageError for a file that is no plan. */
export function lintPlans(files: readonly string[], registry: string | undefined, json: boolean): number {
  const linted = files.map((reference) => {
    const file = resolvePlanReference(reference, registry);
    const planFile = loadPlan(file, { allowEdited: true });
    return { file, reviewed: isReviewed(planFile), flags: flagsOf(planFile) };
  });
  const found = linted.reduce((sum, { flags }) => sum + flags.length, 0);
  if (json) printJson(linted);
  else for (const { file, flags } of linted) printFlags(file, flags);
  if (!json && found === 0)
    note(files.length === 1 ? `${files[0]}: nothing found` : `${files.length} plans: nothing found`);
  return found === 0 ? exitCodes.ok : exitCodes.gate;
}

/** Prints flags one a line; lines are those of the plan, below its front matter. */
export function printFlags(file: string, flags: readonly PlanFlag[]): void {
  for (const { kind, line, quote } of flags) print(`${file}: line ${line} of the plan: ${kind}: ${quote}`);
}
