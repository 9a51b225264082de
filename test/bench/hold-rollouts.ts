/**
 * Opens as many rollouts as the third argument says, in an evaluation of the suite that the second one names, against the
 * server of the first, and prints the resident memory of this process when all of them have taken as many steps as the
 * fourth says and wait for an answer. The last argument is the folder for the run.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEvent } from '../../src/core/event.js';

/** As it is built: what tsx makes of the sources is larger. */
const built = resolve(process.env.PLANWRIGHT_DIST ?? 'dist');
const { loadConfig, parseOverride, prepareEvaluation, runEvaluation } = (await import(
  `file://${built}/config/index.js`
)) as typeof import('../../src/config/index.js');

const [url, suite, count, steps, runs] = process.argv.slice(2);
const overrides = [
  ...['model.provider=openai', 'model.name=wandering', `model.baseUrl=${url}`],
  ...[`suite=${suite}`, `heldOut=${count}`, `concurrency=${count}`, 'name=bench', `runs=${runs}`],
];
const { config } = loadConfig('configs/quickstart.yaml', overrides.map(parseOverride));

let waiting = 0;
const emit = async (event: RunEvent) => {
  if (event.type === 'episode-end') throw new Error(`${event.episode.id} has ended`);
  if (event.type !== 'episode-step' || event.step !== Number(steps) || ++waiting < Number(count)) return;
  // What the last ones ask is on its way, then garbage and what it lay in are given back.
  for (let time = 0; time < 24; time++) {
    await sleep(500);
    globalThis.gc?.();
  }
  process.stdout.write(`${process.memoryUsage().rss}\n`);
  process.exit();
};
await runEvaluation(await prepareEvaluation({ config, emit, repeats: 1 }));
