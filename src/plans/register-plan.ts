import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { describeFileError, kindOf, writeWhole, writeWholeNew } from '../util/files.js';
import { formatPlainPlan, formatPlanFile, type PlanDetails, type PlanFile } from './plan-file.js';
import { loadPlan, savePlan } from './plan-store.js';
import {
  aliasPath,
  findRegistered,
  isAlias,
  isPlanId,
  isRegistry,
  registryFile,
  registryFormat,
  versionPath,
} from './registry-files.js';

/** A plan that is in a registry now. */
export interface AddedVersion {
  readonly id: string;
  readonly version: number;
  readonly path: string;
  /** False where the registry had this text already. */
  readonly isNew: boolean;
}

/**
 * Adds a plan to a registry as its next version; a text that one of the versions has is not added again, but what the
 * plan's file says of a certificate or a review is kept. Safe beside other processes that do the same. Throws a
 * UsageError for an id that is none, a plan that was edited, and when it can not be written.
 */
export function registerPlan(folder: string, id: string, planFile: PlanFile): AddedVersion {
  if (!isPlanId(id))
    throw new UsageError(
      `${id}: can not be the id of a plan`,
      'use at most 64 of a-z, 0-9 and single hyphens',
    );
  if (planFile.edited)
    throw new UsageError(
      `${id}: the plan was edited: what its head says is about another text`,
      'review it first, or remove the front matter to make it a plain plan',
    );
  openRegistry(folder);
  return withFileErrors(folder, () => {
    for (;;) {
      const versions = findRegistered(folder, id)?.versions ?? [];
      const known = versions.find(
        (one) => loadPlan(versionPath(folder, id, one)).plan.id === planFile.plan.id,
      );
      if (known !== undefined) {
        const path = versionPath(folder, id, known);
        keepAttested(path, planFile);
        return { id, version: known, path, isNew: false };
      }
      const version = (versions.at(-1) ?? 0) + 1;
      const path = versionPath(folder, id, version);
      // Where another process was faster, its version may be the same plan.
      if (writeWholeNew(path, formatVersion(planFile))) return { id, version, path, isNew: true };
    }
  });
}

/** Throws a UsageError for a name that can not be an alias. */
export function checkAlias(alias: string): void {
  if (isAlias(alias)) return;
  throw new UsageError(
    `${alias}: can not be an alias`,
    'use words of a-z and 0-9 joined by hyphens, no number and not latest',
  );
}

/** Lets an alias name a version. Throws a UsageError for a name that is none, and for a version that is not there. */
export function moveAlias(folder: string, id: string, alias: string, version: number): void {
  checkAlias(alias);
  const versions = findRegistered(folder, id)?.versions ?? [];
  if (!versions.includes(version))
    throw new UsageError(
      `${id}@${version}: is not in the registry ${folder}`,
      versions.length === 0
        ? 'add the plan first: planwright plan import FILE'
        : `it has: ${versions.join(', ')}`,
    );
  withFileErrors(folder, () => writeWhole(aliasPath(folder, id, alias), `${version}\n`));
}

function openRegistry(folder: string): void {
  if (isRegistry(folder)) return;
  const kind = kindOf(folder);
  if (kind === 'file') throw new UsageError(`${folder}: is a file, not a folder`, 'give another registry');
  withFileErrors(folder, () => {
    writeWholeNew(join(folder, registryFile), `${JSON.stringify({ format: registryFormat })}\n`);
  });
  isRegistry(folder);
}

/** A version as its file holds it. */
function formatVersion({ plan, details }: PlanFile): string {
  return details === null ? formatPlainPlan(plan) : formatPlanFile(plan, details);
}

/** A certificate or a review that the registry does not have yet. */
function keepAttested(path: string, { plan, details }: PlanFile): void {
  const before = loadPlan(path).details;
  if (before === null || details === null) return;
  const { certificate, review } = details;
  const isReviewed = review?.state === 'reviewed' && review.content_hash === plan.id;
  if (certificate === undefined && !isReviewed) return;
  const after: PlanDetails = {
    ...before,
    ...(certificate === undefined ? {} : { certificate }),
    ...(isReviewed ? { review } : {}),
  };
  if (JSON.stringify(after) !== JSON.stringify(before)) savePlan(path, plan, after);
}

function withFileErrors<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${folder}: can not write the registry: ${describeFileError(error)}`,
      'give another folder',
    );
  }
}
