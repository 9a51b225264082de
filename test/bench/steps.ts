/** Steps and resets per second, as a user measures them: by the built command, in a process of its own. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { median } from 'simple-statistics';
import type { BenchSettings, Row } from './bench-list.js';
import { cli, group } from './figures.js';

/** Rows for our games, and for the suite that is given. */
export function benchSteps({ rounds, suite }: BenchSettings): readonly Row[] {
  return [
    ...rowsOf([], 'our games', '', rounds),
    ...(suite === undefined ? [] : rowsOf(['--suite', resolve(suite)], suite, '1,500,000 /s', rounds)),
  ];
}

function rowsOf(chosen: readonly string[], name: string, target: string, rounds: number): Row[] {
  const args = [cli, 'worlds', 'bench', 'alfworld', '--seconds', '5', '--json', ...chosen];
  const measured: { stepsPerSecond: number; resetsPerSecond: number }[] = Array.from({ length: rounds }, () =>
    JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })),
  );
  const middle = (key: 'stepsPerSecond' | 'resetsPerSecond') =>
    `${group(median(measured.map((one) => one[key])))} /s`;
  return [
    [`steps, ${name}`, middle('stepsPerSecond'), target],
    [`resets, ${name}`, middle('resetsPerSecond'), ''],
  ];
}
