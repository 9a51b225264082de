/** A small run that can be cut off between any two file operations, and gone on with, in this process. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Config,
  loadConfigOfRun,
  loadRecord,
  lockRun,
  type NamedConfig,
  prepareTraining,
  runTraining,
} from '../../src/config/index.js';
import { loadSuite, saveSuite } from '../../src/suites/index.js';
import { type FileObserver, observeFiles } from '../../src/util/files.js';
import { household } from '../cli/run-cli.js';
import { folderWith, smallConfig } from '../config/small-config.js';

/** A run that takes a few milliseconds: two updates and two held-out games of a suite of four. */
export function tinyConfig(...settings: readonly string[]): NamedConfig {
  return tinyConfigOf(['heat'], ...settings);
}

/** The same for several task types, each with four games of its own. */
export function tinyConfigOf(taskTypes: readonly string[], ...settings: readonly string[]): NamedConfig {
  const folder = folderWith({});
  const whole = loadSuite(household);
  const pick = (taskType: string, split: string) =>
    whole.instances.filter((one) => one.taskType === taskType && one.split === split).slice(0, 2);
  const games = taskTypes.flatMap((type) => [...pick(type, 'train'), ...pick(type, 'held-out')]);
  const suite = join(folder, 'suite');
  saveSuite(suite, { name: 'tiny', environment: 'alfworld' }, games);
  const sizes = ['batchSize=2', 'train=2', 'heldOut=2', `taskType=[${taskTypes.join(', ')}]`];
  return smallConfig(folder, `suite=${suite}`, ...sizes, ...settings);
}

/** What ends a process from within a test: from then on nothing reaches the disk. */
export class Killed extends Error {}

/** Does work while file operations are watched. */
export async function watching<T>(observer: FileObserver, work: () => Promise<T>): Promise<T> {
  observeFiles(observer);
  try {
    return await work();
  } finally {
    observeFiles(undefined);
  }
}

/** Ends the process at an operation, counted from 0; both sides of each count. */
export function killAt(point: number): FileObserver {
  let count = 0;
  return () => {
    if (count++ >= point) throw new Killed(`killed at ${point}`);
  };
}

/** Starts the run `mine` of a config, or goes on with it where it was started before. */
export async function startOrResume(config: NamedConfig): Promise<void> {
  const folder = join(config.runs, 'mine');
  if (!existsSync(folder)) {
    await runTraining(await prepareTraining({ config, runId: 'mine' }));
    return;
  }
  const lock = lockRun(folder);
  try {
    const record = await loadRecord(folder);
    try {
      const resume = { folder, record, allowChanged: false };
      await runTraining(await prepareTraining({ ...loadConfigOfRun(folder), resume }));
    } finally {
      record.close();
    }
  } finally {
    lock.release();
  }
}

/** What a run must leave behind, whatever happened to it: results and plans. */
export function outcomeOf({ runs }: Config): Readonly<Record<string, string>> {
  const folder = join(runs, 'mine');
  const written = readdirSync(join(folder, 'plans'), { recursive: true, encoding: 'utf8' });
  const plans = written.filter((name) => name.endsWith('.md')).sort();
  const files = [...plans.map((name) => join('plans', name)), 'results.json'];
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** What a dead process leaves: its lock is nobody's. (Here the process lives on, so the lock has to go.) */
export function bury({ runs }: Config): void {
  rmSync(join(runs, 'mine', 'lock'), { force: true });
}
