/** Reads the index of a run, as far as the journal agrees with it; and what the journal has beyond it. */
import { join } from 'node:path';
import { isPlainFile, openRandomAccess, type RandomAccessFile, sizeOf } from '../util/files.js';
import { createSum } from '../util/hash.js';
import type { JsonObject } from '../util/json.js';
import { countOf, objectOf, textOf } from '../util/json-values.js';
import { readByteLines } from '../util/lines.js';
import { entryOf, type IndexEntry, packEntry, unpackEntry } from './index-entry.js';
import { createTotals, type RunTotals, takeTotals, unpackTotals } from './index-totals.js';
import { type IndexStart, indexFormat, indexPath, newIndex } from './index-writer.js';
import { sealLength } from './journal-record.js';
import { type JournalRecord, type JournalScan, type ScanStart, scanJournal } from './scan-journal.js';

/** A point up to which an index says what the journal says. */
interface IndexPoint {
  /** Bytes and records of the journal. */
  readonly upTo: number;
  readonly records: number;
  /** The end of its last line: the checksum. */
  readonly seal: string;
  /** Counted up to there. */
  readonly totals: RunTotals;
  /** Bytes of the index. */
  readonly bytes: number;
}

/**
 * Reads an index and gives the entries of each stretch of the journal to `take`, once it is known that the stretch is
 * whole and that the journal ends it as the index says. Gives the last such point; null where there is none. Never
 * throws.
 */
async function readIndex(
  journalPath: string,
  take: (entries: readonly IndexEntry[]) => void,
): Promise<IndexPoint | null> {
  const path = indexPath(journalPath);
  if (!isPlainFile(path) || !isPlainFile(journalPath)) return null;
  let journal: RandomAccessFile | null = null;
  let point: IndexPoint | null = null;
  try {
    journal = openRandomAccess(journalPath);
    const size = sizeOf(journalPath);
    for await (const { entries, end, bytes } of stretchesOf(path)) {
      const found = pointOf(end, bytes);
      if (found.upTo > size || sealAt(journal, found.upTo) !== found.seal) break;
      take(entries);
      point = found;
    }
  } catch {
    // An index that can not be read says nothing beyond what was taken.
  } finally {
    journal?.close();
  }
  return point;
}

function pointOf({ upTo, records, seal, totals }: JsonObject, bytes: number): IndexPoint {
  return {
    bytes,
    upTo: countOf(upTo),
    records: countOf(records),
    seal: textOf(seal),
    totals: unpackTotals(objectOf(totals)),
  };
}

/** The end of the line that ends at a byte of a journal. */
function sealAt(journal: RandomAccessFile, bytes: number): string {
  const from = Math.max(0, bytes - sealLength);
  return journal.readAt(from, bytes - from).toString('latin1');
}

/** The whole stretches of an index: what they hold, the line that says how far they go, the index's bytes up to there. */
async function* stretchesOf(path: string) {
  let entries: IndexEntry[] = [];
  let end: JsonObject = {};
  let sum = createSum();
  let isFirst = true;
  for await (const group of readByteLines(path)) {
    for (const { bytes, offset, ended } of group) {
      if (!ended) return;
      const line = objectOf(JSON.parse(bytes.toString('utf8')));
      if (isFirst && line.format !== indexFormat) return;
      isFirst = false;
      if (line.sum !== undefined) {
        if (line.sum !== sum.hex()) return;
        yield { entries, end, bytes: offset + bytes.length + 1 };
        entries = [];
        sum = createSum();
        continue;
      }
      sum.add(bytes);
      if (line.totals !== undefined) end = line;
      const entry = unpackEntry(line);
      if (entry !== null) entries.push(entry);
    }
  }
}

/** A journal as far as it is read: where whoever looks again goes on. */
export interface IndexedJournal extends ScanStart {
  readonly totals: RunTotals;
  /** The end of the last line that was read. */
  readonly seal: string;
  readonly damage: JournalScan['damage'];
  /** Bytes that had to be scanned. */
  readonly scanned: number;
}

/**
 * Reads what a journal holds, with its index where there is one: entries go to `take` in the order of the journal.
 * Rejects with a UsageError where there is no journal that can be read.
 */
export async function readIndexedJournal(
  folder: string,
  take: (entry: IndexEntry) => void,
): Promise<IndexedJournal> {
  const path = join(folder, 'journal.jsonl');
  const point = await readIndex(path, (entries) => {
    for (const entry of entries) take(entry);
  });
  const start = point === null ? { bytes: 0, records: 0 } : { bytes: point.upTo, records: point.records };
  return scanOn(path, { ...start, seal: point?.seal ?? '', totals: point?.totals ?? createTotals() }, take);
}

/** The same beyond what was read before. Null where the journal does not go on from there: it was changed. */
export async function continueIndexedJournal(
  folder: string,
  before: IndexedJournal,
  take: (entry: IndexEntry) => void,
): Promise<IndexedJournal | null> {
  const path = join(folder, 'journal.jsonl');
  if (!isPlainFile(path) || sizeOf(path) < before.bytes) return null;
  const journal = openRandomAccess(path);
  const seal = sealAt(journal, before.bytes);
  journal.close();
  return seal === before.seal ? scanOn(path, before, take) : null;
}

async function scanOn(
  path: string,
  start: Pick<IndexedJournal, 'bytes' | 'records' | 'seal' | 'totals'>,
  take: (entry: IndexEntry) => void,
): Promise<IndexedJournal> {
  const { totals } = start;
  const scan = await scanJournal(
    path,
    ({ fields, ...place }) => {
      takeTotals(totals, fields);
      const entry = entryOf(fields, place);
      if (entry !== null) take(entry);
    },
    start,
  );
  const file = openRandomAccess(path);
  const seal = sealAt(file, scan.bytes);
  file.close();
  return { ...scan, totals, seal, scanned: scan.bytes - start.bytes };
}

/** Follows a scan of a journal that is made for other reasons, so that its writer can go on with the index. */
export interface IndexKeeper {
  take(record: JournalRecord): void;
  /** Where the index goes on once the scan has come to these bytes; null where it can not go on. */
  start(bytes: number): IndexStart | null;
}

/** A keeper for the index beside a journal, which may be missing or damaged. */
export async function createIndexKeeper(journalPath: string): Promise<IndexKeeper> {
  const point = await readIndex(journalPath, () => {});
  const fresh = newIndex();
  const { bytes, upTo, totals } = point ?? { ...fresh, upTo: 0 };
  const pending: JsonObject[] = point === null ? [...fresh.pending] : [];
  return {
    take: ({ fields, ...place }) => {
      if (place.offset < upTo) return;
      takeTotals(totals, fields);
      const entry = entryOf(fields, place);
      if (entry !== null) pending.push(packEntry(entry));
    },
    start: (scanned) => (scanned < upTo ? null : { bytes, totals, pending }),
  };
}
