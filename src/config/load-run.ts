/** A run folder that is gone on with or looked at: its config, what it was started with, and its record. */
import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { type ReadRecordOptions, type RunRecord, readRunRecord, refuseDamage } from '../runs/index.js';
import { kindOf } from '../util/files.js';
import type { JsonObject } from '../util/json.js';
import { type LoadedConfig, loadConfig } from './load-config.js';
import type { Override } from './parse-override.js';
import { readManifest } from './read-manifest.js';

/** What a run does. */
export type RunKind = 'train' | 'eval' | 'ablate';

/** A run as its folder has it. */
export interface LoadedRun extends LoadedConfig {
  readonly folder: string;
  readonly kind: RunKind;
  readonly manifest: JsonObject;
  readonly record: RunRecord;
}

/**
 * Loads a run folder. `overrides` lie over its config. Rejects with a UsageError that names the file where the folder is
 * not that of a run, or its journal is damaged before its end. The record has to be closed.
 */
export async function loadRun(
  folder: string,
  overrides: readonly Override[] = [],
  purpose: ReadRecordOptions['purpose'] = 'resume',
): Promise<LoadedRun> {
  if (kindOf(folder) !== 'directory')
    throw new UsageError(
      `${folder}: there is no such run`,
      'give the folder of a run, for example runs/NAME',
    );
  const manifest = readManifest(folder);
  const loaded = loadConfig(join(folder, 'config.yaml'), overrides);
  const journal = join(folder, 'journal.jsonl');
  const record = await readRunRecord(journal, { purpose });
  try {
    refuseDamage(journal, record.scan.damage);
  } catch (error) {
    record.close();
    throw error;
  }
  return { ...loaded, folder, kind: kindOfRun(manifest), manifest, record };
}

function kindOfRun(manifest: JsonObject): RunKind {
  if (manifest.evaluation !== undefined) return 'eval';
  return manifest.ablation === undefined ? 'train' : 'ablate';
}

/** How often and on how many instances an evaluation plays, as its manifest says. */
export function evaluationOf({ manifest }: LoadedRun): { repeats: number; limit?: number } {
  const { repeats = 1, limit = null } = (manifest.evaluation ?? {}) as {
    repeats?: number;
    limit?: number | null;
  };
  return limit === null ? { repeats } : { repeats, limit };
}
