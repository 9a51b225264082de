import { UsageError } from '../core/errors.js';
import type { RunEvent } from '../core/event.js';
import { type Appender, describeFileError, openAppender } from '../util/files.js';

/** Name and version of the journal's format. */
export const journalFormat = 'planwright-journal/1';

/** The first line of a journal. */
export interface JournalHeader {
  readonly format: typeof journalFormat;
  /** Id of the run: the name of its folder. */
  readonly run: string;
}

/** Writes what happens in a run, one event a line, in groups so that an event costs little. */
export interface JournalWriter {
  /** Takes an event. Never throws: a failed write is thrown by the next `flush` or `close`. */
  append(event: RunEvent): void;
  /** Writes what is held back. Throws a UsageError when that, or an earlier write, failed. */
  flush(): void;
  /** Flushes and closes; a second call does nothing. */
  close(): void;
}

/** Characters that are held back at most. */
const groupSize = 64 * 1024;

/** Starts a new journal and writes its header at once. Throws node's error when the file exists or can not be made. */
export function createJournal(path: string, run: string): JournalWriter {
  const appender = openAppender(path, { exclusive: true });
  const header: JournalHeader = { format: journalFormat, run };
  try {
    appender.append(`${JSON.stringify(header)}\n`);
  } catch (error) {
    appender.close();
    throw error;
  }
  return createWriter(path, appender);
}

function createWriter(path: string, appender: Appender): JournalWriter {
  let held = '';
  let failure: unknown;
  let open = true;
  const write = () => {
    if (failure !== undefined || held === '') return;
    try {
      appender.append(held);
    } catch (error) {
      failure = error;
    }
    held = '';
  };
  const flush = () => {
    write();
    if (failure === undefined) return;
    throw new UsageError(
      `${path}: can not write the journal: ${describeFileError(failure)}`,
      'make room, then start the run again',
    );
  };
  return {
    append: (event) => {
      held += `${JSON.stringify(event)}\n`;
      if (held.length >= groupSize) write();
    },
    flush,
    close: () => {
      if (!open) return;
      open = false;
      try {
        flush();
      } finally {
        appender.close();
      }
    },
  };
}
