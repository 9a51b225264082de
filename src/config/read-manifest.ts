import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { describeFileError } from '../util/files.js';
import type { JsonObject } from '../util/json.js';
import { readSmallText } from '../util/small-text.js';

/** Most bytes of a manifest. */
const mostBytes = 16 * 1024 * 1024;

/** What a run folder says about what the run was started with. Throws a UsageError where it is no run folder. */
export function readManifest(folder: string): JsonObject {
  const path = join(folder, 'manifest.json');
  let text: string;
  try {
    text = readSmallText(path, mostBytes);
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`, 'give the folder of a run');
  }
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Said below.
  }
  throw new UsageError(`${path}: is not a manifest`, 'give the folder of a run');
}
