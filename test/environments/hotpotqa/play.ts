import type { Environment } from '../../../src/core/environment.js';
import type { TaskInstance } from '../../../src/core/task.js';

/** The observations of some actions, the last of which shows how the episode stands. */
export async function play(
  environment: Environment,
  instance: TaskInstance | undefined,
  ...actions: readonly string[]
): Promise<string[]> {
  if (instance === undefined) throw new Error('no such question');
  const session = await environment.start(instance);
  const observations: string[] = [];
  for (const action of actions) observations.push((await session.step(action)).observation);
  return observations;
}
