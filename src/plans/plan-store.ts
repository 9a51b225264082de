import { join } from 'node:path';
import { messageOf, UsageError } from '../core/errors.js';
import type { Plan } from '../core/plan.js';
import { describeFileError, listDirectory, writeWhole } from '../util/files.js';
import { readSmallText } from '../util/small-text.js';
import { addAttestations, attestPlan } from './attest-plan.js';
import {
  formatPlanFile,
  maximumPlanBytes,
  type PlanDetails,
  type PlanFile,
  type PlanFileOptions,
  parsePlanFile,
} from './plan-file.js';
import { resolvePlanReference } from './plan-reference.js';
import { isRegistryVersion, listRegistered, refuseLink, versionPath } from './registry-files.js';

/**
 * Reads a plan from a file, or from a registry by its reference (see `resolvePlanReference`). A version of a registry
 * whose text was changed is refused. Throws a UsageError that names the file; see `parsePlanFile`.
 */
export function loadPlan(reference: string, options: PlanFileOptions = {}): PlanFile {
  const path = resolvePlanReference(reference);
  const registered = isRegistryVersion(path);
  if (registered) refuseLink(path);
  const planFile = parsePlanFile(readPlanText(path), path, registered ? {} : options);
  return registered ? addAttestations(path, planFile) : planFile;
}

/**
 * Writes a plan file, whole or not at all. A version of a registry stays as it is: its certificate and its review are
 * written beside it. Throws a UsageError when it can not be written, or where anything else of a version would change.
 */
export function savePlan(reference: string, plan: Plan, details: PlanDetails): void {
  const path = placeOf(reference);
  if (isRegistryVersion(path)) {
    attestPlan(path, addAttestations(path, parsePlanFile(readPlanText(path), path)), plan, details);
    return;
  }
  const text = formatPlanFile(plan, details);
  try {
    writeWhole(path, text);
  } catch (error) {
    throw new UsageError(
      `${path}: can not write the plan: ${describeFileError(error)}`,
      'choose another file',
    );
  }
}

/** A name that no registry knows is that of a new file. */
function placeOf(reference: string): string {
  try {
    return resolvePlanReference(reference);
  } catch (error) {
    if (reference.includes('@')) throw error;
    return reference;
  }
}

/** One file of a plans folder: a plan, or why it can not be read. */
export type ListedPlan =
  | { readonly path: string; readonly planFile: PlanFile }
  | { readonly path: string; readonly problem: string };

/**
 * The plan files (`.md` with front matter) of a folder, in order of their names. A broken one is listed with its
 * problem. Throws a UsageError when the folder can not be read.
 */
export function listPlans(folder: string): readonly ListedPlan[] {
  const names = listNames(folder).filter((name) => name.endsWith('.md'));
  const listed = names.map((name) => inspect(join(folder, name)));
  return listed.filter((plan) => 'problem' in plan || plan.planFile.details !== null);
}

/** A version in a registry, with all the aliases that name it. */
export type ListedVersion = ListedPlan & {
  readonly id: string;
  readonly version: number;
  readonly aliases: readonly string[];
};

/** All versions of all plans of a registry, in order; none where the folder is no registry. */
export function listVersions(folder: string): readonly ListedVersion[] {
  return listRegistered(folder).flatMap(({ id, versions, aliases }) =>
    versions.map((version) => ({
      ...inspect(versionPath(folder, id, version)),
      id,
      version,
      aliases: Object.keys(aliases).filter((alias) => aliases[alias] === version),
    })),
  );
}

function inspect(path: string): ListedPlan {
  try {
    return { path, planFile: loadPlan(path, { allowEdited: true }) };
  } catch (error) {
    return { path, problem: messageOf(error) };
  }
}

function listNames(folder: string): string[] {
  try {
    return listDirectory(folder);
  } catch (error) {
    throw new UsageError(`${folder}: ${describeFileError(error)}`, 'give a folder with plan files');
  }
}

function readPlanText(path: string): string {
  try {
    return readSmallText(path, maximumPlanBytes);
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`, 'give a plan file (Markdown or text)');
  }
}
