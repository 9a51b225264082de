import { UsageError } from '../core/errors.js';
import type { RunEvent } from '../core/event.js';
import { isPlainFile, sizeOf } from '../util/files.js';
import { refuseDamage } from './read-journal.js';
import { readRecords, type ScanStart } from './scan-journal.js';

/**
 * The events of a journal from its beginning on, and those that are written while it is read. Null says that there is
 * nothing more so far; to be asked on is to look again, so the caller waits in between. A last line that is not whole
 * is waited for, as it may be one that is being written or that a resumed run cuts off. Nothing is locked or changed.
 * Rejects with a UsageError as `readJournal`, and where the journal is taken away or becomes shorter.
 */
export async function* followJournal(path: string): AsyncGenerator<RunEvent | null> {
  let start: ScanStart = { bytes: 0, records: 0 };
  for (;;) {
    if (!isPlainFile(path)) throw new UsageError(`${path}: does not exist`, 'give a run folder');
    if (sizeOf(path) < start.bytes)
      throw new UsageError(`${path}: has become shorter while it was read`, 'watch it again');
    for await (const found of readRecords(path, start)) {
      if ('problem' in found) {
        refuseDamage(path, found);
        break;
      }
      start = { bytes: found.offset + found.length + 1, records: found.record + 1 };
      if (typeof found.fields.type === 'string') yield found.fields as unknown as RunEvent;
    }
    yield null;
  }
}
