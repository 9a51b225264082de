import type { TaskInstance } from '../core/task.js';
import { createRandom } from '../util/random.js';

/**
 * Batch `index` (from 0), in order of instance id: drawn without replacement, one shuffled pass over the instances
 * after another, so that no instance comes again before all others have come. Depends on the set of instances, seed,
 * size, index and label only. Fewer than `size` where there are not that many instances.
 */
export function drawBatch(
  instances: readonly TaskInstance[],
  seed: number,
  size: number,
  index: number,
  label = 'batch',
): TaskInstance[] {
  const sorted = byId(instances);
  const length = Math.min(size, sorted.length);
  const drawn: TaskInstance[] = [];
  for (let pass = 0; length > 0 && drawn.length < (index + 1) * length; pass++) {
    const shuffled = createRandom(label, seed, pass).shuffle(sorted);
    // A batch that one pass begins and the next one fills holds no instance twice.
    const begun = drawn.slice(drawn.length - (drawn.length % length));
    const filling = shuffled.filter((one) => !begun.includes(one)).slice(0, length - begun.length);
    drawn.push(...filling, ...shuffled.filter((one) => !filling.includes(one)));
  }
  return byId(drawn.slice(index * length, (index + 1) * length));
}

function byId(instances: readonly TaskInstance[]): TaskInstance[] {
  return instances.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
