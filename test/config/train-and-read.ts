/** A training and what it left behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NamedConfig, prepareTraining, runTraining, type TrainingRun } from '../../src/config/index.js';
import type { RunEvent } from '../../src/core/event.js';
import { readJournal } from '../../src/runs/index.js';

/** Trains, from a config alone. */
export async function train(config: NamedConfig, signal?: AbortSignal): Promise<TrainingRun> {
  return runTraining(await prepareTraining({ config, ...(signal ? { signal } : {}) }));
}

/** All that must not differ between two runs of one experiment. */
export function outcomeOf({ folder }: TrainingRun): Readonly<Record<string, string>> {
  const plans = readdirSync(join(folder, 'plans'), { recursive: true, encoding: 'utf8' });
  const files = [
    ...plans
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `plans/${name}`),
    'results.json',
  ];
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** What its journal holds. */
export async function readEvents({ folder }: TrainingRun): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of readJournal(join(folder, 'journal.jsonl'))) events.push(event);
  return events;
}
