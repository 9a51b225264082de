/**
 * One line of a journal: a JSON object that begins with its number and ends with a checksum of all the bytes before it.
 * So a byte that is lost or changed anywhere in a line, a line that is missing, doubled or out of its place, is seen.
 */
import { sha256 } from '../util/hash.js';
import type { JsonObject } from '../util/json.js';

/** Name and version of the journal's format. */
export const journalFormat = 'planwright-journal/2';

/** Hex digits of a checksum. */
const digits = 16;
const head = ',"sum":"';
const tail = '"}';
const tailLength = head.length + digits + tail.length;

/** The line of a record, without its line end. `fields` has at least one field, none of them `n` or `sum`. */
export function formatRecord(n: number, fields: object): string {
  const body = `{"n":${n},${JSON.stringify(fields).slice(1, -1)}`;
  return `${body}${head}${checksum(body)}${tail}`;
}

/** The fields of a line that is whole and has the number that it must have; else what is wrong with it. */
export function parseRecord(line: string, n: number): JsonObject | string {
  const cut = line.length - tailLength;
  const body = line.slice(0, Math.max(0, cut));
  if (cut <= 0 || line.slice(cut) !== `${head}${checksum(body)}${tail}`)
    return 'the line is cut or changed: its checksum does not fit';
  const parsed = parseBody(body);
  if (parsed === null) return 'the line is no JSON';
  const { n: found, ...fields } = parsed;
  return found === n ? fields : `the line has number ${JSON.stringify(found)} where ${n} must stand`;
}

function parseBody(body: string): JsonObject | null {
  try {
    return JSON.parse(`${body}}`) as JsonObject;
  } catch {
    return null;
  }
}

/** Bytes at the end of a line, its line end included, that hold its checksum. */
export const sealLength = digits + tail.length + 1;

function checksum(body: string): string {
  return sha256(body).slice(0, digits);
}
