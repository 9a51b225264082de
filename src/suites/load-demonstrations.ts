/** Files of worked examples that agents are shown. */
import { z } from 'zod';
import type { Demonstration } from '../core/demonstration.js';
import { UsageError } from '../core/errors.js';
import type { JsonObject } from '../util/json.js';
import { readStrictYaml } from '../util/strict-yaml.js';
import { readOrRefuse } from './read-or-refuse.js';

/** Name and version of the format. */
export const demonstrationsFormat = 'planwright-demonstrations/1';
/** Name of the file in a suite's folder. */
export const demonstrationsName = 'demonstrations.yaml';

/** Most bytes of a file of demonstrations. */
const mostBytes = 8 * 1024 * 1024;

const giveAnother = 'give a file of demonstrations; record one with: planwright tasks demonstrate';
const remedy = 'correct it, or record demonstrations anew with: planwright tasks demonstrate';

/** What a file of demonstrations holds. */
export interface DemonstrationSet {
  /** Name of the world that was played, for example `alfworld`. */
  readonly environment: string;
  readonly demonstrations: readonly Demonstration[];
}

const filled = z.string().regex(/\S/, 'is empty');
const line = filled.regex(/^[^\r\n]*$/, 'must be a single line');

const demonstrationSchema = z.strictObject({
  instanceId: line,
  taskType: line,
  goal: filled,
  initialObservation: z.string(),
  steps: z
    .array(z.strictObject({ thought: line.optional(), action: line, observation: z.string() }))
    .min(1, 'has no steps'),
  program: z.record(z.string(), z.unknown()).optional(),
});

const headSchema = z.strictObject({
  format: z.literal(demonstrationsFormat),
  world: line,
  demonstrations: z.array(z.unknown()).min(1, 'has no entries'),
});

/**
 * Reads a file of demonstrations (YAML). Throws a UsageError that names the file, the entry and the field for whatever
 * is missing, unknown or malformed, and for an instance that is demonstrated twice.
 */
export function loadDemonstrations(file: string): DemonstrationSet {
  const value = parseYaml(readOrRefuse(file, giveAnother, mostBytes), file);
  checkFormat(value, file);
  const { world, demonstrations } = check(headSchema, value, file);
  const entryOf = new Map<string, number>();
  const checked = demonstrations.map((entry, index): Demonstration => {
    const place = `${file}: demonstration ${index + 1}${describeId(entry)}`;
    const demonstration = check(demonstrationSchema, entry, place) as Demonstration;
    const earlier = entryOf.get(demonstration.instanceId);
    if (earlier !== undefined) {
      throw new UsageError(`${place}: instanceId: is already that of demonstration ${earlier}`, remedy);
    }
    entryOf.set(demonstration.instanceId, index + 1);
    return demonstration;
  });
  return { environment: world, demonstrations: checked };
}

function parseYaml(text: string, file: string): unknown {
  const { value, problem } = readStrictYaml(text);
  if (problem === undefined) return value;
  const { line, message, remedy } = problem;
  throw new UsageError(`${line === null ? file : `${file}:${line}`}: ${message}`, remedy);
}

function checkFormat(value: unknown, file: string): void {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format === demonstrationsFormat) return;
  throw new UsageError(
    `${file}: format is ${JSON.stringify(format) ?? 'missing'}, not "${demonstrationsFormat}"`,
    giveAnother,
  );
}

/** The id of an entry that may be malformed, for messages. */
function describeId(entry: unknown): string {
  const id = (entry as JsonObject | null)?.instanceId;
  return typeof id === 'string' ? ` (${id})` : '';
}

function check<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.map((key) => (typeof key === 'number' ? key + 1 : key)).join('.') ?? '';
  throw new UsageError(
    `${place}: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'malformed'}`,
    remedy,
  );
}
