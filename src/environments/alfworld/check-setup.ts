/** Checks that a setup, which may come from a file that someone edited, is a game that can be played. */
import { UsageError } from '../../core/errors.js';
import type { TaskInstance } from '../../core/task.js';
import {
  type AlfworldSetup,
  type AlfworldTaskType,
  type ObjectRecord,
  profiles,
  type ReceptacleRecord,
  taskTypes,
} from './setup.js';

const namePattern = /^[a-z]+ \d+$/;

/** What a part of a setup, or each entry of a list, must be. */
interface Part {
  readonly key: keyof AlfworldSetup;
  readonly isRight: (value: unknown) => boolean;
  readonly rule: string;
  readonly isOptional?: true;
}

// A game has some sixty records, and many games are played once: a schema library takes three times as long. Records are
// taken apart by index here and where games are built: as lists they would be iterated, which is slow in code that has
// not run often.
const parts: readonly Part[] = [
  { key: 'profile', isRight: isProfile, rule: `must be ${profiles.join(' or ')}` },
  { key: 'start', isRight: Number.isSafeInteger, rule: 'must be a whole number' },
  { key: 'goal', isRight: isGoal, rule: 'must be an object of texts, one of them called object' },
  { key: 'contains', isRight: isObjectOfTexts, rule: 'must be an object of texts' },
];

const lists: readonly Part[] = [
  {
    key: 'receptacles',
    isRight: isReceptacleRecord,
    rule: 'must be [name, type, location, 0 or 1]; a name is a word and a number',
  },
  {
    key: 'objects',
    isRight: isObjectRecord,
    rule: 'must be [name, type, flags, receptacles, locations]; a name is a word and a number',
  },
  { key: 'inside', isRight: isPair, rule: 'must be [object, object]', isOptional: true },
];

function isProfile(value: unknown): boolean {
  return profiles.some((profile) => profile === value);
}

function isGoal(value: unknown): boolean {
  return isObjectOfTexts(value) && 'object' in value;
}

function isObjectOfTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every(isText);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isReceptacleRecord(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 4) return false;
  const { 0: name, 1: type, 2: location, 3: openable } = value;
  return isName(name) && isText(type) && Number.isSafeInteger(location) && (openable === 0 || openable === 1);
}

function isObjectRecord(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 5) return false;
  const { 0: name, 1: type, 2: flags, 3: receptacles, 4: locations } = value;
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

/** Reads instances. Throws a UsageError that names the instance and the place. */
export type SetupReader = (instance: TaskInstance) => CheckedSetup;

/** Checks each instance once. */
export function createSetupReader(): SetupReader {
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
  if (!isObject(setup)) return 'setup: must be an object';
  const wrong = parts.find(({ key, isRight }) => !isRight(setup[key]));
  if (wrong) return `setup.${wrong.key}: ${wrong.rule}`;
  for (const part of lists) {
    const flaw = findWrongEntry(setup[part.key], part);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

function findWrongEntry(list: unknown, { key, isRight, rule, isOptional }: Part): string | undefined {
  if (list === undefined && isOptional) return undefined;
  if (!Array.isArray(list)) return `setup.${key}: must be a list`;
  const wrong = list.findIndex((entry) => !isRight(entry));
  return wrong < 0 ? undefined : `setup.${key}.${wrong}: ${rule}`;
}

/** What makes a well-formed setup unplayable, if anything. */
function findFlaw(setup: AlfworldSetup, taskType: string): string | undefined {
  const twice = findTwice([...setup.receptacles, ...setup.objects]);
  if (twice !== undefined) return `there are two of '${twice}'`;
  if (setup.receptacles.some((record) => record[2] === setup.start)) {
    return 'the agent starts at a receptacle';
  }
  const astray = setup.objects.find((record) => record[3].some((i) => i >= setup.receptacles.length));
  if (astray) return `${astray[0]} is in an unknown receptacle`;
  if (setup.inside?.some((pair) => pair.some((i) => i >= setup.objects.length))) {
    return 'setup.inside names an unknown object';
  }
  const target = taskType === 'light' ? 'lamp' : 'receptacle';
  return setup.goal[target] === undefined ? `setup.goal.${target} is missing` : undefined;
}

/** The first name that an earlier record has, too. */
function findTwice(records: readonly (ReceptacleRecord | ObjectRecord)[]): string | undefined {
  const names = new Set<string>();
  for (const { 0: name } of records) {
    if (names.has(name)) return name;
    names.add(name);
  }
  return undefined;
}
