/**
 * A toy: 240 plays of one call each, and what is learned from them, over the time that all calls take at eight at a
 * time. Beside it Ax from npm: its GEPA, with 240 metric calls, on an equal question against the same server. It asks one
 * thing after another and has no setting for that; who writes an adapter of their own could ask several at a time.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { median } from 'simple-statistics';
import type { BenchSettings, Row } from './bench-list.js';
import { endWithUs, group } from './figures.js';
import { startMockServer } from './mock-server.js';
import { writeOneStepWorld } from './one-step-world.js';
import { timeTraining } from './wall-clock.js';

const axVersion = '24.0.21';
const latency = 50;
const slots = 8;
const plays = 240;
const batchSize = 40;

/** One run: what it took, how many calls the server had, and how many times as long as they need at least. */
interface Taken {
  readonly milliseconds: number;
  readonly calls: number;
}

const overBound = ({ milliseconds, calls }: Taken) => milliseconds / ((calls * latency) / slots);

/** Rows for the toy and for Ax, round by round beside each other. */
export async function benchToy({ folder, rounds }: BenchSettings): Promise<readonly Row[]> {
  const settings = [
    ...writeOneStepWorld(folder, { train: plays, 'held-out': 1 }),
    ...[`train=${plays}`, `batchSize=${batchSize}`, `iterations=${plays / batchSize}`],
  ];
  const ax = join(folder, 'ax');
  const problem = await installAx(ax);
  const { child, url } = await startMockServer(latency);
  try {
    const ours: Taken[] = [];
    const theirs: Taken[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await callsOf(url);
      const { wall } = await timeTraining(url, join(folder, 'runs'), settings, slots);
      const between = await callsOf(url);
      ours.push({ milliseconds: wall, calls: between - before });
      if (problem !== null) continue;
      const milliseconds = await timeAx(ax, url);
      theirs.push({ milliseconds, calls: (await callsOf(url)) - between });
    }
    return [
      ...rowsOf(`a toy: ${plays} plays and ${plays / batchSize} updates`, ours, '1.15 x'),
      ...(problem === null
        ? rowsOf(
            `Ax ${axVersion}, GEPA as it comes (no setting for several at a time), ${plays} metric calls`,
            theirs,
            '',
          )
        : ([[`Ax ${axVersion}`, `not measured: ${problem}`, '']] as const)),
    ];
  } finally {
    child.kill();
  }
}

function rowsOf(what: string, taken: readonly Taken[], target: string): Row[] {
  const calls = group(median(taken.map((one) => one.calls)));
  const seconds = (median(taken.map(({ milliseconds }) => milliseconds)) / 1000).toFixed(1);
  return [
    [`${what}, ${calls} calls of ${latency} ms`, `${seconds} s`, ''],
    [`  over all calls at ${slots} at a time`, `${median(taken.map(overBound)).toFixed(2)} x`, target],
  ];
}

async function callsOf(url: string): Promise<number> {
  const answer = (await (await fetch(new URL('/calls', url))).json()) as { calls: number };
  return answer.calls;
}

const run = promisify(execFile);

/** Installs Ax into a folder of its own, outside the project; says why where it can not. */
async function installAx(folder: string): Promise<string | null> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  copyFileSync(resolve('test/bench/ax-toy.mjs'), join(folder, 'ax-toy.mjs'));
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  try {
    const args = ['install', ...options, `@ax-llm/ax@${axVersion}`];
    const installing = run('npm', args, { cwd: folder, timeout: 120_000 });
    endWithUs(installing.child);
    await installing;
    return null;
  } catch {
    return 'it can not be installed from the npm registry';
  }
}

async function timeAx(folder: string, url: string): Promise<number> {
  const args = ['ax-toy.mjs', url, `${plays}`];
  const playing = run(process.execPath, args, { cwd: folder, timeout: 300_000 });
  endWithUs(playing.child);
  const { stdout } = await playing;
  const { milliseconds } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return milliseconds;
}
