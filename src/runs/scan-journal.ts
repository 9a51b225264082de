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
  /** Its number, from 0, which is the header's. */
  readonly record: number;
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

/** Where a scan begins: the byte at which a record's line begins, and that record's number. */
export interface ScanStart {
  readonly bytes: number;
  readonly records: number;
}

const beginning: ScanStart = { bytes: 0, records: 0 };

/**
 * Reads a journal from its beginning, or from a place on, and gives each whole record to `take`, the header first, until
 * the end or the first damage. Rejects with a UsageError that names the file when it can not be read, is empty, or is no
 * journal of this version.
 */
export async function scanJournal(
  path: string,
  take: (record: JournalRecord) => void,
  start: ScanStart = beginning,
): Promise<JournalScan> {
  let { records, bytes } = start;
  for await (const group of readGroups(path, start)) {
    for (const found of group) {
      if ('problem' in found) return { records, bytes, damage: found };
      take(found);
      records++;
      bytes = found.offset + found.length + 1;
    }
  }
  return { records, bytes, damage: null };
}

/**
 * The whole records of a journal from its beginning, the header first, or from a place on, and then its first damage, if
 * there is any. Rejects as `scanJournal`.
 */
export async function* readRecords(
  path: string,
  start: ScanStart = beginning,
): AsyncGenerator<JournalRecord | JournalDamage> {
  for await (const group of readGroups(path, start)) yield* group;
}

async function* readGroups(
  path: string,
  start: ScanStart,
): AsyncGenerator<readonly (JournalRecord | JournalDamage)[]> {
  let { records } = start;
  let damage: JournalDamage | null = null;
  for await (const lines of linesOf(path, start.bytes)) {
    const group: JournalRecord[] = [];
    for (const { bytes, offset, ended } of lines) {
      if (damage !== null) {
        yield [...group, { ...damage, last: false }];
        return;
      }
      const line = bytes.toString('utf8');
      const fields = ended ? parseRecord(line, records) : 'the line is cut';
      if (records === 0) checkHeader(fields, line, path);
      if (typeof fields === 'string') {
        damage = { line: records + 1, offset, problem: fields, last: true };
        continue;
      }
      group.push({ fields, offset, length: bytes.length, record: records });
      records++;
    }
    yield group;
  }
  if (damage !== null) yield [damage];
  else if (records === 0) throw new UsageError(`${path}: is empty`, 'give a run folder');
}

async function* linesOf(path: string, start: number) {
  try {
    yield* readByteLines(path, start);
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
