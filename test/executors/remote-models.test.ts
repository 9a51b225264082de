/** Episodes whose calls are made by a worker in this process: the queue is left out, its JSON is not. */
import { describe, expect, test } from 'vitest';
import { createReactAgent } from '../../src/agents/index.js';
import type { Episode } from '../../src/core/episode.js';
import { BudgetError, ModelError, OutageError, UsageError } from '../../src/core/errors.js';
import type { ChatModel } from '../../src/core/model.js';
import { type Job, type JobResult, parseJob, parseResult } from '../../src/executors/job.js';
import { type Player, playJob } from '../../src/executors/play-job.js';
import { createRemoteModels } from '../../src/executors/remote-models.js';
import { createBudget, wrapModel } from '../../src/models/index.js';
import { emptyPlan } from '../../src/plans/index.js';
import { rollout } from '../../src/rollout/index.js';
import { createScriptedModel, type ScriptedModel } from '../../src/testing.js';
import { systemClock } from '../../src/util/clock.js';
import { toyInstance, toyWorld } from '../toy-world.js';

/** Opens one door after another, in an order that hangs on nothing but the call's seed and length. */
const openDoors = () =>
  createScriptedModel(
    ({ messages, sampling }) => `open door ${1 + (((sampling.seed ?? 0) + messages.length) % 5)}`,
  );

const setup = 'a'.repeat(64);
const agent = createReactAgent();
const noBudget = createBudget({}, new Map());

interface Wanted {
  readonly model?: ScriptedModel;
  readonly budget?: ReturnType<typeof createBudget>;
  readonly playsEpisodes?: boolean;
  /** What becomes of the nth result on its way. */
  readonly change?: (result: JobResult, n: number, job: Job) => JobResult;
}

/** A coordinator's model, and what it had done elsewhere. */
function remote({ model = openDoors(), budget = noBudget, playsEpisodes = true, change }: Wanted = {}) {
  const player: Player = {
    world: async () => ({ environment: toyWorld, agent }),
    prices: new Map(),
    models: (_mode, { call, attempt }) => wrapModel(model, [call, ...attempt]),
    model: (_role, { call, attempt }) => wrapModel(model, [call, ...attempt]),
  };
  const jobs: Job[] = [];
  const { signal } = new AbortController();
  const models = createRemoteModels({
    courier: {
      send: async (sent) => {
        const job = parseJob(JSON.parse(JSON.stringify(sent)));
        const done = await playJob(player, job, { clock: systemClock, signal });
        const result = change?.(done, jobs.length, job) ?? done;
        jobs.push(job);
        return parseResult(JSON.stringify(result));
      },
      inTurn: (_request, work) => work(),
      slots: () => 2,
    },
    setup,
    playsEpisodes,
    budget,
    prices: new Map(),
  });
  return { jobs, asked: model.requests, model: wrapModel(models.create(model.id), [models.watch]) };
}

function play(model: ChatModel, goal?: string): Promise<Episode> {
  const instance = { ...toyInstance('a', { doors: 5, prize: 4 }), ...(goal ? { goal } : {}) };
  return rollout(
    {
      environment: toyWorld,
      agent,
      model,
      limits: { maxSteps: 8 },
      seed: 3,
      clock: systemClock,
      emit: () => {},
    },
    { episodeId: 'train/0/a', phase: 'train', instance, plan: emptyPlan('toy', 'seek'), seedScope: 'a' },
  );
}

const local = await play(openDoors());
const calls = local.spend.usage.calls;

/** The worker is cut off after so many calls. */
const cutAfter =
  (count: number): NonNullable<Wanted['change']> =>
  (result, n) =>
    n > 0
      ? result
      : {
          ...result,
          answers: result.answers.slice(0, count),
          stopped: { why: 'given-back', message: 'the worker ends' },
        };

