/** How the user called the program, so that commands can be printed that work for them. */
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { findProgram } from '../util/find-program.js';

/** What tells how the program was called. */
export interface Calling {
  /** The script, as `process.argv[1]` has it. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder that the printed commands are run from. */
  readonly folder: string;
}

/** The beginning of commands that work from a folder: `planwright`, `npx planwright`, or `node` and the script. */
export function nameOfCall({ script, environment, folder }: Calling): string {
  const path = resolve(script);
  const bin = dirname(path);
  if (basename(path) === 'planwright') {
    if (environment.npm_command === 'exec') return 'npx planwright';
    const project = bin.endsWith(join('node_modules', '.bin')) ? dirname(dirname(bin)) : undefined;
    if (project !== undefined && isWithin(project, resolve(folder))) return 'npx planwright';
    if (findProgram('planwright', environment.PATH ?? '') === path) return 'planwright';
  }
  const short = relative(resolve(folder), path);
  return `node ${quoteForShell(short.length < path.length ? short : path)}`;
}

function isWithin(project: string, folder: string): boolean {
  const way = relative(project, folder);
  return !way.startsWith('..') && !isAbsolute(way);
}

/** A word as a POSIX shell takes it. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
