import { fileURLToPath } from 'node:url';
import { readText } from './files.js';

/** A file or folder that ships with the package, by its path in it. */
export function packagePath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

const { version, engines } = JSON.parse(readText(packagePath('package.json')));

/** The version of this tool, as its package.json says. */
export const toolVersion: string = version;
/** The range of versions of Node that it runs on. */
export const nodeRange: string = engines.node;
