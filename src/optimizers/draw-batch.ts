import type { TaskInstance } from '../core/task.js';
import { createRandom } from '../util/random.js';

/**
 * Batch `index` (from 0): drawn without replacement, one shuffled pass over the instances after another. Depends on
 * the instances, seed, size and index only; ordered by instance id.
 */
export function drawBatch(
  instances: readonly TaskInstance[],
  seed: number,
  size: number,
  index: number,
): TaskInstance[] {
  const batch = new Map<string, TaskInstance>();
  for (let position = index * size; batch.size < Math.min(size, instances.length); position++) {
    const pass = Math.floor(position / instances.length);
    const instance = passOrder(instances, seed, pass)[position % instances.length] as TaskInstance;
    batch.set(instance.id, instance);
  }
  return [...batch.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function passOrder(instances: readonly TaskInstance[], seed: number, pass: number): TaskInstance[] {
  return createRandom('batch', seed, pass).shuffle(instances);
}
