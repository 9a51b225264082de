import { fileURLToPath } from 'node:url';
import { readText } from './files.js';

/** The version of this tool, as its package.json says. */
export const toolVersion: string = JSON.parse(
  readText(fileURLToPath(new URL('../../package.json', import.meta.url))),
).version;
