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

// A game has some sixty records, and many games are played once: lists of records are checked whole, not part by part.
const schema = z.object({
  profile: z.enum(['2.1.3', '2.1.1']),
  start: z.number().int(),
  goal: z.object({ object: z.string(), receptacle: z.string().optional(), lamp: z.string().optional() }),
  receptacles: listOf<ReceptacleRecord>(
    isReceptacleRecord,
    'must be [name, type, location, 0 or 1]; a name is a word and a number',
  ),
  objects: listOf<ObjectRecord>(
    isObjectRecord,
    'must be [name, type, flags, receptacles, locations]; a name is a word and a number',
  ),
  inside: listOf<readonly [number, number]>(isPair, 'must be [object, object]').optional(),
  contains: z.record(z.string(), z.string()),
});

/** A list with nothing else in it; the first that is something else is named by its place. */
function listOf<Entry>(isEntry: (value: unknown) => boolean, message: string) {
  return z.custom<readonly Entry[]>(Array.isArray, 'must be a list').superRefine((list, { addIssue }) => {
    const wrong = list.findIndex((value) => !isEntry(value));
    if (wrong >= 0) addIssue({ code: 'custom', message, path: [wrong] });
  });
}

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

/** What an ALFWorld instance says. */
export interface CheckedSetup {
  readonly taskType: AlfworldTaskType;
  readonly setup: AlfworldSetup;
}

/** Reads instances and checks each of them once. Throws a UsageError that names the instance and the place. */
export function createSetupReader(): (instance: TaskInstance) => CheckedSetup {
  const checked = new WeakSet<TaskInstance>();
  return (instance) => {
    if (!checked.has(instance)) checkInstance(instance);
    checked.add(instance);
    return { taskType: instance.taskType as AlfworldTaskType, setup: instance.setup as AlfworldSetup };
  };
}

function checkInstance({ id, taskType: type, setup }: TaskInstance): void {
  const flaw = findTypeFlaw(type) ?? findMalformed(setup) ?? findFlaw(setup as AlfworldSetup, type);
  if (flaw === undefined) return;
  throw new UsageError(`task instance ${id}: not an ALFWorld game: ${flaw}`, 'import it again');
}

function findTypeFlaw(type: string): string | undefined {
  if (taskTypes.some((known) => known === type)) return undefined;
  return `task type '${type}' is none of ${taskTypes.join(', ')}`;
}

function findMalformed(setup: unknown): string | undefined {
  const issue = schema.safeParse(setup).error?.issues[0];
  return issue && `setup.${issue.path.join('.')}: ${issue.message}`;
}

/** What makes a well-formed setup unplayable, if anything. */
function findFlaw(setup: AlfworldSetup, taskType: string): string | undefined {
  const names = new Set<string>();
  for (const [name] of [...setup.receptacles, ...setup.objects]) {
    if (names.has(name)) return `there are two of '${name}'`;
    names.add(name);
  }
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
