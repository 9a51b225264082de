import { errorCode, openRandomAccess, readText } from './files.js';

/**
 * A file's text, without a byte order mark, of a file that is no longer than so many bytes. Throws an Error that says so
 * where it is longer, before all of it is read, and node's error when it can not be read.
 */
export function readSmallText(path: string, mostBytes: number): string {
  const file = openRandomAccess(path);
  try {
    const text = readUpTo((position) => file.readAt(position, Math.min(mostBytes + 1, chunk)), mostBytes);
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  } catch (error) {
    // A pipe has no places to read at.
    if (errorCode(error) === 'ESPIPE') return readText(path);
    throw error;
  } finally {
    file.close();
  }
}

/** Bytes that are read at a time. */
const chunk = 256 * 1024;

function readUpTo(readAt: (position: number) => Buffer, mostBytes: number): string {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (let piece = readAt(0); piece.length > 0; piece = readAt(bytes)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error(`has more than ${mostBytes} bytes`);
  }
  return Buffer.concat(pieces).toString('utf8');
}
