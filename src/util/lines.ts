import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { openByteStream, openRandomAccess } from './files.js';

/** Bytes or characters that no line has: far above any real one, far below what a text can hold. */
const longestLine = 128 * 2 ** 20;

/**
 * The lines of a text file, plain or gzipped (told apart by its first bytes), one at a time and without their
 * line ends (LF or CRLF). An empty last line is not given. Throws node's error when the file can not be read or
 * the compressed data is damaged, and an Error that names the line where one is longer than any real one.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const stream = openUnpacked(path);
  const decoder = new StringDecoder('utf8');
  // Pieces of a line that has not ended yet: looked at once, put together once.
  let pieces: string[] = [];
  const bound = createBound();
  try {
    for await (const chunk of stream) {
      const [first = '', ...others] = decoder.write(chunk as Buffer).split('\n');
      pieces.push(first);
      bound.grow(first.length);
      for (const next of others) {
        yield withoutReturn(pieces.join(''));
        pieces = [next];
        bound.begin(next.length);
      }
    }
    const rest = pieces.join('') + decoder.end();
    if (rest !== '') yield withoutReturn(rest);
  } finally {
    stream.destroy();
  }
}

/**
 * The bytes of a file, unpacked where it is gzipped (told apart by its first bytes). Throws node's error where the
 * file can not be opened; later errors reach the reader of the stream.
 */
export function openUnpacked(path: string): Readable {
  const packed = isGzip(path);
  const bytes = openByteStream(path);
  if (!packed) return bytes;
  const unpacked = createGunzip();
  bytes.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => bytes.destroy());
  return bytes.pipe(unpacked);
}

function isGzip(path: string): boolean {
  const file = openRandomAccess(path);
  try {
    const [first, second] = file.readAt(0, 2);
    return first === 0x1f && second === 0x8b;
  } finally {
    file.close();
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** A line as bytes. */
export interface ByteLine {
  readonly bytes: Buffer;
  /** Byte of the file at which it begins. */
  readonly offset: number;
  /** Whether a line feed ends it; false for a last line that has none. */
  readonly ended: boolean;
}

const lineFeed = 0x0a;

/**
 * The lines of a file as bytes, without their line feeds, in groups as they are read; from a byte on, at which a line
 * begins. An empty last line is not given. Throws node's error when the file can not be read, and an Error as
 * `readLines` does.
 */
export async function* readByteLines(path: string, start = 0): AsyncGenerator<readonly ByteLine[]> {
  const stream = openByteStream(path, start);
  let pieces: Buffer[] = [];
  let offset = start;
  const bound = createBound();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const lines: ByteLine[] = [];
      let from = 0;
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
        const bytes = joined(pieces, chunk.subarray(from, end));
        lines.push({ bytes, offset, ended: true });
        offset += bytes.length + 1;
        pieces = [];
        from = end + 1;
        bound.begin(0);
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from));
      bound.grow(chunk.length - from);
      if (lines.length > 0) yield lines;
    }
    const bytes = joined(pieces, Buffer.alloc(0));
    if (bytes.length > 0) yield [{ bytes, offset, ended: false }];
  } finally {
    stream.destroy();
  }
}

/** Counts lines and the length of the one that is read. */
function createBound() {
  let line = 1;
  let length = 0;
  return {
    grow: (by: number) => {
      length += by;
      if (length > longestLine) throw new Error(`line ${line} is longer than ${longestLine} bytes`);
    },
    begin: (first: number) => {
      line++;
      length = first;
    },
  };
}

function joined(pieces: readonly Buffer[], last: Buffer): Buffer {
  return pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
}
