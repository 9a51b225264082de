/** Runs on a queue: how much more four workers do than one, and whether a run survives what happens to them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { median } from 'simple-statistics';
import {
  loadConfig,
  parseOverride,
  prepareEvaluation,
  prepareTraining,
  runEvaluation,
  runTraining,
} from '../../src/config/index.js';
import type { RunEvent } from '../../src/core/event.js';
import { loadSuite, saveSuite } from '../../src/suites/index.js';
import { createRandom } from '../../src/util/random.js';
import type { BenchSettings, Row } from './bench-list.js';
import { cli, endWithUs } from './figures.js';
import { startServer } from './wall-clock.js';

const perWorker = 4;

function isMissing(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function startRedis(port: number, folder: string): ChildProcess {
  const args = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
  ];
  return endWithUs(spawn('redis-server', args, { stdio: 'ignore' }));
}

/** A worker that is ready. */
function startWorker(url: string): Promise<ChildProcess> {
  const args = [cli, 'worker', '--redis', url, '--concurrency', `${perWorker}`];
  const child = endWithUs(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] }));
  return new Promise((done, fail) => {
    child.on('exit', () => fail(new Error('the worker has ended')));
    child.stdout?.on('data', (data: Buffer) => String(data).includes('Ctrl+C') && done(child));
  });
}

/** Many games, so that the last of them are a small part of the time. */
const games = 96;

function writeSuite(folder: string): string {
  const { instances, environment } = loadSuite(resolve('tasks/household'));
  const heat = instances.filter(({ taskType, split }) => taskType === 'heat' && split === 'held-out');
  const copies = Array.from({ length: games }, (_, i) => {
    const one = heat[i % heat.length];
    if (!one) throw new Error('there are no games');
    return { ...one, id: `${one.id}-${i}` };
  });
  const path = join(folder, 'suite');
  saveSuite(path, { name: 'many', environment }, copies);
  return path;
}

function configWith(folder: string, settings: readonly string[]) {
  const all = [`runs=${folder}`, 'name=bench', ...settings];
  return loadConfig('configs/quickstart.yaml', all.map(parseOverride)).config;
}

/** Calls per second of an evaluation, from start to end. */
async function throughput(folder: string, settings: readonly string[]): Promise<number> {
  const config = configWith(folder, [...settings, 'heldOut=held-out', 'limits.maxSteps=12']);
  const start = performance.now();
  const run = await runEvaluation(await prepareEvaluation({ config, repeats: 1 }));
  const calls = Number((run.document as { usage?: { calls?: number } }).usage?.calls ?? 0);
  return calls / ((performance.now() - start) / 1000);
}

function outcomeOf(folder: string): string {
  const plans = readdirSync(join(folder, 'plans')).sort();
  const files = [...plans.map((name) => join('plans', name)), 'results.json'];
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

/** Rows for the table of the bench: what, measured, target. */
export async function benchQueue({ folder, rounds }: BenchSettings): Promise<readonly Row[]> {
  if (isMissing()) return [['a queue', 'not measured: redis-server is missing', '']];
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let redis = startRedis(port, folder);
  const { child: server, url: model } = await startServer({ latency: 50, spread: 0 });
  const workers: ChildProcess[] = [];
  const served = ['model.provider=openai', 'model.name=simulated-strong', `model.baseUrl=${model}`];
  const queued = [...served, 'executor.name=bullmq', `executor.redis=${url}`];
  const runs = join(folder, 'runs');
  const many = [...queued, `suite=${writeSuite(folder)}`];
  try {
    workers.push(await startWorker(url));
    const ratios: number[] = [];
    const one: number[] = [];
    for (let round = 0; round < rounds; round++) one.push(await throughput(runs, many));
    while (workers.length < 4) workers.push(await startWorker(url));
    for (let round = 0; round < rounds; round++)
      ratios.push((await throughput(runs, many)) / (one[round] ?? Number.NaN));
    const local = await runTraining(await prepareTraining({ config: configWith(runs, served) }));
    const random = createRandom('bench', 'queue');
    let episodes = 0;
    const harm = ({ type }: RunEvent) => {
      if (type !== 'episode-end') return;
      episodes++;
      if (episodes === 5 || episodes === 15)
        workers.splice(random.below(workers.length), 1)[0]?.kill('SIGKILL');
      if (episodes === 10) {
        redis.once('exit', () => {
          redis = startRedis(port, folder);
        });
        redis.kill('SIGKILL');
      }
    };
    const config = configWith(runs, queued);
    const harmed = await runTraining(await prepareTraining({ config, emit: harm }));
    const equal = outcomeOf(local.folder) === outcomeOf(harmed.folder);
    return [
      ['calls per second of one worker, 4 at a time, 50 ms each', median(one).toFixed(0), ''],
      ['  four workers over one', `${median(ratios).toFixed(2)} x`, '3 x'],
      ['two of four workers killed, Redis restarted', equal ? 'as local' : 'NOT as local', 'as local'],
    ];
  } finally {
    for (const child of [...workers, redis, server]) child.kill('SIGKILL');
  }
}
