import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder with reference data that users do not have. */
export const sharedFolder = resolve(process.env.PLANWRIGHT_SHARED ?? '../shared');

/**
 * A file of the shared folder, or null where the folder is absent: then a test skips with one line. Under CI
 * absence is a failure.
 */
export function sharedFile(...parts: readonly string[]): string | null {
  const path = join(sharedFolder, ...parts);
  if (existsSync(path)) return path;
  if (process.env.CI) throw new Error(`CI needs ${path}`);
  process.stderr.write(`skipped: ${path} is absent (set PLANWRIGHT_SHARED)\n`);
  return null;
}
