/** Plays a run again from its journal alone: no model is asked, and what comes out must be what the folder has. */
import { basename, join } from 'node:path';
import { createMemoryRun } from '../runs/index.js';
import { kindOf, readBytes, writeWhole } from '../util/files.js';
import { runCertification } from './certify.js';
import { prepareCertification } from './certify-prepare.js';
import {
  certificationOf,
  evaluationOf,
  loadAblationOfRun,
  loadConfigOfRun,
  loadRecord,
  loadTransferOfRun,
  readRunKind,
} from './load-run.js';
import { prepareAblation } from './prepare-ablation.js';
import type { ResumedRun } from './prepare-run.js';
import { prepareTraining } from './prepare-training.js';
import { runAblation } from './run-ablation.js';
import { prepareEvaluation, runEvaluation } from './run-evaluation.js';
import { runTraining } from './run-training.js';
import { runTransfer } from './run-transfer.js';

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
  const record = await loadRecord(folder, 'replay');
  try {
    const replay = createMemoryRun(basename(folder));
    await playAgain(folder, { folder, record, allowChanged: false, replay });
    const compared = [...replay.files].map(([path, text]) => ({
      path,
      text,
      state: compare(join(folder, path), text),
    }));
    for (const { path, text, state } of compared)
      if (write && state !== 'same') writeWhole(join(folder, path), text);
    return compared.map(({ path, state }) => ({ path, state }));
  } finally {
    record.close();
  }
}

async function playAgain(folder: string, resume: ResumedRun): Promise<void> {
  const kind = readRunKind(folder);
  if (kind === 'ablate') {
    await runAblation(await prepareAblation({ ablation: loadAblationOfRun(folder), resume }));
    return;
  }
  if (kind === 'transfer') {
    await runTransfer(await prepareAblation({ ablation: loadTransferOfRun(folder), resume }));
    return;
  }
  const settings = { ...loadConfigOfRun(folder), resume };
  if (kind === 'certify')
    await runCertification(await prepareCertification({ ...settings, ...certificationOf(folder) }));
  else if (kind === 'eval')
    await runEvaluation(await prepareEvaluation({ ...settings, ...evaluationOf(folder) }));
  else await runTraining(await prepareTraining(settings));
}

function compare(path: string, text: string): ReplayedFile['state'] {
  if (kindOf(path) === null) return 'missing';
  // As bytes: a mark at the beginning of a table is part of it.
  return readBytes(path).equals(Buffer.from(text, 'utf8')) ? 'same' : 'differs';
}
