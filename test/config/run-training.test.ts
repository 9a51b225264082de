import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig, parseOverride, prepareTraining, runTraining } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { serveModel } from '../../src/models/index.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { completion, send, startFaultServer } from '../models/fault-server.js';
import { folderWith, smallConfig } from './small-config.js';
import { outcomeOf, readEvents, train } from './train-and-read.js';

/** Serves the simulated models; gives the base URL. */
async function serve(...names: readonly string[]): Promise<string> {
  const models = names.map((name) => {
    const profile = simulatedProfiles[name];
    if (!profile) throw new Error(`no profile ${name}`);
    const full = `simulated-${name}`;
    return [full, createSimulatedModel({ name: full, profile })] as const;
  });
  const server = await serveModel(new Map(models), { port: 0 });
  onTestFinished(() => server.close());
  return server.url;
}

async function serveFaults(...args: Parameters<typeof startFaultServer>) {
  const server = await startFaultServer(...args);
  onTestFinished(() => server.close());
  return server;
}

describe('the same experiment', () => {
  it('gives the same bytes with one call at a time as with eight', async () => {
    const place = folderWith({});
    const wide = await train(smallConfig(place, 'concurrency=8'));
    const narrow = await train(smallConfig(place, 'concurrency=1'));
    expect(wide.folder).not.toBe(narrow.folder);
    expect(Object.keys(outcomeOf(wide))).toEqual([
      'plans/000.md',
      'plans/001.md',
      'plans/002.md',
      'plans/best.md',
      'results.json',
    ]);
    expect(outcomeOf(narrow)).toEqual(outcomeOf(wide));
  });

  it('gives the same bytes over the network as in process, with the model named and not', async () => {
    const place = folderWith({});
    const url = await serve('strong', 'weak');
    const small = ['iterations=1', 'train=4', 'heldOut=4'];
    const openai = [...small, 'model.provider=openai', `model.baseUrl=${url}`];
    for (const [profile, name] of [
      ['strong', 'model.profile=strong'],
      ['weak', 'model.name=simulated-weak'],
    ] as const) {
      const inProcess = await train(smallConfig(place, ...small, `model.profile=${profile}`));
      const served = await train(smallConfig(place, ...openai, name, 'concurrency=3'));
      expect(outcomeOf(served)).toEqual(outcomeOf(inProcess));
      expect(served).toMatchObject({ simulated: true, models: [`simulated-${profile}`] });
    }
  });

  it('can be run again from the config that a run wrote, from anywhere', async () => {
    const place = folderWith({
      'sub/words.md': 'Summarize what happened, in steps.',
      'sub/p.yaml': 'slip: 0.1',
    });
    const config = smallConfig(
      place,
      `prompts.summarize=${join(place, 'sub/words.md')}`,
      `model.agent.profile=${join(place, 'sub/p.yaml')}`,
      `model.baseUrl=${await serve('strong')}`,
      'model.provider=openai',
      'model.agent.provider=simulated',
      'environment.rules.heat=[toaster, microwave]',
    );
    const first = await train(config);
    const written = loadConfig(join(first.folder, 'config.yaml')).config;
    expect(written.model).toMatchObject({ name: 'simulated-strong', agent: { name: 'simulated-custom' } });
    expect(outcomeOf(await train(written))).toEqual(outcomeOf(first));
  });

  it('goes on from a plan that the user has', async () => {
    const place = folderWith({ 'mine.md': '1. Go to the microwave.\n2. Heat the object.\n' });
    const config = smallConfig(place, `plan=${join(place, 'mine.md')}`, 'iterations=1');
    const { folder } = await train(config);
    expect(readFileSync(join(folder, 'plans/000.md'), 'utf8')).toContain('1. Go to the microwave.');
    const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
    expect(results.baseline.n).toBe(8);
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).initialPlan).toMatch(/^sha256:/);
  });

  it('sums costs to the same number in any order', async () => {
    const place = folderWith({
      'prices.yaml': 'simulated-*: { input: 0.15, output: 0.60, cachedInput: 0.0375 }',
    });
    const cost = async (concurrency: number) => {
      const run = await train(
        smallConfig(place, `concurrency=${concurrency}`, `prices=${place}/prices.yaml`),
      );
      return readFileSync(join(run.folder, 'results.json'), 'utf8');
    };
    const results = await cost(8);
    expect(JSON.parse(results).costUsd).toBeGreaterThan(0.01);
    expect(await cost(1)).toBe(results);
  });
});

