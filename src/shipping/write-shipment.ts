/** Puts what was exported on disk: whole or not at all, never through a link, never over what is somebody else's. */
import { dirname, join } from 'node:path';
import { UsageError } from '../core/errors.js';
import {
  describeFileError,
  isLink,
  kindOf,
  listFiles,
  readBytes,
  realPath,
  writeTogether,
} from '../util/files.js';
import type { Shipment, ShippedFile } from './export-targets.js';
import { wasExported } from './was-exported.js';

/** Where to write, and what may be written over. */
export interface WriteOptions {
  /** The folder that the paths of the files are below. */
  readonly folder: string;
  /** A file that belongs to the user and was given to be written into. */
  readonly host?: string;
  /** A folder below `folder` that should hold nothing but these files. */
  readonly whole?: string;
  /** Write over what is foreign. */
  readonly force?: boolean;
}

/** A file that holds what was exported now. */
export interface WrittenFile {
  readonly path: string;
  /** False where it was that way before. */
  readonly isNew: boolean;
}

/**
 * Writes an export. Throws a UsageError that names what is in the way; then everything is as it was. Paths that lead
 * through links within the folder are refused.
 */
export function writeShipment({ files }: Shipment, options: WriteOptions): readonly WrittenFile[] {
  const { folder, host, whole, force = false } = options;
  try {
    for (const file of files) refuseLinks(folder, file);
    if (whole !== undefined && !force) refuseForeign(folder, whole, files);
    const changed = files.filter(({ path, text }) => readUser(join(folder, path)) !== text);
    for (const { path, text } of changed)
      if (path !== host && !force) refuseOverwriting(join(folder, path), text);
    writeTogether(changed.map(({ path, text }) => ({ path: join(folder, path), text })));
    return files.map((file) => ({ path: join(folder, file.path), isNew: changed.includes(file) }));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${folder}: can not write the export: ${describeFileError(error)}`,
      'choose another place',
    );
  }
}

/**
 * The text of a user's file that is written into, with a byte order mark where it has one; null where there is no file.
 * Throws a UsageError for what is no text file, which could not be kept as it is.
 */
export function readUser(path: string): string | null {
  const kind = kindOf(path);
  if (kind === null) return null;
  if (kind === 'directory') throw new UsageError(`${path}: is a folder, not a file`, 'choose another place');
  const bytes = readBytes(path);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (Buffer.from(text, 'utf8').equals(bytes)) return text;
  throw new UsageError(`${path}: is not UTF-8 text`, 'choose another file');
}

/** The file that a user's path leads to: a link is followed within its own folder, as CLAUDE.md to AGENTS.md. */
export function followHost(path: string): string {
  if (!isLink(path)) return path;
  const target = kindOf(path) === null ? null : realPath(path);
  if (target !== null && dirname(target) === realPath(dirname(path))) return target;
  throw new UsageError(`${path}: is a link that leads out of its folder`, 'give the file that it leads to');
}

function refuseLinks(folder: string, { path }: ShippedFile): void {
  let place = folder;
  for (const name of path.split('/')) {
    place = join(place, name);
    if (isLink(place))
      throw new UsageError(`${place}: is a link, and is not followed`, 'remove it, or choose another place');
  }
}

function refuseForeign(folder: string, whole: string, files: readonly ShippedFile[]): void {
  const home = join(folder, whole);
  if (kindOf(home) !== 'directory') return;
  const own = new Set(files.map(({ path }) => path));
  const foreign = listFiles(home).find((name) => !own.has(`${whole}/${name}`) && !isPartial(name));
  if (foreign !== undefined)
    throw new UsageError(
      `${home}: holds ${foreign}, which is not of this export`,
      'choose another place, or pass --force to leave it there and write the rest',
    );
}

/** What a process left that was killed while it wrote. */
function isPartial(name: string): boolean {
  return /\.partial-\d+$/.test(name);
}

function refuseOverwriting(path: string, text: string): void {
  if (kindOf(path) === null || wasExported(path, text)) return;
  throw new UsageError(
    `${path}: is there already, and is no export of this form, or was changed since`,
    'choose another place or --name, or pass --force to write over it',
  );
}
