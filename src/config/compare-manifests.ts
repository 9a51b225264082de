/** What has changed since a run was started, field by field. */
import { UsageError } from '../core/errors.js';
import { canonicalJson, type JsonValue } from '../util/json.js';

/** A field that has another value now. */
export interface Change {
  /** For example `suite.digest`. */
  readonly field: string;
  readonly before: JsonValue | undefined;
  readonly now: JsonValue | undefined;
}

/** Fields that may change between a start and a resume without changing a result. */
const free: ReadonlySet<string> = new Set(['node']);

/** The fields that differ, in order of their names. */
export function compareManifests(before: JsonValue, now: JsonValue): readonly Change[] {
  const [old, fresh] = [flatten(before), flatten(now)];
  const fields = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return fields.flatMap((field) => {
    const change = { field, before: old.get(field), now: fresh.get(field) };
    const same = canonicalJson(change.before ?? null) === canonicalJson(change.now ?? null);
    return same || free.has(field) ? [] : [change];
  });
}

/** Throws a UsageError that lists the changes, if there are any. */
export function refuseChanges(folder: string, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const shown = changes.slice(0, 12).map(describeChange);
  const more = changes.length > shown.length ? [`and ${changes.length - shown.length} more`] : [];
  throw new UsageError(
    `${folder}: what the run was started with has changed: ${[...shown, ...more].join('; ')}`,
    'change it back, or give --allow-changed: then what the changes touch is played and paid again',
  );
}

/** A change in words. */
export function describeChange({ field, before, now }: Change): string {
  return `${field}: ${show(before)} before, ${show(now)} now`;
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

/** All that is not an object, by its path; an empty object counts as a value. */
function flatten(value: JsonValue, path = '', into = new Map<string, JsonValue>()): Map<string, JsonValue> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return into.set(path, value);
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== undefined) flatten(inner, path === '' ? key : `${path}.${key}`, into);
  }
  return into;
}
