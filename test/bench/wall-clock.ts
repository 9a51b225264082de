/** Wall clocks of trainings against a server on loopback, over the bounds that their own calls set. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { median } from 'simple-statistics';
import { loadConfig, parseOverride, prepareTraining, runTraining } from '../../src/config/index.js';
import type { Row } from './bench-list.js';
import { boundOf, createTrace } from './critical-path.js';
import { endWithUs } from './figures.js';

/** How the server of a bench answers. */
export interface ServerSettings {
  /** Milliseconds: of every answer, or the median where they spread. */
  readonly latency: number;
  /** Sigma of a lognormal distribution; 0 for none. */
  readonly spread: number;
  /** Whether its usage says how much of a prompt began like one before it. */
  readonly prefixCache?: true;
}

/** The simulated model in a process of its own, as a provider would be. */
export function startServer({
  latency,
  spread,
  prefixCache,
}: ServerSettings): Promise<{ child: ChildProcess; url: string }> {
  const main = resolve('dist/cli/main.js');
  const args = [main, 'simulate', '--port', '0', '--latency', `${latency}`, '--json'];
  if (spread > 0) args.push('--spread', `${spread}`);
  if (prefixCache) args.push('--prefix-cache');
  const child = endWithUs(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] }));
  let output = '';
  return new Promise((done, fail) => {
    child.on('exit', () => fail(new Error('the server has ended')));
    child.stdout?.on('data', (data) => {
      output += data;
      const url = /http:[^"]+\/v1/.exec(output)?.[0];
      if (url !== undefined) done({ child, url });
    });
  });
}

/** Settings that send all calls of a run to the simulated model behind a server. */
export function servedBy(url: string): string[] {
  return ['model.provider=openai', 'model.name=simulated-strong', `model.baseUrl=${url}`];
}

/** One training: what it took, and the bound. */
export async function timeTraining(
  url: string,
  folder: string,
  settings: readonly string[],
  concurrency: number,
) {
  const overrides = [
    ...servedBy(url),
    ...[`runs=${folder}`, `concurrency=${concurrency}`, 'name=bench', ...settings],
  ];
  const { config } = loadConfig('configs/quickstart.yaml', overrides.map(parseOverride));
  const trace = createTrace();
  const prepared = await prepareTraining({ config, emit: trace.sink });
  const start = performance.now();
  await runTraining(prepared);
  const wall = performance.now() - start;
  const { bound, chain, work } = boundOf(trace.calls, concurrency);
  return { wall, bound, chain, work, calls: trace.calls.length, ratio: wall / bound };
}

/** What is trained: few held-out games, so that a round takes less than half a minute. */
const trainings: readonly (readonly [what: string, ...settings: readonly string[]])[] = [
  ['training', 'heldOut=24'],
  ['training of all task types', 'taskType=all', 'train=8', 'heldOut=3', 'iterations=2'],
];

/** Rows for the table of the bench: what, median, target. `folder` takes the runs. */
export async function benchWallClock(folder: string, rounds: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [spread, answers] of [
    [0, '50 ms'],
    [0.8, 'a median of 50 ms, long-tailed'],
  ] as const) {
    const { child, url } = await startServer({ latency: 50, spread });
    try {
      for (const [training, ...settings] of trainings)
        for (const concurrency of [8, 64]) {
          const ratios: number[] = [];
          for (let round = 0; round < rounds; round++)
            ratios.push((await timeTraining(url, folder, settings, concurrency)).ratio);
          const what = `${training} over its bound, answers in ${answers}, ${concurrency} at a time`;
          rows.push([what, `${median(ratios).toFixed(3)} x`, '1.10 x']);
        }
    } finally {
      child.kill();
    }
  }
  return rows;
}
