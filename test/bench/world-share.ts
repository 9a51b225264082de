/** Share of a training's CPU that is spent in the world, by a sampling profiler in its process. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from 'simple-statistics';
import type { BenchSettings, Row } from './bench-list.js';
import { startServer } from './wall-clock.js';

/** Microseconds between samples. */
const interval = 200;

/** Code of the world. What anyone calls in `util` counts as theirs. */
const worldCode = /\/dist\/(?:environments|symbolic)\//;
const ownCode = /\/dist\/(?!util\/)/;

/** What the samples of a profile were in. */
interface Shares {
  /** Of the samples with the processor at work, less those of the collector, which belong to all in proportion. */
  readonly world: number;
  /** The collector's share of all samples with the processor at work. */
  readonly collector: number;
}

/** Whose code each sample was in: that of the innermost function of ours on its stack. */
function sharesOf({ nodes, samples = [] }: Profiler.Profile): Shares {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const isInWorld = (sample: number): boolean => {
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const url = frames.get(id)?.url ?? '';
      if (ownCode.test(url)) return worldCode.test(url);
    }
    return false;
  };
  const nameOf = (sample: number) => frames.get(sample)?.functionName;
  const busy = samples.filter((sample) => nameOf(sample) !== '(idle)');
  const working = busy.filter((sample) => nameOf(sample) !== '(garbage collector)');
  return {
    world: working.filter(isInWorld).length / working.length,
    collector: 1 - working.length / busy.length,
  };
}

/**
 * One training of all task types under the profiler, after one that warms up; `settings` say which model plays. It has a
 * process of its own and runs the code as it ships: a loader of sources names each function as it is made, which would
 * count against whoever makes many.
 */
function profileTraining(folder: string, settings: readonly string[]): Shares {
  const profile = join(folder, 'profile.json');
  const overrides = [`runs=${folder}`, 'name=bench', 'taskType=all', ...settings];
  const script = `
    import { writeFileSync } from 'node:fs';
    import { Session } from 'node:inspector/promises';
    const { loadConfig, parseOverride, prepareTraining, runTraining } = await import(
      ${JSON.stringify(pathToFileURL(resolve('dist/config/index.js')).href)}
    );
    const overrides = ${JSON.stringify(overrides)}.map(parseOverride);
    const { config } = loadConfig('configs/quickstart.yaml', overrides);
    await runTraining(await prepareTraining({ config }));
    const prepared = await prepareTraining({ config });
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: ${interval} });
    await session.post('Profiler.start');
    await runTraining(prepared);
    const { profile } = await session.post('Profiler.stop');
    writeFileSync(${JSON.stringify(profile)}, JSON.stringify(profile));`;
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  return sharesOf(JSON.parse(readFileSync(profile, 'utf8')));
}

/** Against a server, which is what a training mostly is, and with the simulated model in the same process. */
export async function benchWorldShare({ folder, rounds }: BenchSettings): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const measure = (name: string, settings: readonly string[]) => {
    const shares = Array.from({ length: rounds }, () => profileTraining(folder, settings));
    const percent = (key: keyof Shares) => `${(100 * median(shares.map((each) => each[key]))).toFixed(2)} %`;
    rows.push([`CPU of a training spent in the world, ${name}`, percent('world'), '2 %']);
    rows.push(['  collecting garbage, counted for no one', percent('collector'), '']);
  };
  const { child, url } = await startServer({ latency: 0, spread: 0 });
  try {
    measure('against a server', [
      ...['model.provider=openai', 'model.name=simulated-strong', `model.baseUrl=${url}`],
    ]);
  } finally {
    child.kill();
  }
  measure('with the simulated model in process', []);
  return rows;
}
