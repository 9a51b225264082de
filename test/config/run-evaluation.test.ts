import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type EvaluationRun, loadConfig, prepareEvaluation, runEvaluation } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { readJournal } from '../../src/runs/index.js';
import { wilson } from '../../src/stats/index.js';
import { completion, send, startFaultServer } from '../models/fault-server.js';
import { folderWith, smallConfig } from './small-config.js';

const plan = '1. Go to the microwave.\n2. Heat the object.';

async function evaluate(settings: readonly string[], more: { repeats?: number; limit?: number } = {}) {
  const place = folderWith({ 'plan.md': plan });
  const config = smallConfig(place, `plan=${place}/plan.md`, 'heldOut=3', ...settings);
  return runEvaluation(await prepareEvaluation({ config, repeats: 1, ...more }));
}

function readResults({ folder }: Pick<EvaluationRun, 'folder'>): string {
  return readFileSync(join(folder, 'results.json'), 'utf8');
}

async function readEvents(folder: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of readJournal(join(folder, 'journal.jsonl'))) events.push(event);
  return events;
}

describe('the folder of an evaluation', () => {
  it('holds the config, the versions, what happened and the results', async () => {
    const run = await evaluate([], { repeats: 2 });
    expect(readdirSync(run.folder)).toEqual([
      'config.yaml',
      'index.jsonl',
      'journal.jsonl',
      'manifest.json',
      'results.json',
      'start.md',
    ]);
    expect(readFileSync(join(run.folder, 'start.md'), 'utf8').trim()).toBe(plan);
    const manifest = JSON.parse(readFileSync(join(run.folder, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      suite: { digest: expect.stringMatching(/^sha256:/) },
      evaluation: { repeats: 2, limit: null },
    });
    const events = await readEvents(run.folder);
    expect(events[0]).toMatchObject({ type: 'run-start', iterations: 0, initialPlan: { text: plan } });
    expect(events.at(-1)).toEqual({ type: 'run-end', outcome: 'finished' });
    const episodes = events.flatMap((event) => (event.type === 'episode-end' ? [event] : []));
    expect(episodes.map(({ phase }) => phase)).toEqual(Array(6).fill('held-out'));
    expect(new Set(episodes.map(({ episode }) => episode.id)).size).toBe(6);
    expect(episodes.filter(({ episode }) => episode.id.endsWith('/repeat-1'))).toHaveLength(3);
    expect(JSON.parse(readResults(run))).toEqual(run.document);
  });

  it('has the same results for the same settings, whatever the concurrency, and no path or time', async () => {
    const first = await evaluate(['concurrency=8'], { limit: 4 });
    const second = await evaluate(['concurrency=1'], { limit: 4 });
    expect(readResults(second)).toBe(readResults(first));
    expect(first.folder).not.toBe(second.folder);
    expect(readResults(first)).not.toMatch(/planwright-cli-|\d{8}T\d{6}/);
    const other = await evaluate([], { limit: 4, repeats: 2 });
    expect(other.document.experiment).not.toBe(first.document.experiment);
  });

  it('can be measured again from the config that it wrote', async () => {
    const run = await evaluate([]);
    const { config } = loadConfig(join(run.folder, 'config.yaml'));
    const again = await runEvaluation(await prepareEvaluation({ config, repeats: 1 }));
    expect(readResults(again)).toBe(readResults(run));
  });

  it('keeps what was measured when it is interrupted', async () => {
    const controller = new AbortController();
    const config = smallConfig(folderWith({}), 'heldOut=4', 'concurrency=1', 'taskType=[heat, cool]');
    const prepared = await prepareEvaluation({ config, repeats: 1, signal: controller.signal });
    prepared.listen((event) => {
      if (event.type === 'evaluation-end') controller.abort(new Error('enough'));
    });
    const run = await runEvaluation(prepared);
    expect(run).toMatchObject({
      outcome: 'interrupted',
      heldOut: { n: 4 },
      taskTypes: [{ taskType: 'heat' }],
    });
    expect(JSON.parse(readResults(run))).toMatchObject({ outcome: 'interrupted', heldOut: { n: 4 } });
    expect((await readEvents(run.folder)).at(-1)).toMatchObject({ outcome: 'interrupted' });
  });
});

describe('the interval of repeated plays', () => {
  /** Three games played three times, one call each; the server refuses the calls that are named. */
  async function evaluateRefused(refused: (call: number) => boolean) {
    const server = await startFaultServer((response, n, body) =>
      (refused(n)
        ? send(200, completion({}, { message: { role: 'assistant', content: null, refusal: 'I will not.' } }))
        : send(200, completion()))(response, n, body),
    );
    onTestFinished(() => server.close());
    const served = ['model.provider=openai', `model.baseUrl=${server.url}`, 'model.name=m'];
    const one = ['agent.name=react', 'agent.shots=0', 'limits.maxSteps=1', 'concurrency=1'];
    return evaluate([...served, ...one], { repeats: 3 });
  }

  it('is that of the different games that were played, however often each was', async () => {
    const { heldOut, taskTypes } = await evaluateRefused((call) => call >= 3 && call < 8);
    expect(heldOut).toMatchObject({ n: 4, successes: 0, errors: 5, wilson95: wilson(0, 3) });
    expect(taskTypes[0]).toMatchObject({ wilson95: wilson(0, 3) });
  });

  it('is there where one play of many did not end in an error', async () => {
    const { heldOut } = await evaluateRefused((call) => call > 0);
    expect(heldOut).toMatchObject({ n: 1, errors: 8, wilson95: wilson(0, 1) });
  });
});

it('keeps all tries of an agent that tries again, and measures the first ones too', async () => {
  const run = await evaluate(['agent.name=reflexion', 'agent.trials=3', 'heldOut=4'], { repeats: 2 });
  const { tries, heldOut, results } = run;
  const trials = results.flatMap((result) => result.trials ?? []);
  expect(trials.some((one) => one.length > 1)).toBe(true);
  for (const { trials: kept = [], outcomes, steps } of results)
    expect(kept.map((one) => one.at(-1))).toEqual(
      kept.map((_one, i) => ({ outcome: outcomes[i], steps: steps[i] })),
    );
  const won = results.flatMap(({ trials: kept, outcomes }) =>
    outcomes.filter((outcome, i) => (kept?.[i]?.[0]?.outcome ?? outcome) === 'success'),
  );
  expect(tries).toMatchObject({ agent: 'reflexion', most: 3, first: { n: 8, successes: won.length } });
  expect(tries?.first.successes).toBeLessThan(heldOut.successes);
  expect(tries?.first.wilson95).toEqual(wilson(Math.round((won.length / 8) * 4), 4));
  expect(run.document.tries).toEqual(tries);
  expect((await evaluate([])).document).not.toHaveProperty('tries');
});

describe('an evaluation that fails', () => {
  /** Measures against a server that answers so many calls and is then gone. */
  async function evaluateServed(answered: number) {
    const good = send(200, completion());
    const server = await startFaultServer((response, n, body) =>
      n < answered ? good(response, n, body) : send(503, 'gone')(response, n, body),
    );
    onTestFinished(() => server.close());
    const place = folderWith({});
    const config = smallConfig(
      place,
      'model.provider=openai',
      `model.baseUrl=${server.url}`,
      'model.name=m',
      'model.maxPauseSeconds=0.01',
      'model.outageSeconds=0.1',
      'limits.maxSteps=3',
      'taskType=all',
      'concurrency=1',
    );
    return { place, ended: prepareEvaluation({ config, repeats: 9 }).then(runEvaluation) };
  }

  it('takes its folder away where nothing was measured', async () => {
    const { place, ended } = await evaluateServed(0);
    await expect(ended).rejects.toThrow(UsageError);
    expect(readdirSync(place)).toEqual([]);
  });

  it('keeps the episodes where some were played', async () => {
    const { folder, outcome, message, errorShare } = await (await evaluateServed(30)).ended;
    expect(outcome).toBe('outage');
    expect(message).toMatch(/^the server has not answered for \d+ s; the last failure: m at .*503/);
    expect(errorShare).toBe(0);
    const events = await readEvents(folder);
    expect(events.filter(({ type }) => type === 'episode-end').length).toBeGreaterThan(2);
    expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'outage' });
  });
});
