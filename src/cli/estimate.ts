/** Estimates before runs: for a dry run, or to be kept beside the run. */
import { join } from 'node:path';
import { Option } from 'commander';
import type { EstimateOptions, NamedConfig, PreparedEvaluation, PreparedRun } from '../config/index.js';
import type { SpendEstimate, SpendSummary } from '../training/index.js';
import { systemClock } from '../util/clock.js';
import { writeWhole } from '../util/files.js';
import type { Budget } from './describe-estimate.js';
import { exitCodes, note, print, printJson } from './output.js';

/** `--estimate`. */
export function estimateOption(): Option {
  return new Option(
    '--estimate',
    'estimate first what it will use, and keep that with the run, so that report compares',
  );
}

/** `--dry-run`. */
export function dryRunOption(): Option {
  return new Option('--dry-run', 'resolve and check everything, estimate what it would use, and stop');
}

/** Says which keys were not needed for a dry run, and will be for the run. */
export async function noteMissingKeys(configs: readonly NamedConfig[]): Promise<void> {
  const { describeMissingKeys } = await import('../config/index.js');
  for (const problem of describeMissingKeys(configs)) note(`note: ${problem}; the run will ask for it`);
}

/** Milliseconds of estimating after which something is said, and again. */
const patience = 3_000;

/** Estimates; says on stderr what takes long. An interrupt ends the process: nothing was begun. */
export async function makeEstimate<T>(
  signal: AbortSignal,
  estimate: (options: EstimateOptions) => Promise<T>,
): Promise<T> {
  let told = systemClock.elapsed();
  const onProgress = (done: number, of: number) => {
    if (systemClock.elapsed() - told < patience || done === of) return;
    told = systemClock.elapsed();
    note(`estimating: ${done} of ${of} parts rehearsed in memory; Ctrl+C stops it`);
  };
  try {
    return await estimate({ onProgress });
  } catch (error) {
    if (signal.aborted) process.exit(exitCodes.interrupted);
    throw error;
  }
}

/** An estimate that is made before a run begins, kept in its folder, and compared with what it used. */
export interface KeptEstimate {
  readonly make: (
    signal: AbortSignal,
    budget: Budget,
    estimate: (options: EstimateOptions) => Promise<SpendEstimate | null>,
  ) => Promise<void>;
  /** Writes it, once the run has its folder. */
  readonly keep: (folder: string) => void;
  /** Says what was used of it, of a run that came to its end. */
  readonly check: (run: { readonly outcome: string; readonly spend: SpendSummary }) => Promise<void>;
}

/** Does nothing unless it is wanted. */
export function createKeptEstimate(isWanted = false): KeptEstimate {
  let made: SpendEstimate | null = null;
  let file: { readonly name: string; readonly text: string } | null = null;
  return {
    make: async (signal, budget, estimate) => {
      if (!isWanted) return;
      const { describeEstimate } = await import('./describe-estimate.js');
      const { estimateFile, formatEstimate } = await import('../training/index.js');
      made = await makeEstimate(signal, estimate);
      if (made !== null) file = { name: estimateFile, text: formatEstimate(made) };
      for (const line of describeEstimate(made, budget)) note(line);
    },
    keep: (folder) => {
      if (file !== null) writeWhole(join(folder, file.name), file.text);
    },
    check: async ({ outcome, spend }) => {
      if (made === null || outcome !== 'finished') return;
      const { checkEstimate } = await import('../training/index.js');
      const { renderEstimateChecks } = await import('../report/index.js');
      const line = renderEstimateChecks(checkEstimate(made, { ...spend.usage, costUsd: spend.costUsd }));
      if (line !== null) note(line);
    },
  };
}

/** Prints what a dry run of a measurement says: what there is to play, and what that would use. */
export async function describeMeasuring(
  {
    tasks,
    models,
    episodes,
    config,
  }: Pick<PreparedRun, 'tasks' | 'models' | 'config'> & Pick<PreparedEvaluation, 'episodes'>,
  work: object,
  lines: readonly string[],
  estimate: SpendEstimate | null,
  json: boolean,
): Promise<void> {
  await noteMissingKeys([config]);
  const { findReachedLimits } = await import('../training/index.js');
  const { maxSteps } = tasks.limits;
  if (json) {
    const reaches = estimate && findReachedLimits(estimate, config.budget);
    const what = { suite: tasks.suite.name, models: models.names, ...work, episodes, maxSteps };
    printJson({ ...what, estimate, reaches });
    return;
  }
  const { describeEstimate } = await import('./describe-estimate.js');
  print(`Suite ${tasks.suite.name}; models ${[...new Set(Object.values(models.names))].join(', ')}.`);
  for (const line of lines) print(line);
  print(`That is ${episodes} episodes of at most ${maxSteps} actions.`);
  for (const line of describeEstimate(estimate, config.budget)) print(line);
  print('Nothing was run.');
}
