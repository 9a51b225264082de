/** CPU time of this process for each model call of real runs, against a server on loopback that answers at once. */
import { resolve } from 'node:path';
import { median } from 'simple-statistics';
import type { RunEvent } from '../../src/core/event.js';
import { startBenchServer } from './start-server.js';

/** As it is built: what tsx makes of the sources is slower. */
const { loadConfig, parseOverride, prepareEvaluation, prepareTraining, runEvaluation, runTraining } =
  (await import(
    `file://${resolve(process.env.PLANWRIGHT_DIST ?? 'dist')}/config/index.js`
  )) as typeof import('../../src/config/index.js');

/** A run against a server: what it took. */
export interface MeasuredCalls {
  readonly calls: number;
  /** Milliseconds of CPU time of this process for each. */
  readonly perCall: number;
}

/** What is run. */
export type Work = 'training' | 'evaluation';

/** Calls in flight. */
const concurrency = 64;

/** One run, journal and all. */
export async function measureCalls(work: Work, url: string, folder: string): Promise<MeasuredCalls> {
  const overrides = [
    ...['model.provider=openai', 'model.name=simulated-strong', `model.baseUrl=${url}`],
    ...[`runs=${folder}`, `concurrency=${concurrency}`, 'name=bench'],
    ...(work === 'evaluation' ? ['taskType=all'] : []),
  ];
  const { config } = loadConfig('configs/quickstart.yaml', overrides.map(parseOverride));
  let calls = 0;
  const emit = (event: RunEvent) => {
    if (event.type === 'model-call') calls++;
  };
  // As on the command line, where an interrupt can end every call.
  const { signal } = new AbortController();
  const run =
    work === 'training'
      ? await prepareTraining({ config, emit, signal }).then((prepared) => () => runTraining(prepared))
      : await prepareEvaluation({ config, emit, signal, repeats: 1 }).then(
          (prepared) => () => runEvaluation(prepared),
        );
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return { calls, perCall: (user + system) / 1000 / calls };
}

/** Rows for the table of the bench: what, median, target. `folder` takes the runs. */
export async function benchCalls(folder: string, rounds = 5): Promise<(readonly [string, string, string])[]> {
  const { child, url } = await startBenchServer('remembering-server.ts');
  try {
    const rows: (readonly [string, string, string])[] = [];
    for (const work of ['training', 'evaluation'] as const) {
      // The first run is not counted: the server learns its answers, and code is compiled.
      await measureCalls(work, url, folder);
      const results: MeasuredCalls[] = [];
      for (let round = 0; round < rounds; round++) results.push(await measureCalls(work, url, folder));
      const calls = results[0]?.calls ?? 0;
      rows.push([
        `${work} of ${calls} calls, CPU per call with a server, ${concurrency} at a time`,
        `${median(results.map(({ perCall }) => perCall)).toFixed(3)} ms`,
        '0.5 ms',
      ]);
    }
    return rows;
  } finally {
    child.kill();
  }
}
