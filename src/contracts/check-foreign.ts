import { messageOf } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';

/** What is wrong, if anything, with how some work meets an instance whose setup is no setup; `what` names the work. */
export async function checkForeign(
  what: string,
  instance: TaskInstance,
  work: (foreign: TaskInstance) => unknown,
): Promise<string[]> {
  try {
    await work({ ...instance, setup: { foreign: true } });
    return [`${what} from a setup that is none of its own`];
  } catch (error) {
    // By its name: a user's world may be of another copy of this package.
    return error instanceof Error && error.name === 'UsageError'
      ? []
      : [`${what}: a foreign setup gives ${messageOf(error)}, which is no UsageError`];
  }
}
