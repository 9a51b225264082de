import { dirname } from 'node:path';
import type { Plan } from '../core/plan.js';
import {
  emptyPlan,
  findRegistered,
  listPlans,
  loadPlan,
  planSlug,
  registryFolder,
  versionPath,
} from '../plans/index.js';
import { kindOf, listDirectory } from '../util/files.js';

/**
 * The plan that a plan was revised from: no plan, one of the files beside its own, or a version in the registry. Null where
 * it is not at hand.
 */
export function findParent(plan: Plan, path: string, registry?: string): Plan | null {
  const { parentId } = plan;
  if (parentId === undefined) return null;
  const empty = emptyPlan(plan.environment, plan.taskType);
  if (parentId === empty.id) return empty;
  const beside = planFilesOf(dirname(path));
  return (
    [...beside, ...registered(planSlug(plan), registryFolder(registry))].find(({ id }) => id === parentId) ??
    null
  );
}

function planFilesOf(folder: string): readonly Plan[] {
  if (kindOf(folder) !== 'directory' || listDirectory(folder).length > mostFiles) return [];
  return listPlans(folder).flatMap((one) =>
    'problem' in one || one.planFile.edited ? [] : [one.planFile.plan],
  );
}

/** A folder with more files is not a run's and is not searched. */
const mostFiles = 2000;

function registered(id: string, folder: string): readonly Plan[] {
  try {
    const versions = findRegistered(folder, id)?.versions ?? [];
    return versions.map((version) => loadPlan(versionPath(folder, id, version)).plan);
  } catch {
    // A registry that can not be read has no parent at hand.
    return [];
  }
}
