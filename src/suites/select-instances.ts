import { UsageError } from '../core/errors.js';
import type { TaskInstance, TaskSuite } from '../core/task.js';
import { createRandom } from '../util/random.js';

/** Which instances of a suite are wanted. */
export interface InstanceSelection {
  /** Short task type, for example `heat`; all of them where it is absent. */
  readonly taskType?: string;
  /** Split by our name or by its official one: `held-out` or `valid_unseen`. */
  readonly split: string;
  /** Most instances wanted; a seeded sample is taken where there are more. */
  readonly limit?: number;
  /** Seed of that sample; 0 unless given. */
  readonly seed?: number;
}

/**
 * The instances of one split, in the suite's order. Throws a UsageError that lists what there is when the suite
 * has no such split or task type, and when the limit is not a positive whole number.
 */
export function selectInstances(suite: TaskSuite, selection: InstanceSelection): readonly TaskInstance[] {
  const { taskType, split, limit, seed = 0 } = selection;
  const inSplit = suite.instances.filter(
    ({ split: own, sourceSplit }) => own === split || sourceSplit === split,
  );
  if (inSplit.length === 0)
    throw new UsageError(`suite "${suite.name}" has no split "${split}"`, listSplits(suite));
  const wanted = taskType === undefined ? inSplit : inSplit.filter((one) => one.taskType === taskType);
  if (wanted.length === 0) {
    throw new UsageError(
      `suite "${suite.name}" has no task type "${taskType}" in split "${split}"`,
      `it has: ${distinct(inSplit.map((one) => one.taskType))}`,
    );
  }
  if (limit === undefined) return wanted;
  if (!Number.isInteger(limit) || limit < 1) {
    throw new UsageError(`limit is ${limit}`, 'it must be a whole number of instances, 1 or more');
  }
  return sample(wanted, limit, createRandom('instances', taskType ?? '', seed).shuffle(wanted));
}

function sample(
  wanted: readonly TaskInstance[],
  limit: number,
  shuffled: readonly TaskInstance[],
): readonly TaskInstance[] {
  const chosen = new Set(shuffled.slice(0, limit));
  return wanted.filter((instance) => chosen.has(instance));
}

function listSplits(suite: TaskSuite): string {
  const names = suite.instances.map(({ split, sourceSplit }) =>
    sourceSplit === undefined || sourceSplit === split ? split : `${split} (${sourceSplit})`,
  );
  return `it has: ${distinct(names)}`;
}

function distinct(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}
