/**
 * The index of a run: a file beside the journal that says where its episodes and turns stand and what was counted, so
 * that a journal of gigabytes is opened without reading it. It is written after the journal, in stretches that each end
 * with a line that says how far they go and one with a checksum. It is never needed: a write of it that fails ends the index,
 * not the run.
 */
import { type Appender, errorCode, openAppender, remove } from '../util/files.js';
import { sha256 } from '../util/hash.js';
import type { JsonObject } from '../util/json.js';
import { entryOf, packEntry, type RecordPlace } from './index-entry.js';
import { createTotals, packTotals, type RunTotals, takeTotals } from './index-totals.js';
import { sealLength } from './journal-record.js';

/** Name and version of the index's format. */
export const indexFormat = 'planwright-index/1';

/** The index that belongs to a journal. */
export function indexPath(journalPath: string): string {
  return journalPath.replace(/journal\.jsonl$/, 'index.jsonl');
}

/** How far an index is, for whoever goes on with it. */
export interface IndexStart {
  /** Bytes of its file that stay. */
  readonly bytes: number;
  /** What was counted up to the end of the journal; it is changed in place. */
  readonly totals: RunTotals;
  /** Lines that are known and not written yet, without line ends. */
  readonly pending: readonly JsonObject[];
}

/** An index of which nothing is written. */
export function newIndex(): IndexStart {
  return { bytes: 0, totals: createTotals(), pending: [{ format: indexFormat }] };
}

/** Takes what a journal is given. A file that can not be written is no error here. */
export interface IndexWriter {
  /** A record that will be written. */
  take(fields: JsonObject, place: RecordPlace): void;
  /** All that was taken is in the journal, which ends with this line. */
  written(journalBytes: number, records: number, lastLine: string): void;
  close(): void;
}

/** Bytes of the journal after which the index is written again: what a reader has to scan at most. */
const stretch = 4 * 2 ** 20;

/** Goes on with an index. */
export function createIndexWriter(path: string, start: IndexStart, journalBytes: number): IndexWriter {
  const file = createIndexFile(path, start);
  const { totals } = start;
  let pending: JsonObject[] = [...start.pending];
  let end: { readonly upTo: number; readonly records: number; readonly seal: string } | null = null;
  let upTo = journalBytes;
  const write = () => {
    if (end === null) return;
    file.append(pending, { ...end, totals: packTotals(totals) });
    pending = [];
    upTo = end.upTo;
    end = null;
  };
  return {
    take: (fields, place) => {
      takeTotals(totals, fields);
      const entry = entryOf(fields, place);
      if (entry !== null) pending.push(packEntry(entry));
    },
    written: (bytes, records, lastLine) => {
      end = { upTo: bytes, records, seal: lastLine.slice(-sealLength) };
      if (bytes - upTo >= stretch) write();
    },
    close: () => {
      write();
      file.close();
    },
  };
}

/** The file, which is opened with the first write. After a failure it stays as it is: readers scan what is missing. */
function createIndexFile(path: string, { bytes }: IndexStart) {
  let appender: Appender | null = null;
  let failed = false;
  const open = () => {
    if (bytes > 0) return openAppender(path, { keepBytes: bytes });
    remove(path);
    return openAppender(path, { exclusive: true });
  };
  return {
    append: (rows: readonly JsonObject[], end: JsonObject) => {
      if (failed) return;
      const text = [...rows, end].map((row) => `${JSON.stringify(row)}\n`).join('');
      try {
        appender ??= open();
        appender.append(`${text}${JSON.stringify({ sum: sha256(text) })}\n`);
      } catch (error) {
        refuseBug(error);
        failed = true;
      }
    },
    close: () => {
      try {
        appender?.close();
      } catch (error) {
        refuseBug(error);
      }
    },
  };
}

/** What the file system reports is put up with; anything else is a mistake of ours and is thrown. */
function refuseBug(error: unknown): void {
  if (errorCode(error) === undefined) throw error;
}
