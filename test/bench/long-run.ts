/** Whether memory stays small when a run is long: the most that `planwright eval` has, by its number of episodes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadSuite } from '../../src/suites/index.js';
import type { BenchSettings, Row } from './bench-list.js';
import { cli, group } from './figures.js';
import { writeOneStepWorld } from './one-step-world.js';

/** What a run took. */
interface Measured {
  readonly seconds: number;
  readonly megabytes: number;
}

const many = 100_000;
const target = '500 MB';

/** Rows for 100,000 plays of one step, and for whole games: some, and four times as many. */
export function benchLongRun({ folder, isLong }: BenchSettings): readonly Row[] {
  const suite = resolve('tasks/household');
  const heldOut = loadSuite(suite).instances.filter(({ split }) => split === 'held-out').length;
  const repeats = isLong ? [10, 40] : [2, 8];
  const games = repeats.map((times) => {
    const { megabytes } = measureEval(folder, ['--suite', suite, '--repeats', `${times}`]);
    return [
      `most memory of ${group(times * heldOut)} games, once`,
      `${group(megabytes)} MB`,
      target,
    ] as const;
  });
  const { seconds, megabytes } = measureEval(
    folder,
    settingsOf(writeOneStepWorld(folder, { 'held-out': many })),
  );
  return [
    ...games,
    [`most memory of ${group(many)} episodes of one step, once`, `${group(megabytes)} MB`, target],
    ['  their time, with the suite loaded and all of it recorded', `${seconds.toFixed(0)} s`, ''],
  ];
}

function settingsOf(settings: readonly string[]): string[] {
  return settings.flatMap((setting) => ['--set', setting]);
}

/** `planwright eval` with a journal, in a process of its own that says at its end how much memory it had at most. */
function measureEval(folder: string, args: readonly string[]): Measured {
  const peak = join(folder, 'peak');
  const preload = `data:text/javascript,${encodeURIComponent(
    `import { writeFileSync } from 'node:fs';
     process.on('exit', () => writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));`,
  )}`;
  const runs = mkdtempSync(join(folder, 'runs-'));
  const start = performance.now();
  execFileSync(
    process.execPath,
    ['--import', preload, cli, 'eval', ...args, '--set', `runs=${runs}`, '--display', 'plain'],
    { stdio: 'ignore' },
  );
  const seconds = (performance.now() - start) / 1000;
  rmSync(runs, { recursive: true });
  return { seconds, megabytes: Number(readFileSync(peak, 'utf8')) / 1024 };
}
