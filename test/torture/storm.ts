/** Small trainings against a server that misbehaves, and what is left of them. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type Config,
  loadConfig,
  loadConfigOfRun,
  loadRecord,
  lockRun,
  type NamedConfig,
  parseOverride,
  prepareTraining,
  runTraining,
  type TrainingRun,
} from '../../src/config/index.js';
import type { RunEvent } from '../../src/core/event.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { type RunRecord, readJournal, readRunRecord } from '../../src/runs/index.js';
import {
  type FaultCounts,
  type FaultServer,
  type FaultServerOptions,
  oddRetryAfters,
  startFaultServer,
  stormRates,
} from '../../src/testing.js';
import { outcomeOf } from './run-again.js';

/** The storm of every test here; only the seed differs. */
export const storm: FaultServerOptions = { rates: stormRates, retryAfter: oddRetryAfters };

/** A training of two iterations by four, with two held-out games; runs go to `folder`. */
export function littleTraining(folder: string, ...settings: readonly string[]): NamedConfig {
  const usual = [
    `suite=${resolve('tasks/household')}`,
    'taskType=heat',
    'iterations=2',
    'batchSize=4',
    'train=8',
    'heldOut=2',
    'limits.maxSteps=12',
    'name=little',
    `runs=${join(folder, 'runs')}`,
  ];
  return loadConfig(undefined, [...usual, ...settings].map(parseOverride)).config;
}

/** Serves the simulated model that the settings below name. */
export function serveInStorm(options: FaultServerOptions = {}): Promise<FaultServer> {
  const { strong } = simulatedProfiles;
  if (!strong) throw new Error('there is no strong profile');
  return startFaultServer(createSimulatedModel({ name: 'simulated-strong', profile: strong }), options);
}

/** Settings that send calls to a server; they wait as little as can be. */
export function settingsFor(url: string): readonly string[] {
  return [
    'model.provider=openai',
    `model.baseUrl=${url}`,
    'model.name=simulated-strong',
    'model.maxPauseSeconds=0.02',
    'model.timeoutSeconds=0.4',
  ];
}

/** How to run. */
export interface Go {
  /** Settings that lie over those of the run. */
  readonly settings?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Starts the run `mine` of a config, or goes on with it where it was started before. */
export async function run(config: NamedConfig, { settings = [], signal }: Go = {}): Promise<TrainingRun> {
  const folder = join(config.runs, 'mine');
  const optional = signal ? { signal } : {};
  if (!existsSync(folder)) return runTraining(await prepareTraining({ config, runId: 'mine', ...optional }));
  const lock = lockRun(folder);
  const record = await loadRecord(folder);
  try {
    const loaded = loadConfigOfRun(folder, settings.map(parseOverride));
    const resume = { folder, record, allowChanged: false };
    return await runTraining(await prepareTraining({ ...loaded, resume, ...optional }));
  } finally {
    record.close();
    lock.release();
  }
}

/** What the journal of the run says. */
export async function recordOf({ runs }: Config): Promise<RunRecord> {
  const record = await readRunRecord(join(runs, 'mine', 'journal.jsonl'), { purpose: 'replay' });
  record.close();
  return record;
}

/** What the journal of the run holds. */
export async function eventsOf({ runs }: Config): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of readJournal(join(runs, 'mine', 'journal.jsonl'))) events.push(event);
  return events;
}

/** A whole run in a storm of some seed: what the server counted, and what came of it. */
export async function weather(
  folder: string,
  seed: number,
): Promise<{ counts: FaultCounts; errorShare: number; outcome: Readonly<Record<string, string>> }> {
  const server = await serveInStorm({ ...storm, seed });
  try {
    const config = littleTraining(folder, ...settingsFor(server.url));
    const { errorShare } = await run(config);
    return { counts: server.counts(), errorShare, outcome: outcomeOf(config) };
  } finally {
    await server.close();
  }
}
