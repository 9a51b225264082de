/** What a display says of a run that another process works on, or that is over: from its folder alone. */
import { basename, join } from 'node:path';
import {
  loadAblationOfRun,
  loadConfigOfRun,
  mostValidationEpisodes,
  type NamedConfig,
  type RunKind,
  readManifest,
  readRunKind,
} from '../config/index.js';
import { UsageError } from '../core/errors.js';
import type { RunEvent } from '../core/event.js';
import { parseDate } from '../util/clock.js';
import { changedAt } from '../util/files.js';
import type { JsonObject } from '../util/json.js';
import { describeArms, headOfConfig } from './describe-head.js';
import { noHead, type RunHead } from './live/run-head.js';

/** A run by its folder. */
export interface RunFolder {
  readonly head: RunHead;
  /** When it began, in milliseconds since 1970-01-01 UTC. */
  readonly started: number;
  /** Episodes in all, when a task type of it begins; null where that is not known. */
  readonly episodesOf: (runStart: Extract<RunEvent, { type: 'run-start' }>) => number | null;
}

/** Throws a UsageError where a folder is that of no run. What is wrong with its config is left out. */
export function describeRunFolder(folder: string): RunFolder {
  const kind = readRunKind(folder);
  const manifest = readManifest(folder);
  const started = beginningOf(folder);
  try {
    if (kind === 'ablate' || kind === 'transfer') {
      const { name, experiments, seeds } = loadAblationOfRun(folder);
      const arms = experiments.reduce((sum, one) => sum + one.arms.length, 0);
      const facts = [describeArms(arms, experiments), `seeds ${seeds.join(', ')}`];
      return { head: { ...noHead, command: kind, name, facts }, started, episodesOf: () => null };
    }
    const { config } = loadConfigOfRun(folder);
    const head = headOfConfig(kind, config, namesIn(manifest.models));
    return { head, started, episodesOf: (event) => episodesOf(kind, config, manifest, event) };
  } catch (error) {
    // A run of another version, or one whose plan file is gone, can be looked at all the same.
    if (!(error instanceof UsageError)) throw error;
    return { head: { ...noHead, command: kind, name: basename(folder) }, started, episodesOf: () => null };
  }
}

function namesIn(models: unknown): readonly string[] {
  return models !== null && typeof models === 'object' ? Object.values(models).map(String) : [];
}

/** Task types are taken to have as many held-out instances as the one that begins. */
function episodesOf(
  kind: RunKind,
  config: NamedConfig,
  { evaluation }: JsonObject,
  { heldOut }: Extract<RunEvent, { type: 'run-start' }>,
): number | null {
  const types = Array.isArray(config.taskType) ? config.taskType.length : 1;
  if (config.taskType === 'all') return null;
  if (kind === 'certify') return 2 * heldOut;
  if (kind === 'train') {
    const { iterations, batchSize, optimizer } = config;
    const learning = iterations * batchSize + mostValidationEpisodes(optimizer, iterations);
    return types * (learning + 2 * heldOut);
  }
  const { repeats = 1 } = (evaluation ?? {}) as { repeats?: number };
  return types * repeats * heldOut;
}

/** The names of runs begin with their time, unless the user has named them. */
function beginningOf(folder: string): number {
  const [, date, time, milliseconds] = /^(\d{8})T(\d{6})(\d{3})Z_/.exec(basename(folder)) ?? [];
  if (date === undefined || time === undefined) return changedAt(join(folder, 'manifest.json'));
  const [day, hour] = [date.replace(/(....)(..)(..)/, '$1-$2-$3'), time.replace(/(..)(..)(..)/, '$1:$2:$3')];
  return parseDate(`${day}T${hour}.${milliseconds}Z`);
}
