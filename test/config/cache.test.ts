import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkSetup,
  type EvaluationRun,
  type NamedConfig,
  prepareEvaluation,
  prepareTraining,
  replayRun,
  runEvaluation,
  runTraining,
  type TrainingRun,
} from '../../src/config/index.js';
import type { RunEvent } from '../../src/core/event.js';
import type { FaultServer } from '../../src/testing.js';
import { keepSecret } from '../../src/util/secrets.js';
import { emptyFolder } from '../cli/run-cli.js';
import { outcomeOf, tinyConfig } from '../torture/run-again.js';
import { eventsOf, recordOf, run, serveInStorm } from '../torture/storm.js';

let server: FaultServer;
beforeAll(async () => {
  server = await serveInStorm();
});
afterAll(() => server.close());

const prices = () => {
  const file = join(emptyFolder(), 'prices.yaml');
  writeFileSync(file, 'simulated-strong: { input: 10, output: 20 }\n');
  return file;
};
const settings = (...more: readonly string[]) => [
  'model.provider=openai',
  `model.baseUrl=${server.url}`,
  'model.name=simulated-strong',
  'iterations=1',
  'limits.maxSteps=4',
  ...more,
];
const configOf = (...more: readonly string[]) => tinyConfig(...settings(...more));
const newCache = () => join(emptyFolder(), 'cache');

/** What some work sends to the server. */
async function sending<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly sent: number }> {
  const before = server.counts().requests;
  const result = await work();
  return { result, sent: server.counts().requests - before };
}

/** A run with a cache, without one, or with the cache that it leaves behind. */
const trained = (config: NamedConfig) => sending(() => run(config));
const callsOf = async (config: NamedConfig) =>
  (await eventsOf(config)).filter(
    (event): event is Extract<RunEvent, { type: 'model-call' }> => event.type === 'model-call',
  );

