export { createRun, plainWords, type Run, type RunOptions } from './create-run.js';
export { createJournal, type JournalHeader, type JournalWriter, journalFormat } from './journal-writer.js';
export { readJournal } from './read-journal.js';
