import { UsageError } from '../core/errors.js';
import type { TaskInstance, TaskSuite } from '../core/task.js';

/** Ids offered where the one asked for is not there. */
const offered = 3;

/** The instance with this id. Throws a UsageError that offers ids that are alike. */
export function findInstance(suite: TaskSuite, folder: string, id: string): TaskInstance {
  const found = suite.instances.find((one) => one.id === id);
  if (found !== undefined) return found;
  const ids = suite.instances.map((one) => one.id);
  const alike = ids.filter((one) => one.toLowerCase().includes(id.toLowerCase()));
  const some = (alike.length > 0 ? alike : ids).slice(0, offered).join(', ');
  throw new UsageError(
    `suite "${suite.name}" has no instance "${id}"`,
    `it has for example ${some}; see all with: planwright tasks list ${folder} --ids`,
  );
}
