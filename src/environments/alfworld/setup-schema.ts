/** Checks that a setup, which may come from a file that someone edited, is a game that can be played. */
import { z } from 'zod';
import { UsageError } from '../../core/errors.js';
import type { TaskInstance } from '../../core/task.js';
import { type AlfworldSetup, type AlfworldTaskType, taskTypes } from './setup.js';

const index = z.number().int().nonnegative();
const name = z.string().regex(/^[a-z]+ \d+$/, 'must be a word and a number');

const schema = z.object({
  profile: z.enum(['2.1.3', '2.1.1']),
  start: z.number().int(),
  goal: z.object({ object: z.string(), receptacle: z.string().optional(), lamp: z.string().optional() }),
  receptacles: z.array(
    z.tuple([name, z.string(), z.number().int(), z.union([z.literal(0), z.literal(1)])]).readonly(),
  ),
  objects: z.array(
    z.tuple([name, z.string(), z.string(), z.array(index), z.array(z.number().int())]).readonly(),
  ),
  inside: z.array(z.tuple([index, index]).readonly()).optional(),
  contains: z.record(z.string(), z.string()),
});

/** The task type and setup of an ALFWorld instance. Throws a UsageError that names the instance and the place. */
export function checkInstance(instance: TaskInstance): { taskType: AlfworldTaskType; setup: AlfworldSetup } {
  const fail = (what: string): never => {
    throw new UsageError(`task instance ${instance.id}: not an ALFWorld game: ${what}`, 'import it again');
  };
  const taskType = taskTypes.find((type) => type === instance.taskType);
  if (!taskType) return fail(`task type '${instance.taskType}' is none of ${taskTypes.join(', ')}`);
  const result = schema.safeParse(instance.setup);
  if (!result.success) {
    const issue = result.error.issues[0];
    return fail(`setup.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
  }
  const setup = result.data as AlfworldSetup;
  const flaw = findFlaw(setup, taskType);
  return flaw === undefined ? { taskType, setup } : fail(flaw);
}

/** What makes a well-formed setup unplayable, if anything. */
function findFlaw(setup: AlfworldSetup, taskType: AlfworldTaskType): string | undefined {
  const names = [...setup.receptacles, ...setup.objects].map(([entityName]) => entityName);
  const twice = names.find((entityName, i) => names.indexOf(entityName) !== i);
  if (twice !== undefined) return `there are two of '${twice}'`;
  if (setup.receptacles.some(([, , location]) => location === setup.start)) {
    return 'the agent starts at a receptacle';
  }
  for (const [objectName, , , receptacles] of setup.objects) {
    if (receptacles.some((i) => i >= setup.receptacles.length))
      return `${objectName} is in an unknown receptacle`;
  }
  if (setup.inside?.some((pair) => pair.some((i) => i >= setup.objects.length))) {
    return 'setup.inside names an unknown object';
  }
  const target = taskType === 'light' ? 'lamp' : 'receptacle';
  return setup.goal[target] === undefined ? `setup.goal.${target} is missing` : undefined;
}
