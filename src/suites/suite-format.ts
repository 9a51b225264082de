import { z } from 'zod';
import { UsageError } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import type { JsonObject, JsonValue } from '../util/json.js';

/** The manifest of a suite folder. */
export const manifestName = 'suite.json';
/** The instances of a suite folder, one a line. */
export const instancesName = 'instances.jsonl';
/** Name and version of the folder's format. */
export const suiteFormat = 'planwright-suite/1';

/** What to do about a suite that can not be read. */
export const remake = 'import or generate the suite again';

const setupKey = ',"setup":';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const name = z.string().min(1);

/** The form of `suite.json`. */
export const manifestSchema = z.strictObject({
  format: z.literal(suiteFormat).describe('name and version of the format'),
  name: name.describe('name of the suite'),
  environment: name.describe('name of the world that its instances are played in'),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/, 'not sha256: and 64 hex digits')
    .describe('SHA-256 of instances.jsonl'),
  instances: z.int().min(1).describe('number of instances'),
  splits: z.record(z.string(), z.int().min(1)).describe('number of instances of each split'),
  origin: z.custom<JsonValue>().describe('where the instances come from, in any form').optional(),
});

/** The form of a line of `instances.jsonl` up to its last key, `setup`, whose form the world knows. */
export const headSchema = z.strictObject({
  id: name.describe('id, unique in the suite'),
  environment: name.describe('name of the world: that of the suite'),
  taskType: name.describe('task type; a plan is learned for each'),
  split: name.describe('train, validation, held-out or another name'),
  sourceSplit: name.describe('name of the split in the data that it was imported from').optional(),
  goal: z.string().describe('the goal as the agent is told it'),
});

/** `suite.json`: what a suite holds, and the digest of `instances.jsonl`. */
export type SuiteManifest = z.infer<typeof manifestSchema>;

/** Reads `suite.json`. Throws a UsageError that names the file and the key. */
export function parseManifest(text: string, file: string): SuiteManifest {
  const value = parseJson(text, file);
  const format = isObject(value) ? value.format : undefined;
  if (format !== suiteFormat) {
    throw new UsageError(
      `${file}: format is ${JSON.stringify(format) ?? 'missing'}, not "${suiteFormat}"`,
      remake,
    );
  }
  return check(manifestSchema, value, file);
}

/**
 * Reads one line of `instances.jsonl`; `place` is `file:line`. The setup, which is nearly all of the line, is only
 * parsed when it is read, and kept while somebody uses it, so that a large suite loads fast and stays small. Throws a
 * UsageError that names the place; reading a malformed `setup` throws it later.
 */
export function parseInstance(line: string, place: string): TaskInstance {
  // No value before the setup is an object and quotes within strings are escaped, so this is the key itself.
  const cut = line.indexOf(setupKey);
  if (cut === -1) {
    parseJson(line, place);
    throw new UsageError(`${place}: setup: missing, or not the last key`, remake);
  }
  const head = check(headSchema, parseJson(`${line.slice(0, cut)}}`, place), place);
  const text = line.slice(cut + setupKey.length, -1);
  let kept: WeakRef<JsonObject> | undefined;
  return {
    ...(head as Omit<TaskInstance, 'setup'>),
    get setup() {
      const known = kept?.deref();
      if (known !== undefined) return known;
      const setup = parseSetup(text, place);
      kept = new WeakRef(setup);
      return setup;
    },
  };
}

/** Reads one line of a file of instances that people write: any order of keys, any spaces. Throws as `parseInstance`. */
export function parseWholeInstance(line: string, place: string): TaskInstance {
  const value = parseJson(line, place, oneALine);
  if (!isObject(value)) throw new UsageError(`${place}: not an object`, oneALine);
  const { setup, ...rest } = value;
  const head = check(headSchema, rest, place, oneALine);
  if (!isObject(setup)) throw new UsageError(`${place}: setup: not an object`, oneALine);
  return { ...(head as Omit<TaskInstance, 'setup'>), setup };
}

const oneALine = 'give one task a line: id, environment, taskType, split, goal, setup';

function parseSetup(text: string, place: string): JsonObject {
  const setup = parseJson(text, place);
  if (!isObject(setup)) throw new UsageError(`${place}: setup: not an object`, remake);
  return setup;
}

/** One line of `instances.jsonl`, without its line end: keys in a fixed order, the setup last. */
export function formatInstance(instance: TaskInstance): string {
  const { id, environment, taskType, split, sourceSplit, goal, setup } = instance;
  return JSON.stringify({ id, environment, taskType, split, sourceSplit, goal, setup });
}

function parseJson(text: string, place: string, remedy = remake): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const what = text.trim() === '' ? 'empty' : 'not valid JSON (cut or edited?)';
    throw new UsageError(`${place}: ${what}`, remedy);
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown, place: string, remedy = remake): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const key = issue?.path.join('.') ?? '';
  throw new UsageError(`${place}: ${key === '' ? '' : `${key}: `}${issue?.message ?? 'malformed'}`, remedy);
}
