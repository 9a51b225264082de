/** How soon `planwright --help` is there. */
import { execFileSync } from 'node:child_process';
import { median } from 'simple-statistics';
import type { BenchSettings, Row } from './bench-list.js';
import { cli, group } from './figures.js';

export function benchHelp({ rounds }: BenchSettings): readonly Row[] {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    execFileSync(process.execPath, [cli, '--help']);
    return performance.now() - start;
  });
  return [['planwright --help', `${group(median(times))} ms`, '250 ms']];
}
