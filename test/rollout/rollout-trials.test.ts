import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/core/agent.js';
import type { RunEvent } from '../../src/core/event.js';
import { emptyPlan } from '../../src/plans/index.js';
import { type RolloutSettings, rolloutTrials } from '../../src/rollout/index.js';
import { createScriptedModel } from '../../src/testing.js';
import { createFakeClock } from '../models/fake-clock.js';
import { toyInstance, toyWorld } from '../toy-world.js';

const task = {
  episodeId: 'held-out/toy-1',
  phase: 'held-out',
  instance: toyInstance(),
  plan: emptyPlan('toy', 'seek'),
  seedScope: 'seeds',
} as const;

/** Opens the doors of its plan in turn and then gives up; it learns the number of the trial. */
function persistent(trials: number): Agent {
  return {
    name: 'persistent',
    begin: ({ memory }, model) => ({
      act: async (steps) => {
        if (steps.length > 0) return null;
        const ask = { purpose: 'act', messages: [{ role: 'user', content: memory.join() }] } as const;
        const { text } = await model.complete({ ...ask, sampling: {} });
        return { rawAction: text, action: text, formalizer: 'none' };
      },
    }),
    conversation: () => [],
    retry: {
      trials,
      learn: async ({ memory }, _steps, model) => {
        const ask = { purpose: 'reflect-on-trial', messages: [{ role: 'user', content: 'learn' }] } as const;
        await model.complete({ ...ask, sampling: {} });
        return `lesson ${memory.length + 1}`;
      },
    },
  };
}

function setUp(trials: number, replies: Parameters<typeof createScriptedModel>[0]) {
  const events: RunEvent[] = [];
  const model = createScriptedModel(replies);
  const settings: RolloutSettings = {
    environment: toyWorld,
    agent: persistent(trials),
    model,
    limits: { maxSteps: 5 },
    seed: 7,
    clock: createFakeClock(),
    emit: (event) => events.push(event),
  };
  return { settings, model, events };
}

describe('trials on one instance', () => {
  test('end when it is won, and each knows what the ones before taught', async () => {
    const { settings, model } = setUp(5, ['open door 1', '', 'open door 3', '', 'open door 2']);
    const episodes = await rolloutTrials(settings, task);
    expect(episodes.map(({ id, trial, memory, outcome }) => [id, trial, memory, outcome.kind])).toEqual([
      ['held-out/toy-1', 0, 'lesson 1', 'failure'],
      ['held-out/toy-1/trial-1', 1, 'lesson 2', 'failure'],
      ['held-out/toy-1/trial-2', 2, undefined, 'success'],
    ]);
    const asked = model.requests.filter(({ purpose }) => purpose === 'act');
    expect(asked.map(({ messages }) => messages[0]?.content)).toEqual(['', 'lesson 1', 'lesson 1,lesson 2']);
    expect(new Set(model.requests.map(({ sampling }) => sampling.seed)).size).toBe(model.requests.length);
  });

  test('are no more than the agent takes, and nothing is learned from the last', async () => {
    const { settings, model, events } = setUp(2, () => 'open door 1');
    const episodes = await rolloutTrials(settings, task);
    expect(episodes.map(({ memory }) => memory)).toEqual(['lesson 1', undefined]);
    expect(model.requests.map(({ purpose }) => purpose)).toEqual(['act', 'reflect-on-trial', 'act']);
    expect(episodes.map(({ spend }) => spend.usage.calls)).toEqual([2, 1]);
    const ended = events.flatMap((event) => (event.type === 'episode-end' ? [event.episode] : []));
    expect(ended).toEqual(episodes);
  });

  test('stop at an error, also one while learning', async () => {
    const { settings } = setUp(3, ['open door 1']);
    const episodes = await rolloutTrials(settings, task);
    expect(episodes.map(({ outcome }) => outcome.kind)).toEqual(['error']);
  });
});
