/** The one place the file system is touched. Paths are as the user gave them; text is UTF-8. */
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';

/** A file's text, without a byte order mark. Throws node's error when it can not be read. */
export function readText(path: string): string {
  const text = fs.readFileSync(path, 'utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** A file's bytes. */
export function readBytes(path: string): Buffer {
  return fs.readFileSync(path);
}

/** Writes a whole file or nothing: to a neighbour first, then renamed over the target. */
export function writeWhole(path: string, text: string): void {
  makeDirectory(dirname(path));
  const partial = `${path}.partial-${process.pid}`;
  try {
    fs.writeFileSync(partial, text, 'utf8');
    fs.renameSync(partial, path);
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  }
}

/** Creates a folder and its parents; an existing one is fine. */
export function makeDirectory(path: string): void {
  fs.mkdirSync(path, { recursive: true });
}

/** Creates a folder that must not exist yet, and its parents; false when it is there already. */
export function claimDirectory(path: string): boolean {
  makeDirectory(dirname(path));
  try {
    fs.mkdirSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Deletes a file or folder with all it holds; a missing one is fine. */
export function remove(path: string): void {
  fs.rmSync(path, { recursive: true, force: true });
}

/** Renames a file or folder within a file system. */
export function rename(from: string, to: string): void {
  fs.renameSync(from, to);
}

/** `file`, `directory`, or null where there is neither. */
export function kindOf(path: string): 'file' | 'directory' | null {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  return stats.isDirectory() ? 'directory' : 'file';
}

/** Names in a folder, in code-unit order. */
export function listDirectory(path: string): string[] {
  return fs.readdirSync(path).sort();
}

/** Paths of all files below a folder, relative to it, in code-unit order; links are not followed. */
export function listFiles(path: string): string[] {
  const found: string[] = [];
  const visit = (relative: string) => {
    for (const entry of fs.readdirSync(join(path, relative), { withFileTypes: true })) {
      const child = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) visit(child);
      else if (entry.isFile()) found.push(child);
    }
  };
  visit('');
  return found.sort();
}

/** An append-only text file. */
export interface Appender {
  append(text: string): void;
  close(): void;
}

/** Opens a file for appending; `exclusive` refuses one that exists. */
export function openAppender(path: string, options: { exclusive?: boolean } = {}): Appender {
  const descriptor = fs.openSync(path, options.exclusive ? 'ax' : 'a');
  return {
    append: (text) => fs.writeSync(descriptor, text),
    close: () => fs.closeSync(descriptor),
  };
}

/** The `code` of a node error, for example `ENOENT`; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
