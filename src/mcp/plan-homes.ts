/** Where plans stand: in a registry, or in files of a folder. Both look the same from here. */
import {
  isReviewed,
  listPlans,
  listRegistered,
  loadPlan,
  type PlanFile,
  planSlug,
  versionPath,
} from '../plans/index.js';
import { isCertified } from './admission.js';

/** All versions of one plan. */
export interface PlanHome {
  readonly id: string;
  /** In order; of a registry its numbers, of files the numbers of updates. */
  readonly versions: readonly number[];
  /** The version that each alias names. */
  readonly aliases: ReadonlyMap<string, number>;
  pathOf(version: number): string;
  /** Throws a UsageError for a broken file. */
  load(version: number): PlanFile;
}

/** What a folder holds. */
export interface FoundHomes {
  readonly homes: readonly PlanHome[];
  /** Files that can not be used, and why: a line each. */
  readonly problems: readonly string[];
}

/**
 * The plans of a folder in order of their ids: those of the registry that it is, and those of its plan files. A plan of the
 * registry comes before files with its id. Throws a UsageError when the folder can not be read.
 */
export function findHomes(folder: string): FoundHomes {
  const { homes: files, problems } = findFiles(folder);
  const registered = findRegisteredHomes(folder);
  const homes = new Map([...files, ...registered].map((home) => [home.id, home]));
  return { homes: [...homes.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), problems };
}

function findRegisteredHomes(folder: string): PlanHome[] {
  return listRegistered(folder).map(({ id, versions, aliases }) => {
    const pathOf = (version: number) => versionPath(folder, id, version);
    return {
      id,
      versions,
      aliases: new Map(Object.entries(aliases)),
      pathOf,
      load: (version) => loadPlan(pathOf(version)),
    };
  });
}

interface PlanAtPath {
  readonly path: string;
  readonly planFile: PlanFile;
}

function findFiles(folder: string): FoundHomes {
  const byId = new Map<string, Map<number, PlanAtPath>>();
  const problems: string[] = [];
  for (const listed of listPlans(folder)) {
    if ('problem' in listed) {
      problems.push(listed.problem);
      continue;
    }
    const { plan } = listed.planFile;
    const id = planSlug(plan);
    const versions = byId.get(id) ?? new Map<number, PlanAtPath>();
    const other = versions.get(plan.iteration);
    const isSame = other?.planFile.plan.id === plan.id;
    if (other === undefined || (isSame && countAttestations(listed) > countAttestations(other)))
      versions.set(plan.iteration, listed);
    else if (!isSame)
      problems.push(`${listed.path}: another plan than ${other.path} with the same id and version`);
    byId.set(id, versions);
  }
  return { homes: [...byId].map(([id, versions]) => toHome(id, versions)), problems };
}

/** The last plan of a run stands in two files, and people review and certify one of them. */
function countAttestations({ planFile }: PlanAtPath): number {
  return Number(isReviewed(planFile)) + Number(isCertified(planFile));
}

function toHome(id: string, files: ReadonlyMap<number, PlanAtPath>): PlanHome {
  const fileOf = (version: number) => {
    const file = files.get(version);
    if (file === undefined) throw new Error(`${id} has no version ${version}`);
    return file;
  };
  return {
    id,
    versions: [...files.keys()].sort((a, b) => a - b),
    aliases: new Map(),
    pathOf: (version) => fileOf(version).path,
    load: (version) => fileOf(version).planFile,
  };
}
