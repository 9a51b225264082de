/** Time and memory to load a suite. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { median } from 'simple-statistics';
import { loadSuite, saveSuite } from '../../src/suites/index.js';
import type { BenchSettings, Row } from './bench-list.js';
import { group } from './figures.js';
import { writeManyDoors } from './one-step-world.js';

const officialSize = 4027;

/** Rows for a suite as large as the official one, and for the suite that is given. */
export function benchLoading({ folder, rounds, suite }: BenchSettings): readonly Row[] {
  const large = join(folder, 'large');
  writeLargeSuite(large);
  const many = join(folder, 'many.jsonl');
  writeManyDoors(many, { 'held-out': 100_000 });
  return [
    ...rowsOf(large, 'copies of our games', rounds),
    ...(suite === undefined ? [] : rowsOf(suite, suite, rounds)),
    ...rowsOf(many, 'of one step', rounds).map(([what, measured]): Row => [what, measured, '']),
  ];
}

/** Ours over and over, each copy under ids of its own. */
function writeLargeSuite(folder: string): void {
  const suite = loadSuite(resolve('tasks/household'));
  const instances = Array.from({ length: officialSize }, (_, index) => {
    const instance = suite.instances[index % suite.instances.length];
    if (!instance) throw new Error('the suite is empty');
    return { ...instance, id: `${instance.id}-${index}` };
  });
  saveSuite(folder, { name: 'large', environment: suite.environment }, instances);
}

/** Loads a suite in a process of its own, so that the memory counted is what loading takes. */
function rowsOf(folder: string, name: string, rounds: number): Row[] {
  const script = `
    const { loadSuite } = await import(${JSON.stringify(`file://${resolve('dist/suites/index.js')}`)});
    const start = performance.now();
    const { instances } = loadSuite(${JSON.stringify(folder)});
    const milliseconds = performance.now() - start;
    process.stdout.write(JSON.stringify([instances.length, milliseconds, process.memoryUsage().rss]));`;
  const results = Array.from({ length: rounds }, (): [number, number, number] => {
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    return JSON.parse(output);
  });
  const count = group(results[0]?.[0] ?? 0);
  return [
    [
      `loading ${count} instances, ${name}`,
      `${group(median(results.map(([, time]) => time)))} ms`,
      '1,000 ms',
    ],
    ['  memory after that', `${group(median(results.map(([, , rss]) => rss)) / 1e6)} MB`, '200 MB'],
  ];
}
