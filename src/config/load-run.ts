/** A run folder that is gone on with or looked at: its config, what it was started with, and its record. */
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../core/errors.js';
import { type ReadRecordOptions, type RunRecord, readRunRecord, refuseDamage } from '../runs/index.js';
import { kindOf } from '../util/files.js';
import type { CertifyOptions } from './certify-prepare.js';
import { type LoadedAblation, loadAblation } from './load-ablation.js';
import { type LoadedConfig, loadConfig } from './load-config.js';
import type { Override } from './parse-override.js';
import { readManifest } from './read-manifest.js';

/** What a run does. */
export type RunKind = 'train' | 'eval' | 'ablate' | 'transfer' | 'certify';

/** What the run of a folder does. Throws a UsageError where it is no run folder. */
export function readRunKind(folder: string): RunKind {
  if (kindOf(folder) !== 'directory')
    throw new UsageError(
      `${folder}: there is no such run`,
      'give the folder of a run, for example runs/NAME',
    );
  const manifest = readManifest(folder);
  if (manifest.certify !== undefined) return 'certify';
  if (manifest.evaluation !== undefined) return 'eval';
  if (manifest.transfer !== undefined) return 'transfer';
  return manifest.ablation === undefined ? 'train' : 'ablate';
}

/**
 * The record of a run folder; it has to be closed. Rejects with a UsageError where the journal is damaged before its
 * end.
 */
export async function loadRecord(
  folder: string,
  purpose: ReadRecordOptions['purpose'] = 'resume',
): Promise<RunRecord> {
  const journal = join(folder, 'journal.jsonl');
  const record = await readRunRecord(journal, { purpose });
  try {
    refuseDamage(journal, record.scan.damage);
  } catch (error) {
    record.close();
    throw error;
  }
  return record;
}

/** The config of a training or an evaluation, `overrides` laid over it. Throws a UsageError for what is wrong with it. */
export function loadConfigOfRun(folder: string, overrides: readonly Override[] = []): LoadedConfig {
  return loadConfig(join(folder, 'config.yaml'), overrides);
}

/** The same of an ablation. */
export function loadAblationOfRun(folder: string, overrides: readonly Override[] = []): LoadedAblation {
  return loadAblation(join(folder, 'config.yaml'), overrides);
}

/** The same of a transfer. */
export function loadTransferOfRun(folder: string, overrides: readonly Override[] = []): LoadedAblation {
  const { limit = null } = readManifest(folder).transfer as { limit?: number | null };
  return { ...loadAblationOfRun(folder, overrides), transfer: { limit } };
}

/** How often and on how many instances an evaluation plays, as its manifest says. */
export function evaluationOf(folder: string): { repeats: number; limit?: number } {
  const { evaluation = {} } = readManifest(folder);
  const { repeats = 1, limit = null } = evaluation as { repeats?: number; limit?: number | null };
  return limit === null ? { repeats } : { repeats, limit };
}

const certificationSchema = z.object({
  certify: z.object({ limit: z.int().min(1).nullable(), alpha: z.number().gt(0).lt(1) }),
  certification: z.object({
    files: z.object({ plan: z.string().min(1), baseline: z.string().min(1).nullable() }),
    start: z.object({
      opening: z.int().min(1),
      before: z.object({ opening: z.int().min(1), verdict: z.string().nullable() }).nullable(),
      tries: z.object({ plans: z.int().min(1), correctedFor: z.int().min(1) }),
    }),
  }),
});

/** What a certification compares and goes by, as its manifest says. Throws a UsageError where that is not said. */
export function certificationOf(
  folder: string,
): Pick<CertifyOptions, 'planFile' | 'baselineFile' | 'limit' | 'alpha' | 'start'> {
  const found = certificationSchema.safeParse(readManifest(folder));
  if (!found.success)
    throw new UsageError(
      `${join(folder, 'manifest.json')}: does not say what is certified: ${found.error.issues[0]?.message ?? 'malformed'}`,
      'run the same certify command again',
    );
  const { certify, certification } = found.data;
  const { plan, baseline } = certification.files;
  return {
    planFile: plan,
    ...(baseline === null ? {} : { baselineFile: baseline }),
    ...(certify.limit === null ? {} : { limit: certify.limit }),
    alpha: certify.alpha,
    start: certification.start,
  };
}
