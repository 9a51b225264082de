import { UsageError } from '../core/errors.js';
import { showOnOneLine } from '../util/show-plainly.js';
import type { PlanDetails, PlanFile } from './plan-file.js';
import { type PlanFlag, screenPlan } from './screen-plan.js';

/** Whether a person has accepted the plan's text as it is now. */
export function isReviewed({ plan, details }: PlanFile): boolean {
  return details?.review?.state === 'reviewed' && details.review.content_hash === plan.id;
}

/**
 * What a person should look at in a plan: what its file says was found when the plan was made, as far as it still stands
 * there, and what is found now.
 */
export function flagsOf({ plan, details, edited }: PlanFile): readonly PlanFlag[] {
  const found = screenPlan(plan.text);
  const before = details?.review?.flags ?? [];
  const standing = edited ? before.flatMap((flag) => locateFlag(flag, plan.text)) : before;
  const known = new Set(found.map(({ kind, line }) => `${kind} ${line}`));
  const further = standing.filter(({ kind, line }) => !known.has(`${kind} ${line}`));
  const onOneLine = further.map((flag) => ({ ...flag, quote: showOnOneLine(flag.quote) }));
  return [...found, ...onOneLine].sort((a, b) => a.line - b.line);
}

/** A flag where its quote stands in an edited text; none where it is gone. */
function locateFlag(flag: PlanFlag, text: string): PlanFlag[] {
  const quote = flag.quote.replace(/…$/, '').toLowerCase();
  const at = text.split('\n').findIndex((line) => line.toLowerCase().includes(quote));
  return at === -1 ? [] : [{ ...flag, line: at + 1 }];
}

/**
 * The details of a plan that a person accepts as it is. The results of an edited plan are left out: they are about the
 * text before. Throws a UsageError for a plain plan, whose file has no place for it.
 */
export function acceptPlan(planFile: PlanFile, file: string, note?: string): PlanDetails {
  const { plan, details, edited } = planFile;
  if (details === null)
    throw new UsageError(
      `${file}: a plain plan has no front matter that could say that it was reviewed`,
      'only plans that were learned are reviewed',
    );
  const { evaluation: _evaluation, certificate: _certificate, ...rest } = details;
  return {
    ...(edited ? rest : details),
    review: {
      state: 'reviewed',
      content_hash: plan.id,
      ...(note === undefined ? {} : { note }),
      flags: flagsOf(planFile).map((flag) => ({ ...flag })),
    },
  };
}

/** Why a plan may not be exported, one sentence each; none where it may. */
export function checkExportable(planFile: PlanFile): readonly string[] {
  const { details, edited } = planFile;
  if (isReviewed(planFile)) return [];
  const flags = flagsOf(planFile);
  const state =
    details?.review?.state === 'reviewed'
      ? 'it was reviewed, but its text has changed since'
      : 'nobody reviewed it';
  return [
    ...(edited && flags.length === 0 ? ['its text is not the one that its file was made for'] : []),
    ...flags.map(({ kind, line, quote }) => `line ${line}: ${kind}: "${quote}", and ${state}`),
  ];
}
