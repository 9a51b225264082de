/**
 * `npx tsx test/bench/viewer.ts [--iterations N] [--batch N] [--held-out N] [--keep FOLDER]`: how quick the viewer is
 * with a large run, written by the journal's own writer. Each page is the first that a fresh `planwright view` is asked for; needs a build.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { alignRows } from '../../src/util/table.js';
import { type SyntheticSize, writeSyntheticRun } from './synthetic-run.js';

const rounds = 5;
const name = 'large';

interface Opened {
  readonly milliseconds: number;
  readonly megabytes: number;
  readonly kilobytes: number;
}

/** Starts a viewer; gives its address. */
function startViewer(root: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const args = [resolve('dist/cli/main.js'), 'view', root, '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((done, fail) => {
    child.once('exit', () => fail(new Error('the viewer has ended')));
    child.stdout?.once('data', (line) => done({ child, url: JSON.parse(String(line)).url }));
  });
}

/** The most memory that a process has had, in megabytes; NaN where the system does not say. */
function peakOf({ pid }: ChildProcess): number {
  const path = `/proc/${pid}/status`;
  const [, kilobytes] = existsSync(path) ? (/VmHWM:\s*(\d+) kB/.exec(readFileSync(path, 'utf8')) ?? []) : [];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

/** One page of a viewer that has shown nothing yet. */
async function openPage(root: string, path: string): Promise<Opened> {
  const { child, url } = await startViewer(root);
  try {
    const start = performance.now();
    const answer = await fetch(new URL(path, url));
    const text = await answer.text();
    const milliseconds = performance.now() - start;
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return { milliseconds, megabytes: peakOf(child), kilobytes: text.length / 1024 };
  } finally {
    child.kill('SIGKILL');
  }
}

async function measure(root: string, what: string, path: string): Promise<string[]> {
  const opened: Opened[] = [];
  for (let round = 0; round < rounds; round++) opened.push(await openPage(root, path));
  const middle = (of: (one: Opened) => number) => median(opened.map(of)).toFixed(0);
  return [
    what,
    `${middle(({ milliseconds }) => milliseconds)} ms`,
    `${middle(({ megabytes }) => megabytes)} MB`,
    `${middle(({ kilobytes }) => kilobytes)} KB`,
  ];
}

const { values } = parseArgs({
  options: {
    iterations: { type: 'string', default: '40' },
    batch: { type: 'string', default: '500' },
    'held-out': { type: 'string', default: '40000' },
    keep: { type: 'string' },
  },
});
const size: SyntheticSize = {
  iterations: Number(values.iterations),
  batchSize: Number(values.batch),
  heldOut: Number(values['held-out']),
  steps: 8,
};
const root = values.keep ?? mkdtempSync(join(tmpdir(), 'planwright-viewer-bench-'));
try {
  const episodes = size.iterations * size.batchSize + 2 * size.heldOut;
  const run = join(root, name);
  if (!existsSync(run)) writeSyntheticRun(root, name, size);
  const gigabytes = (statSync(join(run, 'journal.jsonl')).size / 1e9).toFixed(2);
  process.stdout.write(`${episodes} episodes, a journal of ${gigabytes} GB; targets: 2,000 ms, 200 MB\n`);
  const id = encodeURIComponent(
    `train/${size.iterations - 1}/heat-train-${size.iterations * size.batchSize - 1}`,
  );
  const rows = [
    ['first page of a viewer', 'median time', 'most memory', 'size'],
    await measure(root, 'list of runs', '/'),
    await measure(root, 'run', `/runs/${name}`),
    await measure(root, 'episodes, first', `/runs/${name}/episodes`),
    await measure(root, 'episodes, last', `/runs/${name}/episodes?page=9999`),
    await measure(root, 'episodes, filtered', `/runs/${name}/episodes?outcome=failure&text=99`),
    await measure(root, 'one episode', `/runs/${name}/episode?id=${id}`),
    await measure(
      root,
      'one iteration',
      `/runs/${name}/iteration?training=0&iteration=${size.iterations - 1}`,
    ),
  ];
  process.stdout.write(`${alignRows(rows).join('\n')}\n`);
} finally {
  if (values.keep === undefined) rmSync(root, { recursive: true, force: true });
}
