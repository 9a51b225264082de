import { checkExportable, isReviewed, type PlanFile } from '../plans/index.js';

/** Why a plan should not leave the house, and the option that lets it. */
export interface ShippingConcern {
  readonly reason: string;
  readonly option: '--accept-unreviewed' | '--accept-uncertified';
}

/** What speaks against exporting a plan, in order of weight; none where nothing does. */
export function checkShippable(planFile: PlanFile): readonly ShippingConcern[] {
  const { details, edited } = planFile;
  const unreviewed = checkExportable(planFile);
  const untrusted = details?.trainedOn.untrusted_observations === true && !isReviewed(planFile);
  const reasons =
    unreviewed.length === 0 && untrusted
      ? ['nobody reviewed it, and it was learned from untrusted observations']
      : unreviewed;
  const certificate = edited ? undefined : details?.certificate;
  return [
    ...reasons.map((reason) => ({ reason, option: '--accept-unreviewed' as const })),
    ...(certificate?.verdict === 'certified'
      ? []
      : [
          {
            reason:
              certificate === undefined
                ? 'it has no certificate'
                : `its certificate says: ${certificate.verdict}`,
            option: '--accept-uncertified' as const,
          },
        ]),
  ];
}
