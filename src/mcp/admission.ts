import { checkExportable, isReviewed, type PlanFile } from '../plans/index.js';

/** What a user accepts in so many words. */
export interface Acceptance {
  /** Plans that nobody reviewed, though what they were learned from may be hostile. */
  readonly unreviewed: boolean;
  /** Plans without a certificate. */
  readonly uncertified: boolean;
}

/** Why a plan is not served, with what to do about it; null where it is. */
export function refusalOf(planFile: PlanFile, { unreviewed, uncertified }: Acceptance): string | null {
  const { plan, details, edited } = planFile;
  if (plan.text === '') return 'holds no plan';
  if (edited && !isReviewed(planFile))
    return 'was edited since it was hashed (accept it with: planwright plan review FILE --accept)';
  const [reason] = checkExportable(planFile);
  const untrusted = details?.trainedOn.untrusted_observations === true && !isReviewed(planFile);
  if (!unreviewed && (reason !== undefined || untrusted))
    return `${reason ?? 'nobody reviewed it, and it was learned from untrusted observations'} (--accept-unreviewed)`;
  if (!uncertified && !isCertified(planFile)) return 'is not certified (--accept-uncertified)';
  return null;
}

/** Whether the plan's text, as it is, has a certificate that says yes. */
export function isCertified({ details, edited }: PlanFile): boolean {
  return !edited && details?.certificate?.verdict === 'certified';
}