describe('a training', () => {
  test('comes to the same with the cache off, cold and warm; what was not paid is told apart', async () => {
    const [cache, file] = [newCache(), prices()];
    const off = configOf(`prices=${file}`);
    const cold = configOf(`prices=${file}`, `cache.folder=${cache}`);
    const warm = configOf(`prices=${file}`, `cache.folder=${cache}`);
    const without = await trained(off);
    const first = await trained(cold);
    const second = await trained(warm);
    expect(first.sent).toBe(without.sent);
    expect(second.sent).toBe(0);
    const expected = outcomeOf(off);
    expect(outcomeOf(cold)).toEqual(expected);
    expect(outcomeOf(warm)).toEqual(expected);

    const { spend } = without.result;
    expect(first.result.spend).toEqual(spend);
    expect(second.result.spend).toEqual({
      ...spend,
      fromCache: { calls: spend.usage.calls, costUsd: spend.costUsd },
    });
    const calls = await callsOf(warm);
    expect(calls).toHaveLength(spend.usage.calls);
    expect(calls.every(({ cached, reply }) => cached && reply !== null && !('fromCache' in reply))).toBe(
      true,
    );
    expect((await callsOf(cold)).some((call) => 'cached' in call)).toBe(false);
    expect((await recordOf(warm)).attempts).toEqual({ sent: 0, failed: 0, unknown: 0 });
    expect((await recordOf(warm)).paid.usage.calls).toBe(0);
  });

  test('prices what it takes from the cache by the prices of the day', async () => {
    const cache = newCache();
    await trained(configOf(`cache.folder=${cache}`));
    const priced = await trained(configOf(`cache.folder=${cache}`, `prices=${prices()}`));
    expect(priced.sent).toBe(0);
    expect(priced.result.spend.costUsd).toBeGreaterThan(0);
  });

  test('is not charged for what the cache answers', async () => {
    const cache = newCache();
    const cold = configOf(`cache.folder=${cache}`);
    await trained(cold);
    const poor = configOf(`cache.folder=${cache}`, 'budget.calls=1');
    const { result, sent } = await trained(poor);
    expect([result.outcome, sent]).toEqual(['finished', 0]);
    expect(outcomeOf(poor)).toEqual(outcomeOf(cold));
  });

  test('asks again for what is damaged, and comes to the same', async () => {
    const cache = newCache();
    const cold = configOf(`cache.folder=${cache}`);
    const { sent: all } = await trained(cold);
    const contents = readdirSync(join(cache, 'content-v2'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    );
    for (const [i, { parentPath, name }] of contents.entries())
      if (i % 3 === 0) writeFileSync(join(parentPath, name), 'damaged');
    const after = configOf(`cache.folder=${cache}`);
    const { sent } = await trained(after);
    expect(sent).toBe(Math.ceil(contents.length / 3));
    expect(sent).toBeLessThan(all);
    expect(outcomeOf(after)).toEqual(outcomeOf(cold));
    expect((await trained(configOf(`cache.folder=${cache}`))).sent).toBe(0);
  });

  test.each([
    ['seed=1'],
    ['model.maxTokensField=max_completion_tokens'],
    ['sampling.optimize.temperature=0.5'],
  ])('asks for itself where %s', async (other) => {
    const cache = newCache();
    await trained(configOf(`cache.folder=${cache}`));
    const { sent, result } = await trained(configOf(`cache.folder=${cache}`, other));
    const { calls = 0 } = result.spend.fromCache ?? {};
    expect(sent).toBe(result.spend.usage.calls - calls);
    // Evaluations do not depend on how the optimizer samples.
    if (!other.startsWith('sampling')) expect(calls).toBe(0);
    expect(sent).toBeGreaterThan(0);
  });

  test('goes on with its cache, pays nothing twice and says what it paid', async () => {
    const cache = newCache();
    const whole = configOf(`cache.folder=${cache}`);
    const { sent: all } = await trained(whole);
    rmSync(cache, { recursive: true });
    const config = configOf(`cache.folder=${cache}`, 'budget.calls=5');
    const first = await trained(config);
    expect([first.result.outcome, first.sent]).toEqual(['budget-reached', 5]);
    const { sent } = await sending(() => run(config, { settings: ['budget.calls=100000'] }));
    expect(sent).toBe(all - 5);
    expect(outcomeOf(config)).toEqual(outcomeOf(whole));
    expect((await recordOf(config)).paid.usage.calls).toBe(all);
    expect((await trained(configOf(`cache.folder=${cache}`))).sent).toBe(0);
  });

  test('goes on after its calls came from the cache, without counting them as paid', async () => {
    const cache = newCache();
    const whole = configOf(`cache.folder=${cache}`);
    const { sent: all } = await trained(whole);
    const config = configOf(`cache.folder=${cache}`);
    const stop = new AbortController();
    const started = prepareTraining({
      config,
      runId: 'mine',
      signal: stop.signal,
      emit: ({ type }) => type === 'iteration-end' && stop.abort(),
    });
    expect((await sending(async () => runTraining(await started))).result.outcome).toBe('interrupted');
    rmSync(cache, { recursive: true });
    const known = (await recordOf(config)).cached.usage.calls;
    expect(known).toBeGreaterThan(0);
    const { sent, result: resumed } = await sending(() =>
      run(config, { settings: [`budget.calls=${all - known}`] }),
    );
    expect([resumed.outcome, sent]).toEqual(['finished', all - known]);
    expect(outcomeOf(config)).toEqual(outcomeOf(whole));
    expect(resumed.spend.fromCache?.calls).toBe(known);
    expect((await recordOf(config)).paid.usage.calls).toBe(sent);
  });

  test('is played again from its journal without the cache', async () => {
    const cache = newCache();
    await trained(configOf(`cache.folder=${cache}`));
    const config = configOf(`cache.folder=${cache}`);
    await trained(config);
    rmSync(cache, { recursive: true });
    const files = await replayRun(join(config.runs, 'mine'));
    expect(files.every(({ state }) => state === 'same')).toBe(true);
    expect(existsSync(cache)).toBe(false);
  });

  test('with a simulated model in process has no cache', async () => {
    const cache = newCache();
    await run(tinyConfig(`cache.folder=${cache}`));
    expect(existsSync(cache)).toBe(false);
  });
});

test('twenty runs at once share one cache and come to the same', async () => {
  const off = configOf();
  await trained(off);
  const cache = newCache();
  const configs = Array.from({ length: 20 }, () => configOf(`cache.folder=${cache}`));
  const runs = await Promise.all(configs.map((config) => run(config)));
  expect(runs.map(({ outcome }: TrainingRun) => outcome)).toEqual(runs.map(() => 'finished'));
  const expected = outcomeOf(off);
  for (const config of configs) expect(outcomeOf(config)).toEqual(expected);
  const { sent } = await trained(configOf(`cache.folder=${cache}`));
  expect(sent).toBe(0);
});

describe('an evaluation', () => {
  const evaluated = (repeats: number, cache: string, ...more: readonly string[]) =>
    sending(async (): Promise<EvaluationRun> => {
      const config = configOf(`cache.folder=${cache}`, ...more);
      return runEvaluation(await prepareEvaluation({ config, repeats }));
    });

  test('is cached where it is played once', async () => {
    const cache = newCache();
    const cold = await evaluated(1, cache);
    const warm = await evaluated(1, cache);
    expect([cold.sent > 0, warm.sent]).toEqual([true, 0]);
    expect(warm.result.document).toEqual(cold.result.document);
    expect(warm.result.spend.fromCache?.calls).toBe(cold.sent);
  });

  test('with repeats is not, unless that is wanted', async () => {
    const cache = newCache();
    await evaluated(1, cache);
    const first = await evaluated(3, cache);
    const second = await evaluated(3, cache);
    expect(second.sent).toBe(first.sent);
    expect(second.result.spend.fromCache).toBeUndefined();
  });

  test('never gives a repeat the answers of another one', async () => {
    const cache = newCache();
    const cold = await evaluated(3, cache, 'cache.repeats=true');
    expect(cold.result.spend.fromCache).toBeUndefined();
    const warm = await evaluated(3, cache, 'cache.repeats=true');
    expect(warm.sent).toBe(0);
    expect(warm.result.document).toEqual(cold.result.document);
    // The second repeat with seed 0 has the seeds of the first one with seed 1.
    const shifted = await evaluated(1, cache, 'seed=1');
    expect(shifted.sent).toBe(shifted.result.spend.usage.calls);
  });
});

describe('the folder', () => {
  test('is looked at before anything is played', async () => {
    const folder = emptyFolder();
    cpSync('configs', join(folder, 'other'), { recursive: true });
    const config = configOf(`cache.folder=${folder}`);
    await expect(prepareTraining({ config })).rejects.toThrow(`cache.folder: ${folder} holds other files`);
    expect(existsSync(join(folder, 'CACHEDIR.TAG'))).toBe(false);
    const checks = await checkSetup({ config, placeOf: (key) => key }, true);
    expect(checks.find(({ name }) => name === 'cache')).toMatchObject({ state: 'failed' });
  });

  test('that can not be made stops a run before anything is sent', async () => {
    const file = join(emptyFolder(), 'file');
    writeFileSync(file, '');
    const config = configOf(`cache.folder=${join(file, 'cache')}`);
    const { sent } = await sending(() => expect(run(config)).rejects.toThrow('can not be used'));
    expect(sent).toBe(0);
    expect(existsSync(config.runs)).toBe(false);
  });

  test('is not used to check whether a model answers', async () => {
    const cache = newCache();
    const loaded = { config: configOf(`cache.folder=${cache}`), placeOf: (key: string) => key };
    for (const _time of [1, 2]) expect((await sending(() => checkSetup(loaded, false))).sent).toBe(1);
    expect(existsSync(cache)).toBe(false);
  });

  test('holds no key, of the server or of anybody', async () => {
    process.env.CACHE_TEST_KEY = 'this-is-the-key-of-the-test';
    keepSecret(process.env.CACHE_TEST_KEY);
    const cache = newCache();
    await trained(configOf(`cache.folder=${cache}`, 'model.apiKeyEnv=CACHE_TEST_KEY'));
    const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain(process.env.CACHE_TEST_KEY);
    // Nor does the key make a difference.
    process.env.CACHE_TEST_KEY = 'another-key-of-the-test';
    expect((await trained(configOf(`cache.folder=${cache}`, 'model.apiKeyEnv=CACHE_TEST_KEY'))).sent).toBe(0);
    delete process.env.CACHE_TEST_KEY;
  });
});
