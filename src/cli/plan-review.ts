/** `planwright plan review`. */
import { UsageError } from '../core/errors.js';
import {
  acceptPlan,
  flagsOf,
  isReviewed,
  loadPlan,
  type PlanFile,
  resolvePlanReference,
  savePlan,
} from '../plans/index.js';
import { exitCodes, note, print } from './output.js';
import { printFlags } from './plan-lint.js';

/** Options of `plan review`. */
export interface PlanReviewOptions {
  readonly accept?: true;
  readonly registry?: string;
  readonly note?: string;
}

/**
 * Shows the flags of a plan, and marks it as reviewed where that is asked for. Returns the exit code. Throws a UsageError
 * for a file that is no plan or has no place for a review.
 */
export function reviewPlanFile(
  reference: string,
  { accept, registry, note: words }: PlanReviewOptions,
): number {
  if (words !== undefined && !accept) throw new UsageError('--note: only with --accept', 'add --accept');
  const file = resolvePlanReference(reference, registry);
  const planFile = loadPlan(file, { allowEdited: true });
  const flags = flagsOf(planFile);
  const details = accept ? acceptPlan(planFile, file, words) : planFile.details;
  print(planFile.plan.text === '' ? '(the plan is empty)' : planFile.plan.text);
  print('');
  printFlags(file, flags);
  if (flags.length === 0) note(`${file}: nothing found`);
  if (accept && details !== null) {
    savePlan(file, planFile.plan, details);
    if (planFile.edited && hasResults(planFile))
      note('the text was edited: its results, which are about the text before, were taken out');
    note(`${file} is marked as reviewed, until its text changes`);
    return exitCodes.ok;
  }
  const reviewed = isReviewed(planFile);
  note(
    reviewed
      ? 'it was reviewed'
      : `not reviewed; to accept it as it is: planwright plan review ${file} --accept`,
  );
  return reviewed || flags.length === 0 ? exitCodes.ok : exitCodes.gate;
}

function hasResults({ details }: PlanFile): boolean {
  return details?.evaluation !== undefined || details?.certificate !== undefined;
}
