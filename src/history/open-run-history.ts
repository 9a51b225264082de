import { UsageError } from '../core/errors.js';
import type { RunHistory, RunSummary } from './run-history.js';

/**
 * Opens a run folder for reading. Never fails on what the folder holds: that is said in `problems`. Rejects with a
 * UsageError where the path is no folder, or holds nothing of a run.
 */
export async function openRunHistory(folder: string): Promise<RunHistory> {
  throw new UsageError(`${folder}: can not be opened yet`);
}

/** A run in short, without its journal's middle. Null where the folder holds nothing of a run. Never throws. */
export function summarizeRun(_folder: string): RunSummary | null {
  return null;
}
