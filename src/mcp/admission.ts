import { isReviewed, type PlanFile } from '../plans/index.js';
import { checkShippable } from '../shipping/index.js';

/** What a user accepts in so many words. */
export interface Acceptance {
  /** Plans that nobody reviewed, though what they were learned from may be hostile. */
  readonly unreviewed: boolean;
  /** Plans without a certificate. */
  readonly uncertified: boolean;
}

/** Why a plan is not served, with what to do about it; null where it is. */
export function refusalOf(planFile: PlanFile, { unreviewed, uncertified }: Acceptance): string | null {
  if (planFile.plan.text === '') return 'holds no plan';
  // An export shows what it exports; here nobody would see that the text is another than the one that was learned.
  if (planFile.edited && !isReviewed(planFile))
    return 'was edited since it was hashed (accept it with: planwright plan review FILE --accept)';
  const accepted = { '--accept-unreviewed': unreviewed, '--accept-uncertified': uncertified };
  const concern = checkShippable(planFile).find(({ option }) => !accepted[option]);
  return concern === undefined ? null : `${concern.reason} (${concern.option})`;
}

/** Whether the plan's text, as it is, has a certificate that says yes. */
export function isCertified({ details, edited }: PlanFile): boolean {
  return !edited && details?.certificate?.verdict === 'certified';
}
