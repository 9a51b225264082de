import { basename, dirname, join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { changedAt, kindOf, listDirectory } from '../util/files.js';

/** What stands for the newest run where the folder of a run is asked for. */
export const latestRun = 'latest';

/**
 * The folder of a run as a user gives it: a path, the name of a run in the runs folder, or `latest` (also as
 * `some/runs/latest`, and where nothing is given) for the run that was last written to. Throws a UsageError where there
 * is none.
 */
export function findRun(given: string = latestRun, runsFolder = 'runs'): string {
  if (given === latestRun) return newestRun(runsFolder);
  if (kindOf(given) === 'directory') return given;
  if (basename(given) === latestRun) return newestRun(dirname(given));
  const named = join(runsFolder, given);
  if (given !== '' && basename(given) === given && kindOf(named) === 'directory') return named;
  throw new UsageError(
    `${given}: there is no such run`,
    `give the folder of a run, for example runs/NAME, or ${latestRun} for the newest`,
  );
}

/** The runs of a folder, by name; none where there is no such folder. */
export function listRuns(runsFolder: string): string[] {
  if (kindOf(runsFolder) !== 'directory') return [];
  return listDirectory(runsFolder).filter(
    (name) => !name.startsWith('.') && kindOf(journalOf(join(runsFolder, name))) === 'file',
  );
}

/** Of runs that were written to at the same time, as after copying a folder, the last by name. */
function newestRun(runsFolder: string): string {
  const [newest] = listRuns(runsFolder)
    .map((name) => ({ folder: join(runsFolder, name), time: changedAt(journalOf(join(runsFolder, name))) }))
    .reverse()
    .sort((a, b) => b.time - a.time);
  if (newest !== undefined) return newest.folder;
  throw new UsageError(`${runsFolder}: holds no run yet`, 'make one with planwright train CONFIG');
}

function journalOf(folder: string): string {
  return join(folder, 'journal.jsonl');
}