describe('the journal', () => {
  it('holds all that happened, from the plan at the start to the end of the run', async () => {
    const run = await train(smallConfig(folderWith({}), 'iterations=1'));
    const events = await readEvents(run);
    expect(events[0]).toMatchObject({ type: 'run-start', simulated: true, initialPlan: { text: '' } });
    expect(events.at(-1)).toEqual({ type: 'run-end', outcome: 'finished' });
    const count = (type: RunEvent['type']) => events.filter((event) => event.type === type).length;
    expect(count('episode-end')).toBe(4 + 8 + 8);
    expect(count('reflection-end')).toBe(4);
    expect(count('iteration-end')).toBe(1);
    expect(count('model-call')).toBe(run.spend.usage.calls);
  });
});

describe('a run that can not go on', () => {
  it('keeps its plans when the budget is reached', async () => {
    const place = folderWith({});
    const run = await train(smallConfig(place, 'budget.calls=500', 'iterations=9'));
    expect(run.outcome).toBe('budget-reached');
    expect(run.message).toBe('budget reached: 500 of 500 calls are used');
    expect(run.spend.usage.calls).toBe(500);
    expect(readdirSync(join(run.folder, 'plans'))).toContain('001.md');
    expect(readFileSync(join(run.folder, 'plans/best.md'), 'utf8')).toContain('1. ');
    expect(JSON.parse(readFileSync(join(run.folder, 'results.json'), 'utf8')).outcome).toBe('budget-reached');
    expect((await readEvents(run)).at(-1)).toMatchObject({ type: 'run-end', outcome: 'budget-reached' });
  });

  it.each([
    ['budget.tokens=400000', /^budget reached: \d+ of 400000 tokens are used/],
    ['budget.usd=0.05', /^budget reached: US\$ 0\.0\d+ of 0\.05 are spent/],
  ])('never spends more than %s', async (budget, message) => {
    const place = folderWith({ 'prices.yaml': 'simulated-*: { input: 0.15, output: 0.60 }' });
    const run = await train(smallConfig(place, budget, `prices=${place}/prices.yaml`, 'iterations=9'));
    expect(run.message).toMatch(message);
    const { usage, costUsd } = run.spend;
    expect(costUsd ?? 1).toBeLessThanOrEqual(budget.startsWith('budget.usd') ? 0.05 : 9);
    if (budget.startsWith('budget.tokens'))
      expect(usage.promptTokens + usage.completionTokens).toBeLessThanOrEqual(400_000);
  });

  it('keeps its plans when it is interrupted, and stops soon', async () => {
    const controller = new AbortController();
    const config = smallConfig(folderWith({}), 'iterations=50');
    const prepared = await prepareTraining({ config, signal: controller.signal });
    prepared.listen((event) => {
      if (event.type === 'iteration-end' && event.iteration === 1) controller.abort(new Error('enough'));
    });
    const run = await runTraining(prepared);
    expect(run.outcome).toBe('interrupted');
    expect(readdirSync(join(run.folder, 'plans'))).toEqual(['000.md', '001.md', '002.md', 'best.md']);
  });

  it('lets the process hear Ctrl+C while the simulated model works', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 100);
    const run = await train(smallConfig(folderWith({}), 'iterations=500'), controller.signal);
    expect(run.outcome).toBe('interrupted');
  });

  it('leaves nothing behind when the endpoint is down, refuses, or has no such model', async () => {
    const place = folderWith({});
    const down = await serveFaults(() => {});
    await down.close();
    const url = await serve('strong');
    const denied = await serveFaults(
      send(401, { error: { message: 'Incorrect API key provided: sk-abcdefgh' } }),
    );
    const broken = await serveFaults(send(200, 'proxy says hello'));
    for (const [settings, message] of [
      [[`model.baseUrl=${down.url}`], /can not be reached \(connect ECONNREFUSED/],
      [[`model.baseUrl=${down.url}`, 'model.name=m', 'model.attempts=1'], /no connection: .*ECONNREFUSED/],
      [
        [`model.baseUrl=${url}`, 'model.name=m'],
        /HTTP 404: The model 'm' does not exist; there are: simulated-strong/,
      ],
      [[`model.baseUrl=${url}`, 'model.profile=weak', 'model.agent.name=m'], /HTTP 404/],
      [[`model.baseUrl=${denied.url}`, 'model.name=m'], /HTTP 401: Incorrect API key provided: \[key\]/],
      [[`model.baseUrl=${denied.url}`], /answered HTTP 401/],
      [[`model.baseUrl=${broken.url}`, 'model.name=m', 'model.attempts=1'], /m at 127\.0\.0\.1/],
    ] as const) {
      const failed = train(smallConfig(place, 'model.provider=openai', ...settings));
      await expect(failed).rejects.toThrow(UsageError);
      await expect(failed).rejects.toThrow(message);
      expect(readdirSync(place)).toEqual([]);
    }
  });

  it('names the models of a server that has several', async () => {
    const url = await serve('strong', 'weak');
    const config = smallConfig(
      folderWith({}),
      'model.provider=openai',
      `model.baseUrl=${url}`,
      'model.profile=other',
    );
    await expect(prepareTraining({ config })).rejects.toThrow(
      expect.objectContaining({
        message: 'model.name: is not set, and the server offers more than one',
        remedy: `${url} has: simulated-strong, simulated-weak`,
      }),
    );
  });

  it('leaves other runs alone when it fails', async () => {
    const place = folderWith({ 'runs/other/keep.txt': 'x' });
    const failed = train(
      smallConfig(place, 'model.provider=openai', `model.baseUrl=${await serve('strong')}`, 'model.name=m'),
    );
    await expect(failed).rejects.toThrow(/HTTP 404/);
    expect(readdirSync(join(place, 'runs'))).toEqual(['other']);
  });

  it('says so when its folder can not be made', async () => {
    const place = folderWith({ file: '' });
    await expect(train(smallConfig(place, `runs=${place}/file`))).rejects.toThrow(/is a file, not a folder/);
    await expect(train(smallConfig(place, `runs=${place}/file/runs`))).rejects.toThrow(
      /^runs: .*runs can not be used: a part of the path is a file/,
    );
    expect(readFileSync(join(place, 'file'), 'utf8')).toBe('');
  });

  it('stops when the server is gone, and keeps its plans', async () => {
    let calls = 0;
    const good = send(200, completion());
    const server = await serveFaults((response, n, body) => {
      calls++;
      return n < 600 ? good(response, n, body) : send(503, 'gone')(response, n, body);
    });
    const place = folderWith({});
    const config = smallConfig(
      place,
      'model.provider=openai',
      `model.baseUrl=${server.url}`,
      'model.name=m',
      'model.maxPauseSeconds=0.01',
      'model.outageSeconds=0.1',
      'iterations=50',
      'limits.maxSteps=9',
    );
    const run = await train(config);
    expect(run.outcome).toBe('outage');
    expect(run.message).toMatch(/^the server has not answered for \d+ s; the last failure: m at .*503/);
    expect(run.errorShare).toBe(0);
    expect(calls).toBeLessThan(660);
    expect(readdirSync(join(run.folder, 'plans'))).toContain('001.md');
  });
});

