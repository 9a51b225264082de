import { fileURLToPath } from 'node:url';
import { readText } from './files.js';

/** A file or folder that ships with the package, by its path in it. */
export function packagePath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The version of this tool, as its package.json says. */
export const toolVersion: string = JSON.parse(readText(packagePath('package.json'))).version;
