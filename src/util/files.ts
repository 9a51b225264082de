/** The one place the file system is touched. Paths are as the user gave them; text is UTF-8. */
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Sees every operation on the file system, before it and after it has worked; what it throws takes its place. */
export type FileObserver = (when: 'before' | 'after', operation: string, path: string) => void;

let observer: FileObserver | undefined;

/** Lets tests see file operations, fail them or end the process between two of them; undefined stops that. */
export function observeFiles(next: FileObserver | undefined): void {
  observer = next;
}

function perform<T>(operation: string, path: string, work: () => T): T {
  if (observer === undefined) return work();
  observer('before', operation, path);
  const result = work();
  observer('after', operation, path);
  return result;
}

/** A file's text, without a byte order mark. Throws node's error when it can not be read. */
export function readText(path: string): string {
  const text = perform('read', path, () => fs.readFileSync(path, 'utf8'));
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** A file's bytes. */
export function readBytes(path: string): Buffer {
  return perform('read', path, () => fs.readFileSync(path));
}

/** Writes a whole file or nothing: to a neighbour first, then renamed over the target. */
export function writeWhole(path: string, text: string): void {
  makeDirectory(dirname(path));
  const partial = `${path}.partial-${process.pid}`;
  try {
    perform('write', partial, () => fs.writeFileSync(partial, text, 'utf8'));
    perform('rename', path, () => fs.renameSync(partial, path));
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  }
}

/** Writes a file that must not exist yet; false where it does. */
export function writeNew(path: string, text: string): boolean {
  try {
    perform('write', path, () => fs.writeFileSync(path, text, { encoding: 'utf8', flag: 'wx' }));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Writes a whole file that must not exist yet, or nothing; false where it does. Of several writers one gets the name. */
export function writeWholeNew(path: string, text: string): boolean {
  makeDirectory(dirname(path));
  const partial = `${path}.partial-${process.pid}`;
  try {
    perform('write', partial, () => fs.writeFileSync(partial, text, 'utf8'));
    perform('link', path, () => fs.linkSync(partial, path));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(partial, { force: true });
  }
}

/** A file to write. */
export interface WholeFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Writes several files, all of them or none: each to a neighbour first, then renamed over its target in the given order.
 * After an error what had been renamed is put back, and new folders are gone; a process that is killed leaves the files
 * that come first and each of them whole.
 */
export function writeTogether(files: readonly WholeFile[]): void {
  const partialOf = ({ path }: WholeFile) => `${path}.partial-${process.pid}`;
  const created = [...new Set(files.flatMap(({ path }) => missingFolders(dirname(path))))];
  const done: { readonly path: string; readonly before: Buffer | null }[] = [];
  try {
    for (const file of files) {
      makeDirectory(dirname(file.path));
      perform('write', partialOf(file), () => fs.writeFileSync(partialOf(file), file.text, 'utf8'));
    }
    for (const file of files) {
      const before = kindOf(file.path) === null ? null : fs.readFileSync(file.path);
      perform('rename', file.path, () => fs.renameSync(partialOf(file), file.path));
      done.push({ path: file.path, before });
    }
  } catch (error) {
    for (const file of files) fs.rmSync(partialOf(file), { force: true });
    for (const { path, before } of done.reverse())
      before === null ? fs.rmSync(path, { force: true }) : fs.writeFileSync(path, before);
    for (const folder of created.sort((a, b) => b.length - a.length)) removeIfEmpty(folder);
    throw error;
  }
}

/** A folder that does not exist, and those around it that do not. */
function missingFolders(folder: string): string[] {
  if (kindOf(folder) !== null || dirname(folder) === folder) return [];
  return [folder, ...missingFolders(dirname(folder))];
}

function removeIfEmpty(folder: string): void {
  if (kindOf(folder) === 'directory' && fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
}

/** Where a path leads when all links are followed. Throws node's error where it leads nowhere. */
export function realPath(path: string): string {
  return perform('stat', path, () => fs.realpathSync(path));
}

/** Whether a path is a symbolic link, wherever it leads; false where there is nothing. */
export function isLink(path: string): boolean {
  return perform(
    'stat',
    path,
    () => fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false,
  );
}

/** Marks a file as changed at a time, in milliseconds since 1970-01-01 UTC. */
export function touch(path: string, milliseconds: number): void {
  perform('touch', path, () => fs.utimesSync(path, milliseconds / 1000, milliseconds / 1000));
}

/** When a file was last changed, in milliseconds since 1970-01-01 UTC. */
export function changedAt(path: string): number {
  return perform('stat', path, () => fs.statSync(path).mtimeMs);
}

/** Creates a folder and its parents; an existing one is fine. */
export function makeDirectory(path: string): void {
  // Node's own recursive form never returns where a folder exists but takes no children, as in /proc.
  if (kindOf(path) === 'directory') return;
  const parent = dirname(path);
  if (kindOf(parent) === null) makeDirectory(parent);
  try {
    perform('mkdir', path, () => fs.mkdirSync(path));
  } catch (error) {
    if (kindOf(path) !== 'directory') throw error;
  }
}

/** Creates a folder that must not exist yet, and its parents; false when it is there already. */
export function claimDirectory(path: string): boolean {
  makeDirectory(dirname(path));
  try {
    perform('mkdir', path, () => fs.mkdirSync(path));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Deletes a file or folder with all it holds; a missing one is fine. */
export function remove(path: string): void {
  perform('remove', path, () => fs.rmSync(path, { recursive: true, force: true }));
}

/** Copies a file to the first of some names that is free, numbered from 1. Gives the name. */
export function copyNew(path: string, nameOf: (n: number) => string): string {
  for (let n = 1; ; n++) {
    const target = nameOf(n);
    if (kindOf(target) !== null) continue;
    perform('copy', target, () => fs.copyFileSync(path, target, fs.constants.COPYFILE_EXCL));
    return target;
  }
}

/** Renames a file or folder within a file system. */
export function rename(from: string, to: string): void {
  perform('rename', to, () => fs.renameSync(from, to));
}

/** Renames a folder that holds something to a name that nothing has yet; false where something has it. */
export function renameToNew(from: string, to: string): boolean {
  if (kindOf(to) !== null) return false;
  try {
    rename(from, to);
    return true;
  } catch (error) {
    if (kindOf(to) !== null) return false;
    throw error;
  }
}

/** `file`, `directory`, or null where there is neither. */
export function kindOf(path: string): 'file' | 'directory' | null {
  try {
    return perform('stat', path, () => (fs.statSync(path).isDirectory() ? 'directory' : 'file'));
  } catch (error) {
    const code = errorCode(error);
    // Versions of Node differ in whether a file on the way to the path counts as a missing entry; here it does.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Names in a folder, in code-unit order. */
export function listDirectory(path: string): string[] {
  return perform('list', path, () => fs.readdirSync(path).sort());
}

/** Something that stands in a folder. */
export interface FolderEntry {
  readonly name: string;
  /** `link`: a symbolic link, wherever it leads; `other`: a pipe, a socket or a device. */
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly bytes: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly changedAt: number;
}

/** What stands in a folder, in code-unit order of names; links are not followed, and nothing is opened. */
export function listEntries(path: string): FolderEntry[] {
  return listDirectory(path).flatMap((name) => entryAt(path, name) ?? []);
}

/** What stands in a folder under a name; null for nothing. Links are not followed. */
export function entryAt(path: string, name: string): FolderEntry | null {
  const stat = fs.lstatSync(join(path, name), { throwIfNoEntry: false });
  return stat === undefined
    ? null
    : { name, kind: kindOfEntry(stat), bytes: stat.size, changedAt: stat.mtimeMs };
}

function kindOfEntry(stat: fs.Stats): FolderEntry['kind'] {
  if (stat.isSymbolicLink()) return 'link';
  if (stat.isDirectory()) return 'directory';
  return stat.isFile() ? 'file' : 'other';
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
  /** Resolves when all that was appended is on the disk itself. */
  sync(): Promise<void>;
  close(): void;
}

/** Opens a file for appending; `exclusive` refuses one that exists, `keepBytes` cuts one off after so many bytes. */
export function openAppender(
  path: string,
  options: { readonly exclusive?: boolean; readonly keepBytes?: number } = {},
): Appender {
  const { exclusive = false, keepBytes } = options;
  if (keepBytes !== undefined) perform('cut', path, () => fs.truncateSync(path, keepBytes));
  const descriptor = perform('open', path, () => fs.openSync(path, exclusive ? 'ax' : 'a'));
  return {
    append: (text) => {
      const bytes = Buffer.from(text, 'utf8');
      perform('append', path, () => {
        for (let written = 0; written < bytes.length; ) written += fs.writeSync(descriptor, bytes, written);
      });
    },
    sync: () =>
      new Promise((resolve, reject) => {
        perform('sync', path, () =>
          fs.fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error))),
        );
      }),
    close: () => perform('close', path, () => fs.closeSync(descriptor)),
  };
}

/** The `code` of a node error, for example `ENOENT`; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Size of a file in bytes. */
export function sizeOf(path: string): number {
  return perform('stat', path, () => fs.statSync(path).size);
}

/**
 * A file's bytes from `start` on, piece by piece, for files that need not fit in memory. Errors reach the reader of the
 * stream.
 */
export function openByteStream(path: string, start = 0): Readable {
  return perform('open', path, () => fs.createReadStream(path, { start }));
}

/** Whether there is a file of its own at the path: no folder, no link, no pipe, no device. */
export function isPlainFile(path: string): boolean {
  try {
    return perform('stat', path, () => fs.lstatSync(path).isFile());
  } catch {
    return false;
  }
}

/** A file that is read at chosen places. */
export interface RandomAccessFile {
  /** Number of the open file, for libraries that read by it. */
  readonly descriptor: number;
  /** `length` bytes from `position` on; fewer where the file ends before. */
  readAt(position: number, length: number): Buffer;
  close(): void;
}

/** Opens a file for reading at chosen places. */
export function openRandomAccess(path: string): RandomAccessFile {
  const descriptor = perform('open', path, () => fs.openSync(path, 'r'));
  return {
    descriptor,
    readAt: (position, length) => {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, length, position));
    },
    close: () => fs.closeSync(descriptor),
  };
}

const problems: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'does not exist'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'is on a read-only file system'],
  ['EISDIR', 'is a folder, not a file'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['ENOSPC', 'no space left on the disk'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be larger than allowed'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'too many links'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files'],
  ['EXDEV', 'is on another file system'],
  ['EIO', 'the disk reports an error'],
]);

/** Whether this is node's error of a failed file operation whose meaning is known. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return problems.has(errorCode(error) ?? '');
}

/** What a failed file operation means, in plain words; the error's own message where the code is not a known one. */
export function describeFileError(error: unknown): string {
  const known = problems.get(errorCode(error) ?? '');
  return known ?? (error instanceof Error ? error.message : String(error));
}
