export type { AttemptCounts } from './call-index.js';
export { createRun, plainWords, type Run, type RunOptions, resumeRun } from './create-run.js';
export { findRun, latestRun, listRuns } from './find-run.js';
export { followJournal } from './follow-journal.js';
export type { EpisodeEntry, IndexEntry, PlanMark, RecordPlace, TurnEvent } from './index-entry.js';
export { createTotals, type PurposeTotals, type RunTotals } from './index-totals.js';
export { journalFormat, parseRecord } from './journal-record.js';
export {
  continueJournal,
  createJournal,
  type Durability,
  type JournalHeader,
  type JournalWriter,
} from './journal-writer.js';
export { createMemoryRun, type MemoryRun } from './memory-run.js';
export { continueIndexedJournal, type IndexedJournal, readIndexedJournal } from './read-index.js';
export { readJournal, refuseDamage } from './read-journal.js';
export { isRunLocked, lockRun, type RunLock } from './run-lock.js';
export { type ReadRecordOptions, type RunRecord, readRunRecord } from './run-record.js';
export { type JournalDamage, type JournalScan, scanJournal } from './scan-journal.js';
