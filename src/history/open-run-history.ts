/** Opens run folders for reading. */
import { join, resolve } from 'node:path';
import { messageOf, UsageError } from '../core/errors.js';
import { continueIndexedJournal, isRunLocked, readIndexedJournal } from '../runs/index.js';
import { changedAt, isPlainFile, kindOf, sizeOf } from '../util/files.js';
import { describeRun, type OpenRun } from './describe-run.js';
import { createRunFold } from './fold-run.js';
import { isRunFolder, readPapers, runFiles } from './read-papers.js';
import type { RunHistory } from './run-history.js';

/**
 * Opens a run folder for reading. Never fails on what the folder holds: that is said in `problems`. Rejects with a
 * UsageError where the path is no folder, or holds nothing of a run.
 */
export async function openRunHistory(folder: string): Promise<RunHistory> {
  if (kindOf(folder) !== 'directory')
    throw new UsageError(
      `${folder}: there is no such run`,
      'give the folder of a run, for example runs/NAME',
    );
  if (!isRunFolder(folder))
    throw new UsageError(
      `${folder}: is no run folder: it has no manifest.json, journal.jsonl or results.json`,
      'give the folder of a run, for example runs/NAME',
    );
  const reader = createReader(folder, await readRun(folder));
  return reader.current();
}

async function readRun(folder: string): Promise<OpenRun> {
  const papers = readPapers(folder);
  const fold = createRunFold(papers.headline.name);
  const without = (problem: string) => ({ folder, papers, fold, journal: null, problem });
  const path = join(folder, 'journal.jsonl');
  try {
    if (kindOf(path) === null) return without('journal.jsonl is missing: no episode can be shown.');
    if (!isPlainFile(path)) return without('journal.jsonl is no file of its own and was not read.');
    const journal = await readIndexedJournal(folder, fold.take);
    return { folder, papers, fold, journal, problem: null };
  } catch (error) {
    return without(sayPlainly(error, folder));
  }
}

/** The first line of what is wrong, without the way to the folder. */
function sayPlainly(error: unknown, folder: string): string {
  const [line = ''] = messageOf(error).split('\n');
  return `${line.replaceAll(`${folder}/`, '').replaceAll(`${resolve(folder)}/`, '')}.`.slice(0, 500);
}

/** A run that is looked at again and again: what was read is read once, whoever asks. */
function createReader(folder: string, first: OpenRun) {
  let open = first;
  let stamp = stampOf(folder);
  let reading: Promise<RunHistory> | null = null;
  const refresh = async (): Promise<RunHistory> => {
    const now = stampOf(folder);
    if (now === stamp) return history;
    open = await readOn(open);
    stamp = now;
    history = describeRun(open, look);
    return history;
  };
  const look = (): Promise<RunHistory> => {
    reading ??= refresh().finally(() => {
      reading = null;
    });
    return reading;
  };
  let history = describeRun(open, look);
  return { current: () => history };
}

/** What is new since a run was read. Never rejects. */
async function readOn(open: OpenRun): Promise<OpenRun> {
  const { folder, journal, fold } = open;
  if (journal === null) return readRun(folder);
  try {
    const next = await continueIndexedJournal(folder, journal, fold.take);
    return next === null ? readRun(folder) : { ...open, papers: readPapers(folder), journal: next };
  } catch {
    return readRun(folder);
  }
}

/** Changes when there may be something new. */
function stampOf(folder: string): string {
  const files = runFiles.map((name) => {
    const path = join(folder, name);
    return isPlainFile(path) ? `${sizeOf(path)}/${changedAt(path)}` : '';
  });
  return [...files, isRunLocked(folder)].join(' ');
}
