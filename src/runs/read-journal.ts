import { UsageError } from '../core/errors.js';
import type { RunEvent } from '../core/event.js';
import { type JournalDamage, readRecords } from './scan-journal.js';

/**
 * The events of a journal, in order, one at a time. A last line that a crash has cut is left out. Throws a UsageError
 * that names file and line for a file that is no journal, is of another version, or is damaged before its last line.
 */
export async function* readJournal(path: string): AsyncGenerator<RunEvent> {
  for await (const found of readRecords(path)) {
    if ('problem' in found) refuseDamage(path, found);
    else if (typeof found.fields.type === 'string') yield found.fields as unknown as RunEvent;
  }
}

/** Throws a UsageError for damage that is not just a cut end. */
export function refuseDamage(path: string, damage: JournalDamage | null): void {
  if (damage === null || damage.last) return;
  throw new UsageError(
    `${path}:${damage.line}: damaged at byte ${damage.offset}: ${damage.problem}`,
    'planwright log recover keeps what stands before it',
  );
}
