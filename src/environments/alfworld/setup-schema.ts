/** Checks that a setup, which may come from a file that someone edited, is a game that can be played. */
import { z } from 'zod';
import { UsageError } from '../../core/errors.js';
import type { TaskInstance } from '../../core/task.js';
import {
  type AlfworldSetup,
  type AlfworldTaskType,
  type ObjectRecord,
  type ReceptacleRecord,
  taskTypes,
} from './setup.js';

const namePattern = /^[a-z]+ \d+$/;

// A game has some sixty records, and many games are played once: whole records are checked, not part by part.
const schema = z.object({
  profile: z.enum(['2.1.3', '2.1.1']),
  start: z.number().int(),
  goal: z.object({ object: z.string(), receptacle: z.string().optional(), lamp: z.string().optional() }),
  receptacles: z.array(
    z.custom<ReceptacleRecord>(
      isReceptacleRecord,
      'must be [name, type, location, 0 or 1]; a name is a word and a number',
    ),
  ),
  objects: z.array(
    z.custom<ObjectRecord>(
      isObjectRecord,
      'must be [name, type, flags, receptacles, locations]; a name is a word and a number',
    ),
  ),
  inside: z.array(z.custom<readonly [number, number]>(isPair, 'must be [object, object]')).optional(),
  contains: z.record(z.string(), z.string()),
});

function isReceptacleRecord(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 4) return false;
  const [name, type, location, openable] = value;
  return isName(name) && isText(type) && Number.isSafeInteger(location) && (openable === 0 || openable === 1);
}

function isObjectRecord(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 5) return false;
  const [name, type, flags, receptacles, locations] = value;
  return (
    isName(name) &&
    isText(type) &&
    isText(flags) &&
    Array.isArray(receptacles) &&
    receptacles.every(isIndex) &&
    Array.isArray(locations) &&
    locations.every(Number.isSafeInteger)
  );
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isIndex);
}

function isName(value: unknown): boolean {
  return isText(value) && namePattern.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

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
