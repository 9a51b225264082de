import { delimiter, isAbsolute, join } from 'node:path';
import { kindOf } from './files.js';

/** The file that a shell would run for a program's name: the first in the folders of a PATH, null where there is none. */
export function findProgram(name: string, path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find((file) => kindOf(file) === 'file') ?? null;
}
