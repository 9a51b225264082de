/** Plays a run again from its journal alone: no model is asked, and what comes out must be what the folder has. */
import { basename, join } from 'node:path';
import { createMemoryRun, type MemoryRun } from '../runs/index.js';
import { kindOf, readText, writeWhole } from '../util/files.js';
import { evaluationOf, type LoadedRun, loadRun } from './load-run.js';
import type { RunSettings } from './prepare-run.js';
import { prepareTraining } from './prepare-training.js';
import { prepareEvaluation, runEvaluation } from './run-evaluation.js';
import { runTraining } from './run-training.js';

/** A file as played again, beside that of the folder. */
export interface ReplayedFile {
  /** Path in the run folder. */
  readonly path: string;
  readonly state: 'same' | 'differs' | 'missing';
}

/**
 * Plays a run again. `write` puts files that are missing or differ into the folder. Rejects with a UsageError where the
 * journal has not all the answers, or what the run was started with has changed.
 */
export async function replayRun(folder: string, write = false): Promise<readonly ReplayedFile[]> {
  const run = await loadRun(folder, [], 'replay');
  try {
    const files = await playAgain(run);
    const compared = [...files].map(([path, text]) => ({
      path,
      text,
      state: compare(join(folder, path), text),
    }));
    for (const { path, text, state } of compared)
      if (write && state !== 'same') writeWhole(join(folder, path), text);
    return compared.map(({ path, state }) => ({ path, state }));
  } finally {
    run.record.close();
  }
}

async function playAgain(run: LoadedRun): Promise<MemoryRun['files']> {
  const replay = createMemoryRun(basename(run.folder));
  const resume = { folder: run.folder, record: run.record, allowChanged: false, replay };
  const settings: RunSettings = { config: run.config, placeOf: run.placeOf, resume };
  if (run.kind === 'eval')
    await runEvaluation(await prepareEvaluation({ ...settings, ...evaluationOf(run) }));
  else await runTraining(await prepareTraining(settings));
  return replay.files;
}

function compare(path: string, text: string): ReplayedFile['state'] {
  if (kindOf(path) === null) return 'missing';
  return readText(path) === text ? 'same' : 'differs';
}
