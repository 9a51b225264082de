/**
 * How quick the viewer is with a large run, written by the journal's own writer. Each page is the first that a fresh
 * `planwright view` is asked for.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import type { BenchSettings, Row } from './bench-list.js';
import { cli, endWithUs, group, peakMemoryOf } from './figures.js';
import { type SyntheticSize, writeSyntheticRun } from './synthetic-run.js';

const name = 'large';
const targets = '2,000 ms, 200 MB';

interface Opened {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Starts a viewer; gives its address. */
function startViewer(root: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const args = [cli, 'view', root, '--port', '0', '--json'];
  const child = endWithUs(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] }));
  return new Promise((done, fail) => {
    child.once('exit', () => fail(new Error('the viewer has ended')));
    child.stdout?.once('data', (line) => done({ child, url: JSON.parse(String(line)).url }));
  });
}

/** One page of a viewer that has shown nothing yet. */
async function openPage(root: string, path: string): Promise<Opened> {
  const { child, url } = await startViewer(root);
  try {
    const start = performance.now();
    const answer = await fetch(new URL(path, url));
    await answer.text();
    const milliseconds = performance.now() - start;
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return { milliseconds, megabytes: peakMemoryOf(child.pid) };
  } finally {
    child.kill('SIGKILL');
  }
}

async function measure(root: string, rounds: number, what: string, path: string): Promise<Row> {
  const opened: Opened[] = [];
  for (let round = 0; round < rounds; round++) opened.push(await openPage(root, path));
  const middle = (of: (one: Opened) => number) => group(median(opened.map(of)));
  const measured = `${middle((one) => one.milliseconds)} ms, ${middle((one) => one.megabytes)} MB`;
  return [`  ${what}`, measured, targets];
}

const small: SyntheticSize = { iterations: 10, batchSize: 100, heldOut: 4000, steps: 8 };
const large: SyntheticSize = { iterations: 40, batchSize: 500, heldOut: 40_000, steps: 8 };

/** Rows for the pages of a large run: time, and the most memory of a viewer that was asked for that page first. */
export async function benchViewer({ folder, rounds, isLong }: BenchSettings): Promise<readonly Row[]> {
  const size = isLong ? large : small;
  writeSyntheticRun(folder, name, size);
  const episodes = size.iterations * size.batchSize + 2 * size.heldOut;
  const gigabytes = (statSync(join(folder, name, 'journal.jsonl')).size / 1e9).toFixed(2);
  const last = `train/${size.iterations - 1}/heat-train-${size.iterations * size.batchSize - 1}`;
  const pages = {
    'list of runs': '/',
    run: `/runs/${name}`,
    'episodes, first': `/runs/${name}/episodes`,
    'episodes, last': `/runs/${name}/episodes?page=9999`,
    'episodes, filtered': `/runs/${name}/episodes?outcome=failure&text=99`,
    'one episode': `/runs/${name}/episode?id=${encodeURIComponent(last)}`,
    'one iteration': `/runs/${name}/iteration?training=0&iteration=${size.iterations - 1}`,
  };
  const rows: Row[] = [];
  for (const [what, path] of Object.entries(pages)) rows.push(await measure(folder, rounds, what, path));
  const head = `first page of a viewer, ${group(episodes)} episodes, ${gigabytes} GB of journal`;
  return [[head, '', ''], ...rows];
}
