/** The folder that runs are made in. */
import { dirname, join, resolve } from 'node:path';
import { claimDirectory, describeFileError, kindOf, listDirectory, remove } from '../util/files.js';
import { SettingError } from './setting-error.js';

const remedy = 'set runs to a folder that can be written';

/** Throws a UsageError when a file stands where the folder should be, or on the way to it. */
export function refuseFile(folder: string): void {
  let path = resolve(folder);
  try {
    while (kindOf(path) === null) path = dirname(path);
    if (kindOf(path) === 'directory') return;
  } catch (error) {
    throw new SettingError('runs', `${folder} can not be used: ${describeFileError(error)}`, remedy);
  }
  const problem = path === resolve(folder) ? 'is a file' : 'can not be used: a part of the path is a file';
  throw new SettingError('runs', `${folder} ${problem}, not a folder`, remedy);
}

/** Throws a UsageError when no run folder can be made in the runs folder. Leaves nothing behind. */
export function checkRunsFolder(folder: string): void {
  refuseFile(folder);
  const removeNew = rememberMissing(folder);
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    claimDirectory(probe);
    remove(probe);
  } catch (error) {
    throw new SettingError('runs', `${folder} can not be written: ${describeFileError(error)}`, remedy);
  } finally {
    removeNew();
  }
}

/** Looks which folders on the way to a path are missing. The function it gives takes them away again if empty. */
export function rememberMissing(path: string): () => void {
  const missing: string[] = [];
  for (let folder = resolve(path); kindOf(folder) === null; folder = dirname(folder)) missing.push(folder);
  return () => {
    for (const folder of missing) {
      if (kindOf(folder) !== 'directory') continue;
      if (listDirectory(folder).length > 0) return;
      remove(folder);
    }
  };
}
