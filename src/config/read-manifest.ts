import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { describeFileError, readText } from '../util/files.js';
import type { JsonObject } from '../util/json.js';

/** What a run folder says about what the run was started with. Throws a UsageError where it is no run folder. */
export function readManifest(folder: string): JsonObject {
  const path = join(folder, 'manifest.json');
  let text: string;
  try {
    text = readText(path);
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
