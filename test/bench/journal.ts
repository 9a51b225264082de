/** What the journal costs: the wall time of a training with it, in each durability, over that of one without. */
import { join, resolve } from 'node:path';
import { median } from 'simple-statistics';
import { loadConfig, parseOverride, prepareTraining, runTraining } from '../../src/config/index.js';
import { trainTaskType } from '../../src/config/train-task-type.js';
import { createMemoryRun } from '../../src/runs/index.js';
import type { Row } from './bench-list.js';
import { startServer } from './wall-clock.js';

const modes = ['off', 'none', 'flush', 'fsync'] as const;
const what = { none: 'in memory', flush: 'with the system', fsync: 'on the disk' };

/** Rows for the table of the bench: what, median, target. `folder` takes the runs. */
export async function benchJournal(folder: string, rounds: number): Promise<readonly Row[]> {
  const { child, url } = await startServer({ latency: 50, spread: 0 });
  try {
    const times: Record<string, number>[] = [];
    await timeOf('off', url, folder);
    for (let round = 0; round < rounds; round++) {
      const taken: Record<string, number> = {};
      // Every mode in every round, each time in another order: what else the machine does befalls all alike.
      for (const mode of rotate(modes, round)) taken[mode] = await timeOf(mode, url, folder);
      times.push(taken);
    }
    const seconds = (median(times.map(({ off = 0 }) => off)) / 1000).toFixed(2);
    return [
      ['training without a journal, 50 ms calls, 8 at a time', `${seconds} s`, ''],
      ...(['none', 'flush', 'fsync'] as const).map((mode) => {
        const ratio = median(times.map((taken) => (taken[mode] ?? 0) / (taken.off ?? 1)));
        const cost = `${((ratio - 1) * 100).toFixed(1)} %`;
        return [`  a journal that is safe ${what[mode]} (${mode}) costs`, cost, '5 %'] as const;
      }),
    ];
  } finally {
    child.kill();
  }
}

function rotate<T>(items: readonly T[], by: number): T[] {
  return items.map((_, i) => items[(i + by) % items.length] as T);
}

/** Milliseconds of one training. */
async function timeOf(mode: (typeof modes)[number], url: string, folder: string): Promise<number> {
  const settings = [
    `suite=${resolve('tasks/household')}`,
    'name=journal',
    'taskType=heat',
    'iterations=2',
    'batchSize=8',
    'train=16',
    'heldOut=8',
    'limits.maxSteps=12',
    'concurrency=8',
    'model.provider=openai',
    'model.name=simulated-strong',
    `model.baseUrl=${url}`,
    `durability=${mode === 'off' ? 'none' : mode}`,
    `runs=${join(folder, 'journal')}`,
  ];
  const { config } = loadConfig(undefined, settings.map(parseOverride));
  const prepared = await prepareTraining({ config });
  const start = performance.now();
  if (mode !== 'off') await runTraining(prepared);
  else
    for (const instances of prepared.tasks.taskTypes)
      await trainTaskType(prepared, createMemoryRun('off'), instances);
  return performance.now() - start;
}
