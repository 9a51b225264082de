/**
 * `npm run bench [-- --suite FOLDER]`: how fast the parts are. Each number is the median of five runs on this
 * machine; nothing here is asserted by tests.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import {
  type Config,
  loadConfig,
  parseOverride,
  prepareTraining,
  runTraining,
} from '../../src/config/index.js';
import type { ChatModel, ChatRequest } from '../../src/core/model.js';
import { roleOfPurpose } from '../../src/models/index.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { loadSuite, saveSuite } from '../../src/suites/index.js';
import { alignRows } from '../../src/util/table.js';
import { benchJournal } from './journal.js';
import { benchQueue } from './queue.js';
import { benchWallClock } from './wall-clock.js';
import { benchWorldShare } from './world-share.js';

const runs = 5;
const household = resolve('tasks/household');
const cli = resolve('dist/cli/main.js');
const officialSize = 4027;

type Row = readonly [what: string, measured: string, target: string];

function group(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** As a user measures it: by the built command, in a process of its own. */
function benchSteps(suite: string | undefined, name: string): Row[] {
  const chosen = suite === undefined ? [] : ['--suite', suite];
  const args = [cli, 'worlds', 'bench', 'alfworld', '--seconds', '5', '--json', ...chosen];
  const { stepsPerSecond, resetsPerSecond } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  );
  return [
    [`steps, ${name}`, `${group(stepsPerSecond)} /s`, suite === undefined ? '' : '1,500,000 /s'],
    [`resets, ${name}`, `${group(resetsPerSecond)} /s`, ''],
  ];
}

/** A suite as large as the official one: ours over and over, each copy under ids of its own. */
function writeLargeSuite(folder: string): void {
  const suite = loadSuite(household);
  const instances = Array.from({ length: officialSize }, (_, index) => {
    const instance = suite.instances[index % suite.instances.length];
    if (!instance) throw new Error('the suite is empty');
    return { ...instance, id: `${instance.id}-${index}` };
  });
  saveSuite(folder, { name: 'large', environment: suite.environment }, instances);
}

/** Loads a suite in a process of its own, so that the memory counted is what loading takes. */
function benchLoading(folder: string, name: string): Row[] {
  const script = `
    const { loadSuite } = await import(${JSON.stringify(`file://${resolve('dist/suites/index.js')}`)});
    const start = performance.now();
    const { instances } = loadSuite(${JSON.stringify(folder)});
    const milliseconds = performance.now() - start;
    process.stdout.write(JSON.stringify([instances.length, milliseconds, process.memoryUsage().rss]));`;
  const results = Array.from({ length: runs }, (): [number, number, number] => {
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
    ['memory after that', `${group(median(results.map(([, , rss]) => rss)) / 1e6)} MB`, '200 MB'],
  ];
}

/** Milliseconds of CPU time that some work takes. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Keeps every request with the sampling that its role adds, as the model at the bottom gets it. */
function recordRequests(
  model: ChatModel,
  agent: Config['sampling']['optimize'],
  config: Config,
  into: ChatRequest[],
) {
  const { reflect, update, judge } = config.sampling;
  const sampling = { agent, formalizer: { temperature: 0 }, reflection: reflect, update, judge };
  return {
    id: model.id,
    complete: (request: ChatRequest) => {
      into.push({
        ...request,
        sampling: { ...sampling[roleOfPurpose[request.purpose]], ...request.sampling },
      });
      return model.complete(request);
    },
  };
}

/** CPU time per model call of a whole training, journal and all, less that of the simulated model alone. */
async function benchTraining(folder: string): Promise<Row[]> {
  const overrides = [`runs=${folder}`, 'iterations=3', 'name=bench'].map(parseOverride);
  const { config } = loadConfig('configs/quickstart.yaml', overrides);
  const simulated = simulatedProfiles.strong;
  if (!simulated) throw new Error('there is no strong profile');
  const once = async () => {
    const prepared = await prepareTraining({ config });
    const requests: ChatRequest[] = [];
    const { optimize, evaluate } = prepared.models;
    const models = {
      ...prepared.models,
      optimize: recordRequests(optimize, config.sampling.optimize, config, requests),
      evaluate: recordRequests(evaluate, config.sampling.evaluate, config, requests),
    };
    const total = await cpuOf(() => runTraining({ ...prepared, models }));
    const alone = createSimulatedModel({ name: 'simulated-strong', profile: simulated });
    const model = await cpuOf(async () => {
      for (const request of requests) await alone.complete(request);
    });
    return { calls: requests.length, total, model };
  };
  await once();
  const results = [];
  for (let run = 0; run < runs; run++) results.push(await once());
  const perCall = median(results.map(({ calls, total, model }) => (total - model) / calls));
  const { calls = 0 } = results[0] ?? {};
  return [
    ['training, CPU per model call', `${perCall.toFixed(3)} ms`, '1 ms'],
    [
      '  the simulated model itself',
      `${median(results.map((one) => one.model / one.calls)).toFixed(3)} ms`,
      '',
    ],
    [
      `  the whole training, ${group(calls)} calls`,
      `${group(median(results.map(({ total }) => total)))} ms`,
      '',
    ],
  ];
}

function benchHelp(): Row[] {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    execFileSync(process.execPath, [cli, '--help']);
    return performance.now() - start;
  });
  return [['planwright --help', `${group(median(times))} ms`, '250 ms']];
}

const { suite } = parseArgs({ options: { suite: { type: 'string' } } }).values;
const folder = mkdtempSync(join(tmpdir(), 'planwright-bench-'));
try {
  const large = join(folder, 'large');
  writeLargeSuite(large);
  const rows: Row[] = [
    ['what', 'median', 'target'],
    ...benchSteps(undefined, 'our games'),
    ...(suite === undefined ? [] : benchSteps(suite, suite)),
    ...benchLoading(large, 'copies of our games'),
    ...(suite === undefined ? [] : benchLoading(resolve(suite), suite)),
    ...(await benchTraining(join(folder, 'runs'))),
    ...(await benchJournal(folder)),
    ...(await benchWallClock(join(folder, 'runs'))),
    ...(await benchQueue()),
    ...(await benchWorldShare(join(folder, 'runs'))),
    ...benchHelp(),
  ];
  process.stdout.write(`${alignRows(rows).join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
