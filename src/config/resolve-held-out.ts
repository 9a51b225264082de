/** What is measured where nothing is learned: held-out instances alone, which need none to train on. */
import type { TaskInstance } from '../core/task.js';
import type { External } from './open-external.js';
import { pickInstances, type ResolvedSuite, type ResolvedTasks, resolveSuite } from './resolve-training.js';
import { type Config, heldOutSplit } from './schema.js';
import { forSetting } from './setting-error.js';

/** The held-out instances of a task type, a seeded sample of `limit` at most, and how many can not be solved. */
export function pickHeldOut(
  config: Config,
  tasks: ResolvedSuite,
  taskType: string,
  limit?: number,
): { instances: readonly TaskInstance[]; unsolvable: number } {
  const most = limit ?? (typeof config.heldOut === 'number' ? config.heldOut : undefined);
  const wanted = {
    split: heldOutSplit(config),
    seed: config.seed,
    ...(most === undefined ? {} : { limit: most }),
  };
  return forSetting('heldOut', () => pickInstances(tasks, taskType, wanted));
}

/**
 * Loads the suite and picks the held-out instances of each task type. Rejects with a UsageError that names what is
 * missing.
 */
export async function resolveHeldOut(
  config: Config,
  external: External,
  limit?: number,
): Promise<ResolvedTasks> {
  const resolved = await resolveSuite(config, external);
  const taskTypes = resolved.wanted.map((taskType) => {
    const { instances, unsolvable } = pickHeldOut(config, resolved, taskType, limit);
    return { taskType, train: [], heldOut: instances, validation: [], unsolvable };
  });
  return { ...resolved, taskTypes };
}
