/** Writes the report of a run. */
import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { openRunHistory } from '../history/index.js';
import { renderReport } from '../pages/index.js';
import { checkRunEstimate } from '../report/index.js';
import { findRun } from '../runs/index.js';
import type { EstimateCheck } from '../training/index.js';
import { describeFileError, kindOf, sizeOf, writeWhole } from '../util/files.js';

/** A report that was written. */
export interface WrittenReport {
  readonly run: string;
  readonly file: string;
  readonly bytes: number;
  readonly state: string;
  /** Episodes that stand in it, and all that there are. */
  readonly episodes: { readonly shown: number; readonly total: number };
  /** What was estimated before the run beside its use; empty where nothing was. */
  readonly estimate: readonly EstimateCheck[];
  /** What could not be read. */
  readonly problems: readonly string[];
}

/**
 * Writes the report of a run, whole or not at all: to a file, or into the run's folder. Rejects with a UsageError where
 * there is no such run, or the file can not be written.
 */
export async function writeReport(given?: string, out?: string): Promise<WrittenReport> {
  const run = findRun(given);
  const file = out ?? join(run, 'report.html');
  refuseFolder(file);
  const history = await openRunHistory(run);
  const { page, shown } = await renderReport(history);
  try {
    writeWhole(file, page);
  } catch (error) {
    throw new UsageError(
      `${file}: can not write the report: ${describeFileError(error)}`,
      'name another file with -o',
    );
  }
  const { state, problems, episodes } = history;
  return {
    run,
    file,
    bytes: sizeOf(file),
    state,
    episodes: { shown, total: episodes.count },
    estimate: checkRunEstimate(history),
    problems,
  };
}

function refuseFolder(file: string): void {
  if (file === '' || kindOf(file) === 'directory')
    throw new UsageError(
      `${file === '' ? 'an empty name' : file}: is a folder, not a file`,
      'name a file with -o',
    );
}
