/** From what zod says of a tree of settings to one sentence for the user, with place, value and what is known there. */
import type { z } from 'zod';
import { UsageError } from '../core/errors.js';
import { closestName } from '../util/closest-name.js';
import { describeIssue } from './describe-issue.js';

/** The complaint of a schema about a tree that helps most; `placeOf` says where a path stands. */
export function complain(
  error: z.ZodError,
  tree: unknown,
  schema: z.ZodType,
  placeOf: (path: readonly PropertyKey[]) => string,
): UsageError {
  // A key that is not known says more than another one that is missing.
  const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0];
  if (!issue) return new UsageError('not a valid config');
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = unknown === undefined ? issue.path : [...issue.path, unknown];
  const place = placeOf(path);
  if (unknown !== undefined) {
    const known = knownKeys(schema, issue.path);
    const meant = closestName(unknown, known) ?? findElsewhere(schema as unknown as AnySchema, unknown);
    const suggestion = meant === undefined ? '' : `, did you mean ${meant}?`;
    return new UsageError(`${place}: unknown key${suggestion}`, `known here: ${known.join(', ')}`);
  }
  return new UsageError(`${place}: ${describeIssue(issue, valueAt(tree, path))}`);
}

function valueAt(tree: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? (node as Record<PropertyKey, unknown>)[key] : undefined,
    tree,
  );
}

/** What is read of a zod schema: an object has a shape, a list elements, a record values, a default an inner type. */
interface AnySchema {
  readonly shape?: Readonly<Record<string, AnySchema>>;
  readonly def?: {
    readonly innerType?: AnySchema;
    readonly element?: AnySchema;
    readonly valueType?: AnySchema;
  };
}

/** Names of the keys that a schema has at a path. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let node = unwrap(schema as unknown as AnySchema);
  for (const key of path)
    node = unwrap(node?.shape?.[String(key)] ?? node?.def?.element ?? node?.def?.valueType);
  return Object.keys(node?.shape ?? {});
}

/** The dotted path of a key that stands in another group, the least deep one; undefined where there is none. */
function findElsewhere(schema: AnySchema, key: string): string | undefined {
  let groups: readonly (readonly [string, AnySchema])[] = [['', schema]];
  while (groups.length > 0) {
    const inner = groups.flatMap(([prefix, group]) =>
      Object.entries(unwrap(group)?.shape ?? {}).map(([name, node]) => [`${prefix}${name}`, node] as const),
    );
    const found = inner.find(([path]) => path.split('.').at(-1) === key);
    if (found !== undefined) return found[0];
    groups = inner.map(([path, node]) => [`${path}.`, node]);
  }
  return undefined;
}

function unwrap(schema: AnySchema | undefined): AnySchema | undefined {
  let inner = schema;
  while (inner?.def?.innerType && !inner.shape) inner = inner.def.innerType;
  return inner;
}
