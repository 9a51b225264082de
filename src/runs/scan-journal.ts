import { UsageError } from '../core/errors.js';
import { describeFileError } from '../util/files.js';
import type { JsonObject } from '../util/json.js';
import { readByteLines } from '../util/lines.js';
import { journalFormat, parseRecord } from './journal-record.js';

/** A whole record, and where it stands in the file. */
export interface JournalRecord {
  readonly fields: JsonObject;
  /** Byte at which its line begins. */
  readonly offset: number;
  /** Bytes of its line, without the line end. */
  readonly length: number;
}

/** What a journal holds, up to the first line that can not be trusted. */
export interface JournalScan {
  /** Whole records, the header included. */
  readonly records: number;
  /** Bytes up to the end of the last whole record. */
  readonly bytes: number;
  /** The first line that is not whole; null where all are. */
  readonly damage: JournalDamage | null;
}

/** A line that can not be trusted. */
export interface JournalDamage {
  /** Number of the line, from 1. */
  readonly line: number;
  /** Byte at which it begins. */
  readonly offset: number;
  readonly problem: string;
  /** Whether it is the last of the file: what an interrupted write leaves behind. */
  readonly last: boolean;
}

/**
 * Reads a journal from its beginning and gives each whole record to `take`, the header first, until the end or the
 * first damage. Rejects with a UsageError that names the file when it can not be read, is empty, or is no journal of
 * this version.
 */
export async function scanJournal(path: string, take: (record: JournalRecord) => void): Promise<JournalScan> {
  let records = 0;
  let bytes = 0;
  for await (const found of readRecords(path)) {
    if ('problem' in found) return { records, bytes, damage: found };
    take(found);
    records++;
    bytes = found.offset + found.length + 1;
  }
  return { records, bytes, damage: null };
}

/** The whole records of a journal, the header first, and then its first damage, if there is any. Rejects as `scanJournal`. */
export async function* readRecords(path: string): AsyncGenerator<JournalRecord | JournalDamage> {
  let records = 0;
  let damage: JournalDamage | null = null;
  for await (const { bytes, offset, ended } of linesOf(path)) {
    if (damage !== null) {
      damage = { ...damage, last: false };
      break;
    }
    const line = bytes.toString('utf8');
    const fields = ended ? parseRecord(line, records) : 'the line is cut';
    if (records === 0) checkHeader(fields, line, path);
    if (typeof fields === 'string') {
      damage = { line: records + 1, offset, problem: fields, last: true };
      continue;
    }
    yield { fields, offset, length: bytes.length };
    records++;
  }
  if (damage !== null) yield damage;
  else if (records === 0) throw new UsageError(`${path}: is empty`, 'give a run folder');
}

async function* linesOf(path: string) {
  try {
    yield* readByteLines(path);
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`, 'give a run folder');
  }
}

function checkHeader(fields: JsonObject | string, line: string, path: string): void {
  if (typeof fields !== 'string' && fields.format === journalFormat) return;
  const format = /"format":"([^"]*)"/.exec(line.slice(0, 200))?.[1];
  const what = format === undefined || format === journalFormat ? 'is not a journal' : `has format ${format}`;
  throw new UsageError(`${path}:1: ${what}; this version reads ${journalFormat}`, 'give a run folder');
}
