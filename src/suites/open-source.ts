import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { describeFileError, kindOf, listFiles, readBytes, sizeOf } from '../util/files.js';
import { openArchive } from './archive.js';

import { defaultLimits, type Source, type SourceFile, type SourceLimits } from './source.js';

/**
 * Opens a folder or a zip archive. Nothing is unpacked to disk, and links in a folder are not followed. Throws a
 * UsageError for a path that is neither, and for an archive that is damaged or hostile (names that leave it,
 * links, names given twice).
 */
export async function openSource(path: string, limits: SourceLimits = defaultLimits): Promise<Source> {
  const kind = attempt(path, () => kindOf(path));
  if (kind === null) throw new UsageError(`${path}: does not exist`, 'give a folder or a .zip archive');
  return kind === 'directory' ? openFolder(path, limits) : openArchive(path, limits);
}

/** The text of one file of a source. Throws a UsageError when it is not UTF-8. */
export async function readSourceText(source: Source, name: string): Promise<string> {
  const bytes = await source.readBytes(name);
  if (!isUtf8(bytes)) throw new UsageError(`${source.path}: file ${JSON.stringify(name)} is not UTF-8 text`);
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** The text files of a folder or archive whose names `accept` takes, in order of their names, one at a time. */
export async function* readSource(
  path: string,
  accept: (name: string) => boolean = () => true,
  limits: SourceLimits = defaultLimits,
): AsyncGenerator<SourceFile> {
  const source = await openSource(path, limits);
  try {
    for (const name of source.names) {
      if (accept(name)) yield { path: name, text: await readSourceText(source, name) };
    }
  } finally {
    source.close();
  }
}

function openFolder(folder: string, limits: SourceLimits): Source {
  return {
    path: folder,
    names: attempt(folder, () => listFiles(folder)),
    readBytes: async (name) => {
      const file = join(folder, name);
      const size = attempt(file, () => sizeOf(file));
      if (size > limits.fileBytes) {
        throw new UsageError(`${file}: has ${size} bytes; at most ${limits.fileBytes} are read`);
      }
      return attempt(file, () => readBytes(file));
    },
    close: () => {},
  };
}

function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`);
  }
}