describe('an episode played by a worker', () => {
  test('is one job, and the same as played here', async () => {
    const { jobs, model, asked } = remote();
    expect(await play(model)).toEqual(local);
    expect(calls).toBeGreaterThan(2);
    expect(jobs.map(({ kind }) => kind)).toEqual(['rollout']);
    expect(asked).toHaveLength(calls);
  });

  test('that comes back half played goes on from there', async () => {
    const { jobs, model } = remote({ change: cutAfter(2) });
    expect(await play(model)).toEqual(local);
    expect(jobs).toHaveLength(2);
    expect(jobs[1]).toMatchObject({ known: [{ place: 'act/0' }, { place: 'act/1' }] });
  });

  test('in which the worker was asked something else is refused and played again', async () => {
    const change: Wanted['change'] = (result, n) =>
      n > 0
        ? result
        : { ...result, answers: result.answers.map((one) => ({ ...one, request: 'b'.repeat(32) })) };
    const { jobs, model } = remote({ change });
    expect(await play(model)).toEqual(local);
    expect(jobs).toHaveLength(2);
  });

  test('that never fits stops the run', async () => {
    const { model } = remote({ change: (result) => ({ ...result, answers: [] }) });
    await expect(play(model)).rejects.toThrow(OutageError);
  });

  test('may fail as it would here', async () => {
    const failing = () =>
      createScriptedModel((_request, call) => {
        if (call === 1) throw new ModelError('bad-reply', 'no sense', { retryable: false });
        return 'open door 1';
      });
    const here = await play(failing());
    expect(here.outcome).toEqual({ kind: 'error', code: 'model-bad-reply', message: 'no sense' });
    expect(await play(remote({ model: failing() }).model)).toEqual(here);
  });

  test.each([
    ['outage' as const, OutageError],
    ['usage' as const, UsageError],
  ])('stops the run where the worker can not go on (%s)', async (why, error) => {
    const change: Wanted['change'] = (result) => ({
      ...result,
      answers: [],
      stopped: { why, message: 'over' },
    });
    await expect(play(remote({ change }).model)).rejects.toThrow(error);
  });

  test('of which an instance holds a key is played here, call by call', async () => {
    const { jobs, model } = remote();
    await play(model, 'find sk-canary0123456789abcdef');
    expect(new Set(jobs.map(({ kind }) => kind))).toEqual(new Set(['call']));
    expect(JSON.stringify(jobs)).not.toContain('canary');
  });

  test('is sent call by call where workers do not have its world', async () => {
    const { jobs, model } = remote({ playsEpisodes: false });
    expect(await play(model)).toEqual(local);
    expect(jobs.map(({ kind }) => kind)).toEqual(Array(calls).fill('call'));
  });
});

describe('a budget', () => {
  test('that suffices changes nothing', async () => {
    const budget = createBudget({ calls: calls }, new Map());
    expect(await play(remote({ budget }).model)).toEqual(local);
    expect(budget.spent().usage.calls).toBe(calls);
  });

  test('that does not is never passed', async () => {
    const budget = createBudget({ calls: calls - 1 }, new Map());
    const { model, asked } = remote({ budget });
    await expect(play(model)).rejects.toThrow(BudgetError);
    expect(asked).toHaveLength(calls - 1);
    expect(budget.spent().usage.calls).toBe(calls - 1);
  });
});

describe('what comes from the queue', () => {
  test.each([
    ['nothing', null],
    ['a list', []],
    ['another format', { format: 'planwright-job/0' }],
    ['a prototype', JSON.parse('{"__proto__":{"kind":"rollout"}}')],
  ])('is refused: %s', (_what, value) => {
    expect(() => parseJob(value)).toThrow('malformed job');
    expect(() => parseResult(JSON.stringify(value))).toThrow('malformed result');
  });

  test('is refused with anything that no job has', async () => {
    const { jobs, model } = remote();
    await play(model);
    const [job] = jobs;
    expect(parseJob(job)).toEqual(job);
    expect(() => parseJob({ ...job, command: ['sh'] })).toThrow('malformed job');
    expect(() => parseResult('{"answers": [')).toThrow();
  });
});
