import { UsageError } from '../core/errors.js';
import type { RunEvent } from '../core/event.js';
import { endOfTick, nextTurn, systemClock } from '../util/clock.js';
import { type Appender, describeFileError, openAppender } from '../util/files.js';
import type { JsonObject } from '../util/json.js';
import { createPace } from '../util/pace.js';
import { createIndexWriter, type IndexStart, type IndexWriter, indexPath } from './index-writer.js';
import { formatRecord, journalFormat } from './journal-record.js';
import type { JournalScan } from './scan-journal.js';

/**
 * When a record counts as safe. `flush`: it is with the operating system, which survives any end of the process.
 * `fsync`: it is on the disk, which survives a power failure. `none`: it may still be in memory.
 */
export type Durability = 'none' | 'flush' | 'fsync';

/** The first record of a journal. */
export interface JournalHeader {
  readonly format: typeof journalFormat;
  /** Id of the run: the name of its folder. */
  readonly run: string;
}

/** Writes what happens in a run, one event a line, in groups so that an event costs little. */
export interface JournalWriter {
  /** Takes an event. Never throws: a failed write is thrown by the next `committed`, `flush` or `close`. */
  append(event: RunEvent): void;
  /** Resolves when all that was appended is safe. Rejects with a UsageError when that, or an earlier write, failed. */
  committed(): Promise<void>;
  /** Writes what is held back. Throws a UsageError when that, or an earlier write, failed. */
  flush(): void;
  /** Flushes and closes; a second call does nothing. */
  close(): void;
}

/** Characters that are held back at most. */
const groupSize = 64 * 1024;

/** How often lines are written without waiting for more. */
const promptWrites = { milliseconds: 5, saved: 10 };

/**
 * Waits for lines that are to be written together. With many calls in flight, many answers come at the same time, and
 * lines wait for all of them. With few they wait for none: who wrote them sends a call next, which would be late by what
 * the other answers set off.
 */
function waitForMore(mayBePrompt: boolean): Promise<void> {
  return mayBePrompt ? endOfTick() : nextTurn();
}

/** Starts a new journal and writes its header at once. Throws node's error when the file exists or can not be made. */
export function createJournal(path: string, run: string, durability: Durability = 'flush'): JournalWriter {
  const appender = openAppender(path, { exclusive: true });
  const header: JournalHeader = { format: journalFormat, run };
  try {
    appender.append(`${formatRecord(0, header)}\n`);
  } catch (error) {
    appender.close();
    throw error;
  }
  return createWriter(path, appender, { records: 1, bytes: 0 }, durability, null);
}

/**
 * Goes on with a journal after its last whole record; what follows that is cut off. Its index is kept up where it is
 * known how far that is. Throws node's error when the file can not be written.
 */
export function continueJournal(
  path: string,
  scan: Pick<JournalScan, 'records' | 'bytes'>,
  durability: Durability = 'flush',
  indexStart?: IndexStart,
): JournalWriter {
  const appender = openAppender(path, { keepBytes: scan.bytes });
  const index = indexStart === undefined ? null : createIndexWriter(indexPath(path), indexStart, scan.bytes);
  return createWriter(path, appender, scan, durability, index);
}

function createWriter(
  path: string,
  appender: Appender,
  start: Pick<JournalScan, 'records' | 'bytes'>,
  durability: Durability,
  index: IndexWriter | null,
): JournalWriter {
  let { records, bytes } = start;
  const group = createGroup(path, appender, (text) => index?.written(bytes, records, text));
  let open = true;
  return {
    append: (event) => {
      const line = formatRecord(records, event);
      const length = Buffer.byteLength(line);
      index?.take(event as unknown as JsonObject, { offset: bytes, length, record: records });
      records++;
      bytes += length + 1;
      group.add(`${line}\n`);
    },
    committed: async () => {
      if (durability === 'none') return;
      await group.flushSoon();
      if (durability === 'fsync' && open) await group.sync();
      group.check();
    },
    flush: group.flush,
    close: () => {
      if (!open) return;
      open = false;
      try {
        group.flush();
      } finally {
        appender.close();
      }
      index?.close();
    },
  };
}

/**
 * Lines that are written together; `onWritten` is told their text. The first failure is thrown by every flush after it,
 * and nothing more is written.
 */
function createGroup(path: string, appender: Appender, onWritten: (text: string) => void) {
  let held = '';
  let failure: unknown;
  let writing: Promise<void> | undefined;
  let syncing: Promise<void> | undefined;
  const mayBePrompt = createPace(promptWrites, systemClock);
  const fail = (error: unknown) => {
    failure ??= error;
  };
  const write = () => {
    if (failure !== undefined || held === '') return;
    const text = held;
    held = '';
    try {
      appender.append(text);
      onWritten(text);
    } catch (error) {
      fail(error);
    }
  };
  const check = () => {
    if (failure === undefined) return;
    throw new UsageError(
      `${path}: can not write the journal: ${describeFileError(failure)}`,
      'make room, then resume the run',
    );
  };
  return {
    add: (line: string) => {
      held += line;
      if (held.length >= groupSize) write();
    },
    /** Throws what went wrong with any write so far. */
    check,
    flush: () => {
      write();
      check();
    },
    /** Writes once for all who ask at about the same time. */
    flushSoon: () => {
      writing ??= waitForMore(mayBePrompt()).then(() => {
        writing = undefined;
        write();
      });
      return writing;
    },
    /** One sync at a time; whoever comes while one is under way shares the next. */
    sync: async () => {
      await syncing;
      syncing ??= appender
        .sync()
        .catch(fail)
        .finally(() => {
          syncing = undefined;
        });
      await syncing;
    },
  };
}
