import { describe, expect, test } from 'vitest';
import type { Agent, Decision } from '../../src/core/agent.js';
import type { Environment } from '../../src/core/environment.js';
import type { Step } from '../../src/core/episode.js';
import { BudgetError, ModelError, UsageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { emptyPlan } from '../../src/plans/index.js';
import { type RolloutSettings, rollout } from '../../src/rollout/index.js';
import { createScriptedModel } from '../../src/testing.js';
import { createFakeClock } from '../models/fake-clock.js';
import { rejection } from '../models/requests.js';
import { toyInstance, toyWorld, wrapSessions } from '../toy-world.js';

/** Asks the model for each action; what is said is done. */
const echo: Agent = {
  name: 'echo',
  begin: ({ initialObservation }, model) => ({
    act: async (steps): Promise<Decision> => {
      const content = steps.at(-1)?.observation ?? initialObservation;
      const { text } = await model.complete({
        purpose: 'act',
        messages: [{ role: 'user', content }],
        sampling: {},
      });
      return { rawAction: text, action: text, formalizer: 'none' };
    },
  }),
  conversation: () => [],
};

const plan = { ...emptyPlan('toy', 'seek'), id: 'sha256:1' };
const task = {
  episodeId: 'train/0/toy-1',
  phase: 'train',
  instance: toyInstance(),
  plan,
  seedScope: 'seeds',
} as const;

function setUp(
  change: Partial<RolloutSettings> = {},
  actions: readonly string[] = ['open door 1', 'open door 2'],
) {
  const events: RunEvent[] = [];
  const model = createScriptedModel(actions.map((text) => ({ text, costUsd: 0.25 })));
  const settings: RolloutSettings = {
    environment: toyWorld,
    agent: echo,
    model,
    limits: { maxSteps: 5 },
    seed: 7,
    clock: createFakeClock(),
    emit: (event) => events.push(event),
    ...change,
  };
  return { settings, model, events };
}

const play = (change?: Partial<RolloutSettings>, actions?: readonly string[]) =>
  rollout(setUp(change, actions).settings, task);

/** A model or a world that fails. */
const failing = (error: unknown) => createScriptedModel(() => Promise.reject(error));
const throwing = (error: unknown) =>
  wrapSessions((session) => ({
    ...session,
    step: () => {
      throw error;
    },
  }));

describe('the scores of a world', () => {
  const scoring = (f1: number) => wrapSessions((session) => ({ ...session, scores: () => ({ f1 }) }));

  test('are recorded when the episode is over, however it ends', async () => {
    const environment = scoring(0.25);
    expect(await play({ environment })).toMatchObject({ outcome: { kind: 'success' }, scores: { f1: 0.25 } });
    expect(await play({ environment, limits: { maxSteps: 1 } })).toMatchObject({
      outcome: { kind: 'truncated' },
      scores: { f1: 0.25 },
    });
  });

  test('are absent after an error, and where the world has none', async () => {
    expect(await play()).not.toHaveProperty('scores');
    const model = failing(new ModelError('timeout', 'too slow', { retryable: false }));
    const episode = await play({ environment: scoring(1), model });
    expect(episode.outcome.kind).toBe('error');
    expect(episode).not.toHaveProperty('scores');
  });

  test.each([1.5, -1, Number.NaN])('%d is an error of the world', async (score) => {
    expect((await play({ environment: scoring(score) })).outcome).toMatchObject({
      kind: 'error',
      code: 'environment',
      message: expect.stringContaining('score f1 is'),
    });
  });
});

describe('an episode', () => {
  test('is recorded whole', async () => {
    const { settings, events } = setUp();
    const episode = await rollout(settings, task);
    expect(episode).toMatchObject({
      id: 'train/0/toy-1',
      instanceId: 'toy-1',
      taskType: 'seek',
      goal: 'find the prize of toy-1.',
      agent: 'echo',
      environment: 'toy@1.0.0',
      planId: 'sha256:1',
      trial: 0,
      seed: 7,
      initialObservation: 'You see 3 doors.',
      steps: [
        {
          rawAction: 'open door 1',
          action: 'open door 1',
          formalizer: 'none',
          observation: 'Behind door 1 is a wall.',
        },
        { rawAction: 'open door 2', action: 'open door 2', formalizer: 'none', observation: 'The prize!' },
      ],
      outcome: { kind: 'success' },
      reward: 1,
    });
    expect(episode.spend).toMatchObject({ costUsd: 0.5, unpricedCalls: 0, usage: { calls: 2 } });
    expect(events.map(({ type }) => type)).toEqual([
      'episode-start',
      'episode-step',
      'episode-step',
      'episode-end',
    ]);
    expect(events.at(-1)).toEqual({ type: 'episode-end', phase: 'train', episode });
  });

  test('is plain data, and not the steps the agent was shown', async () => {
    const seen: (readonly Step[])[] = [];
    const watching: Agent = {
      ...echo,
      begin: (context, model) => {
        const session = echo.begin(context, model);
        return {
          act: (steps) => {
            seen.push([...steps]);
            return session.act(steps);
          },
        };
      },
    };
    const episode = await play({ agent: watching });
    expect(JSON.parse(JSON.stringify(episode))).toEqual(episode);
    expect(seen).toEqual([[], episode.steps.slice(0, 1)]);
  });

  test('labels its calls, and seeds them by the scope it is given', async () => {
    const first = setUp();
    const second = setUp();
    await rollout(first.settings, task);
    await rollout(second.settings, { ...task, episodeId: 'held-out/toy-1' });
    const [one, other] = [first.model.requests, second.model.requests];
    expect(one.map(({ callId }) => callId)).toEqual(['train/0/toy-1/act/0', 'train/0/toy-1/act/1']);
    expect(other[0]?.callId).toBe('held-out/toy-1/act/0');
    const seeds = one.map(({ sampling }) => sampling.seed);
    expect(other.map(({ sampling }) => sampling.seed)).toEqual(seeds);
    expect(new Set(seeds).size).toBe(2);
    const third = setUp({ seed: 8 });
    await rollout(third.settings, task);
    expect(third.model.requests[0]?.sampling.seed).not.toBe(seeds[0]);
  });
});

describe('the outcome', () => {
  test('failure: the world ended it without the prize', async () => {
    expect(await play({}, ['leave'])).toMatchObject({ outcome: { kind: 'failure' }, reward: 0 });
  });

  test('failure: part of the reward is not the goal', async () => {
    const environment = wrapSessions((session) => ({
      ...session,
      step: () => ({ observation: 'Nearly.', reward: 0.5, terminated: true }),
    }));
    expect(await play({ environment })).toMatchObject({ outcome: { kind: 'failure' }, reward: 0.5 });
  });

  test('out of steps: exactly as many as allowed', async () => {
    const actions = ['a', 'b', 'c', 'd'];
    const episode = await play({ limits: { maxSteps: 3 } }, actions);
    expect(episode.outcome).toEqual({ kind: 'truncated', by: 'steps' });
    expect(episode.steps).toHaveLength(3);
  });

  test('success with the last step that is allowed is a success', async () => {
    expect((await play({ limits: { maxSteps: 2 } })).outcome).toEqual({ kind: 'success' });
  });

  test('out of tokens, prompt and completion together', async () => {
    const episode = await play({ limits: { maxSteps: 5, maxTokens: 8 } }, ['a', 'b', 'c', 'd']);
    expect(episode.outcome).toEqual({ kind: 'truncated', by: 'tokens' });
    const { promptTokens, completionTokens } = episode.spend.usage;
    expect(promptTokens + completionTokens).toBeGreaterThanOrEqual(8);
    expect(episode.steps.length).toBeLessThan(4);
  });

  test('out of time', async () => {
    const clock = createFakeClock();
    const model = createScriptedModel(async () => {
      await clock.sleep(400);
      return 'wait';
    });
    const episode = await play({ clock, model, limits: { maxSteps: 5, maxSeconds: 1 } });
    expect(episode.outcome).toEqual({ kind: 'truncated', by: 'time' });
    expect(episode.steps).toHaveLength(3);
  });

  test('an episode that is over when it begins takes no call', async () => {
    const environment = wrapSessions((session) => ({
      ...session,
      initial: { observation: 'Done.', reward: 1, terminated: true },
    }));
    const { settings, model } = setUp({ environment });
    const episode = await rollout(settings, task);
    expect(episode).toMatchObject({
      outcome: { kind: 'success' },
      steps: [],
      reward: 1,
      initialObservation: 'Done.',
    });
    expect(model.requests).toEqual([]);
  });

  test('error: a failed model call, with what was done before it', async () => {
    const model = createScriptedModel((_request, call) => {
      if (call === 0) return 'open door 1';
      throw new ModelError('rate-limit', 'too many requests', { retryable: true });
    });
    const { settings, events } = setUp({ model });
    const episode = await rollout(settings, task);
    expect(episode.outcome).toEqual({
      kind: 'error',
      code: 'model-rate-limit',
      message: 'too many requests',
    });
    expect(episode.steps).toHaveLength(1);
    expect(episode.spend.usage.calls).toBe(1);
    expect(events.at(-1)?.type).toBe('episode-end');
  });

  test.each<[string, Environment, string]>([
    ['throws at a step', throwing(new TypeError('boom')), 'the environment threw: boom'],
    ['throws a text', throwing('boom'), 'the environment threw: boom'],
    [
      'gets no answer after a while',
      wrapSessions((session) => ({ ...session, step: () => Promise.reject(new Error('no answer')) })),
      'the environment threw: no answer',
    ],
    [
      'never answers',
      wrapSessions((session) => ({ ...session, step: () => new Promise(() => {}) })),
      'the environment threw: no answer within 600 s',
    ],
    [
      'answers without end',
      wrapSessions((session) => ({
        ...session,
        step: () => ({ observation: 'x'.repeat(10_000_000), reward: 0, terminated: false }),
      })),
      'the environment threw: the observation has 10000000 characters; at most 5000000 are taken',
    ],
    [
      'answers with no text',
      wrapSessions((session) => ({
        ...session,
        step: () => ({ observation: undefined as unknown as string, reward: 0, terminated: false }),
      })),
      'the environment threw: the observation is no text',
    ],
    [
      'can not start',
      wrapSessions(() => {
        throw new Error('no start');
      }),
      'the environment threw: no start',
    ],
    [
      'has no manual',
      {
        ...toyWorld,
        manual: () => {
          throw new Error('no manual');
        },
      },
      'the environment threw: no manual',
    ],
    [
      'rewards too much',
      wrapSessions((session) => ({
        ...session,
        step: () => ({ observation: '', reward: 1.5, terminated: true }),
      })),
      'the environment gave reward 1.5, outside [0, 1]',
    ],
    [
      'rewards nothing that counts',
      wrapSessions((session) => ({
        ...session,
        step: () => ({ observation: '', reward: Number.NaN, terminated: false }),
      })),
      'the environment gave reward NaN, outside [0, 1]',
    ],
  ])('error: a world that %s', async (_name, environment, message) => {
    const episode = await play({ environment });
    expect(episode.outcome).toEqual({ kind: 'error', code: 'environment', message });
    expect(episode.reward).toBe(0);
  });

  test('error: an agent that crashes', async () => {
    const crashing: Agent = { ...echo, begin: () => ({ act: () => Promise.reject(new TypeError('oops')) }) };
    const unready: Agent = {
      ...echo,
      begin: () => {
        throw new TypeError('not ready');
      },
    };
    expect((await play({ agent: crashing })).outcome).toEqual({
      kind: 'error',
      code: 'agent',
      message: 'oops',
    });
    expect((await play({ agent: unready })).outcome).toEqual({
      kind: 'error',
      code: 'agent',
      message: 'not ready',
    });
  });
});

describe('what must stop the run passes through:', () => {
  test('a budget that is used up', async () => {
    const error = new BudgetError('the budget is used up');
    expect(await rejection(play({ model: failing(error) }))).toBe(error);
  });

  test('a wrong setting, from the model or the world', async () => {
    const error = new UsageError('wrong key');
    expect(await rejection(play({ model: failing(error) }))).toBe(error);
    const { settings } = setUp();
    const foreign = { ...task, instance: { ...task.instance, setup: {} } };
    expect(await rejection(rollout(settings, foreign))).toBeInstanceOf(UsageError);
  });

  test('an interrupt, in whatever form it comes, and nothing is recorded of the episode', async () => {
    for (const error of [
      new ModelError('connection', 'aborted', { retryable: false }),
      new Error('aborted'),
    ]) {
      const controller = new AbortController();
      const model = createScriptedModel(({ signal }) => {
        expect(signal).toBe(controller.signal);
        controller.abort();
        throw error;
      });
      const { settings, events } = setUp({ model, signal: controller.signal });
      expect(await rejection(rollout(settings, task))).toBe(error);
      expect(events.map(({ type }) => type)).toEqual(['episode-start']);
    }
  });
});
