/**
 * Which folders the viewer reads. A run may have come from somebody else, so what it holds is not trusted: nothing is
 * opened in a folder with a link in it, which could lead to any file of this machine, or with a pipe, which never ends.
 */
import { join } from 'node:path';
import { formatUtc } from '../util/clock.js';
import { describeFileError, entryAt, isFileError, listEntries } from '../util/files.js';

/** A folder among the runs. */
export interface FoundFolder {
  readonly name: string;
  readonly path: string;
  /** Why it is not read; null where it may be. */
  readonly problem: string | null;
}

/** Characters of a name: no file system takes longer ones. */
const longestName = 255;
const mostEntries = 20_000;
const deepest = 8;
/** Journals and their indexes are read piece by piece and have no bound; everything else is read whole. */
const mostBytes = 256 * 2 ** 20;

/** Names that stand for no run: what is hidden, for example a run that is just being made. */
function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** The names that may be runs, newest first: by the time that a name begins with, else by the last change of the folder. */
export function listRunNames(root: string): string[] {
  return listEntries(root)
    .filter(({ name, kind }) => (kind === 'directory' || kind === 'link') && !isHidden(name))
    .map(({ name, changedAt }) => ({ name, key: `${timeOf(name) ?? formatUtc(changedAt)} ${name}` }))
    .sort((a, b) => (a.key < b.key ? 1 : -1))
    .map(({ name }) => name);
}

function timeOf(name: string): string | undefined {
  return /^\d{8}T\d{9}Z(?=_)/.exec(name)?.[0];
}

/**
 * The run of a name; null where there is none. A name is that of something in the folder itself: one that could be a way
 * to elsewhere is no name of a run.
 */
export function findRunFolder(root: string, name: string): FoundFolder | null {
  if (name === '' || name.length > longestName || isHidden(name) || /[/\\\0]/.test(name)) return null;
  const entry = entryAt(root, name);
  if (entry === null || (entry.kind !== 'directory' && entry.kind !== 'link')) return null;
  const path = join(root, name);
  const problem = entry.kind === 'link' ? 'it is a link, and links are not followed' : problemOf(path);
  return { name, path, problem };
}

/** Why a folder is not read, in words; null where nothing is wrong with what kinds of things it holds. */
function problemOf(folder: string): string | null {
  let left = mostEntries;
  const visit = (path: string, depth: number): string | null => {
    for (const { name, kind, bytes } of listEntries(join(folder, path))) {
      const below = path === '' ? name : `${path}/${name}`;
      if (--left < 0) return `it holds more than ${mostEntries} files`;
      if (kind === 'link') return `${below} is a link, and links are not followed`;
      if (kind === 'other') return `${below} is not a file`;
      if (kind === 'file' && bytes > mostBytes && !isJournal(below)) return `${below} is too large`;
      if (kind === 'directory' && depth === deepest) return `${below} is too deep`;
      const inner = kind === 'directory' ? visit(below, depth + 1) : null;
      if (inner !== null) return inner;
    }
    return null;
  };
  try {
    return visit('', 1);
  } catch (error) {
    if (isFileError(error)) return `it can not be read: ${describeFileError(error)}`;
    throw error;
  }
}

function isJournal(path: string): boolean {
  return /^(?:journal|index)\./.test(path);
}
