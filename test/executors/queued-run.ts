import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type EndedRun,
  type NamedConfig,
  prepareTraining,
  type RunSettings,
  runTraining,
} from '../../src/config/index.js';
import type { RunEvent } from '../../src/core/event.js';
import { type FaultServer, startFaultServer } from '../../src/models/faults/index.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { folderWith, smallConfig } from '../config/small-config.js';

/** The simulated model behind a server in this process. */
export async function startModel(milliseconds = 0): Promise<FaultServer> {
  const name = 'simulated-strong';
  const profile = simulatedProfiles.strong;
  if (!profile) throw new Error('there is no strong profile');
  const server = await startFaultServer(new Map([[name, createSimulatedModel({ name, profile })]]), {
    ...(milliseconds > 0 ? { latency: { kind: 'fixed', milliseconds } as const } : {}),
  });
  onTestFinished(() => server.close());
  return server;
}

/** Settings of a run whose model is that server's. */
export function servedBy({ url }: FaultServer): string[] {
  return ['model.provider=openai', 'model.name=simulated-strong', `model.baseUrl=${url}`];
}

/** Settings of a run whose calls are made by workers. */
export function queuedAt(url: string): string[] {
  return ['executor.name=bullmq', `executor.redis=${url}`];
}

/** A small training in a folder of its own. */
export function trainingWith(...settings: readonly string[]): NamedConfig {
  return smallConfig(folderWith({}), 'heldOut=4', ...settings);
}

/** Trains; gives how it ended. */
export async function train(config: NamedConfig, settings: Partial<RunSettings> = {}): Promise<EndedRun> {
  return runTraining(await prepareTraining({ config, runId: 'mine', ...settings }));
}

/** All that must be the same wherever a run is played. */
export function outcomeOf(folder: string): Readonly<Record<string, string>> {
  const plans = readdirSync(join(folder, 'plans')).filter((name) => name.endsWith('.md'));
  const files = [...plans.map((name) => join('plans', name)), 'results.json'];
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** The same of a run that is played here. */
export async function localOutcome(...settings: readonly string[]) {
  const { folder } = await train(trainingWith(...settings));
  return outcomeOf(folder);
}

/** Ids of the answered calls and of the ended episodes in a run's journal, each as often as it stands there. */
export function recordedIds(folder: string): string[] {
  const lines = readFileSync(join(folder, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const event = JSON.parse(line) as RunEvent;
    if (event.type === 'model-call' && event.reply !== null) return `call ${event.callId}`;
    return event.type === 'episode-end' ? `episode ${event.episode.id}` : [];
  });
}

/** Texts of all files of a folder. */
export function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}