it('counts errors apart, and gives their share', async () => {
  const good = send(200, completion());
  const server = await serveFaults((response, n, body) =>
    n % 50 === 49 ? send(400, 'no')(response, n, body) : good(response, n, body),
  );
  const config = smallConfig(
    folderWith({}),
    'model.provider=openai',
    `model.baseUrl=${server.url}`,
    'model.name=m',
    'iterations=1',
    'limits.maxSteps=5',
  );
  const run = await train(config);
  expect(run.outcome).toBe('finished');
  expect(run.errorShare).toBeGreaterThan(0);
  expect(run.errorShare).toBeLessThan(0.6);
  expect(run).toMatchObject({ simulated: false, models: ['m'], spend: { costUsd: null } });
  const { heldOut, baseline } = run.results[0] ?? {};
  expect((heldOut?.n ?? 0) + (heldOut?.errors ?? 0)).toBe(8);
  expect((heldOut?.errors ?? 0) + (baseline?.errors ?? 0)).toBeGreaterThan(0);
});

it('takes a name for its folder', async () => {
  const place = folderWith({});
  const config = smallConfig(place, 'iterations=1');
  const named = async (runId: string) => runTraining(await prepareTraining({ config, runId }));
  expect((await named('mine')).folder).toBe(join(place, 'runs/mine'));
  await expect(named('mine')).rejects.toThrow(/there is a run of that name/);
  await expect(named('../mine')).rejects.toThrow(/not a plain name/);
  expect(readdirSync(join(place, 'runs'))).toEqual(['mine', 'openings.jsonl']);
  writeFileSync(join(place, 'runs/mine/config.yaml'), 'changed');
  await expect(named('mine')).rejects.toThrow(/there is a run/);
  expect(readFileSync(join(place, 'runs/mine/config.yaml'), 'utf8')).toBe('changed');
});

it('places a wrong setting that shows only later', async () => {
  const place = folderWith({ 'prices.yaml': 'other: 0' });
  const overrides = [`prices=${place}/prices.yaml`, 'budget.usd=1'].map(parseOverride);
  const config = {
    ...smallConfig(place),
    ...loadConfig(undefined, overrides).config,
    suite: smallConfig(place).suite,
  };
  await expect(prepareTraining({ config })).rejects.toThrow(
    /the budget limits US\$, and model "simulated-strong"/,
  );
});
