import { inflateRawSync } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { messageOf, UsageError } from '../core/errors.js';
import { describeFileError, openRandomAccess, type RandomAccessFile } from '../util/files.js';
import { crc32 } from '../util/hash.js';
import type { Source, SourceLimits } from './source.js';

/** Compression methods of zip files that we read (APPNOTE.TXT section 4.4.5). */
const stored = 0;
const deflated = 8;

/** Upper half of the external attributes of an entry made on Unix: the file type is a symbolic link. */
const linkType = 0o120000;
const typeMask = 0o170000;

/**
 * Opens a zip archive: reads its directory now and each file when it is asked for. Throws a UsageError that names
 * archive and entry for a file that is no zip, is cut or damaged, or is hostile: names that leave the archive,
 * symbolic links, names given twice, encrypted entries, more bytes than the limits or the entry itself allow.
 */
export async function openArchive(path: string, limits: SourceLimits): Promise<Source> {
  const file = openFile(path);
  try {
    const zip = await fromFdPromise(file.descriptor, { autoClose: false, strictFileNames: true });
    const entries = await readDirectory(zip);
    return createSource(path, file, zip, entries, limits);
  } catch (error) {
    file.close();
    throw new UsageError(
      `${path}: not a usable zip archive: ${messageOf(error)}`,
      'download or pack it again',
    );
  }
}

function createSource(
  path: string,
  file: RandomAccessFile,
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  limits: SourceLimits,
): Source {
  const counted = new Set<string>();
  let total = 0;
  let open = true;
  const count = (entry: Entry) => {
    if (!counted.has(entry.fileName)) total += entry.uncompressedSize;
    counted.add(entry.fileName);
    if (total > limits.totalBytes)
      throw new Error(`the files unpack to more than ${limits.totalBytes} bytes`);
  };
  return {
    path,
    names: [...entries.keys()].sort(),
    readBytes: async (name) => {
      try {
        const entry = entries.get(name);
        if (entry === undefined) throw new Error('is not in the archive');
        checkSize(entry, limits);
        count(entry);
        return await readEntry(file, zip, entry);
      } catch (error) {
        throw new UsageError(
          `${path}: entry ${JSON.stringify(name)}: ${messageOf(error)}`,
          'download or pack the archive again',
        );
      }
    },
    close: () => {
      if (open) file.close();
      open = false;
    },
  };
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    const problem = problemOf(entry);
    if (problem !== null) throw new Error(`entry ${JSON.stringify(name)} ${problem}`);
    if (entries.has(name)) throw new Error(`entry ${JSON.stringify(name)} is in it twice`);
    if (!name.endsWith('/')) entries.set(name, entry);
  }
  return entries;
}

/** What is wrong with an entry beyond what yauzl refuses itself: absolute names, drives, `..` and backslashes. */
function problemOf({ fileName, externalFileAttributes }: Entry): string | null {
  if (fileName === '') return 'has no name';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(fileName)) return 'has a control character in its name';
  if (((externalFileAttributes >>> 16) & typeMask) === linkType) return 'is a symbolic link';
  return null;
}

function checkSize({ uncompressedSize, compressedSize }: Entry, { fileBytes }: SourceLimits): void {
  if (Math.max(uncompressedSize, compressedSize) > fileBytes) {
    throw new Error(`unpacks to ${uncompressedSize} bytes; at most ${fileBytes} are read`);
  }
}

async function readEntry(file: RandomAccessFile, zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) throw new Error('is encrypted');
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = file.readAt(fileDataStart, entry.compressedSize);
  if (packed.length !== entry.compressedSize) throw new Error('is cut short');
  const bytes = unpack(packed, entry);
  if (bytes.length !== entry.uncompressedSize) throw new Error('is not as long as the archive says');
  if (crc32(bytes) !== entry.crc32) throw new Error('is damaged (checksum)');
  return bytes;
}

function unpack(packed: Buffer, { compressionMethod, uncompressedSize }: Entry): Buffer {
  if (compressionMethod === stored) return packed;
  if (compressionMethod !== deflated) throw new Error(`has unknown compression method ${compressionMethod}`);
  // One byte more than announced is enough to notice an entry that unpacks to more.
  return inflateRawSync(packed, { maxOutputLength: uncompressedSize + 1 });
}

function openFile(path: string): RandomAccessFile {
  try {
    return openRandomAccess(path);
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`, 'give a folder or a .zip archive');
  }
}
