import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/core/agent.js';
import type { Environment } from '../../src/core/environment.js';
import { emptyPlan } from '../../src/plans/index.js';
import { rollout } from '../../src/rollout/index.js';
import { createScriptedModel } from '../../src/testing.js';
import { type Clock, systemClock } from '../../src/util/clock.js';
import { toyInstance, toyWorld } from '../toy-world.js';

/** An agent of these actions that says when it is closed, and with which seed it began. */
function agentOf(actions: readonly (string | null)[], log: string[]): Agent {
  return {
    name: 'listed',
    begin: ({ seed }) => ({
      act: async (steps) => {
        const action = actions[steps.length] ?? null;
        if (action === 'throw') throw new Error('out of coal');
        return action === null ? null : { rawAction: action, action, formalizer: 'none' };
      },
      close: () => log.push(`agent closed, seed ${seed}`),
    }),
    conversation: () => [],
  };
}

function worldOf(log: string[], more: Partial<Environment> = {}): Environment {
  const start: Environment['start'] = async (instance) => ({
    ...toyWorld.start(instance),
    close: () => log.push('world closed'),
  });
  return { ...toyWorld, start, ...more };
}

function play(
  environment: Environment,
  agent: Agent,
  { clock = systemClock, seedScope = 'a', maxSteps = 2 } = {},
) {
  const settings = { environment, agent, clock, limits: { maxSteps }, seed: 0, emit: () => {} };
  return rollout(
    { ...settings, model: createScriptedModel(() => '') },
    {
      episodeId: 'train/0/a',
      phase: 'train',
      instance: toyInstance(),
      plan: emptyPlan('toy', 'seek'),
      seedScope,
    },
  );
}

describe('a world that takes its time', () => {
  it.each([
    ['success', ['open door 2']],
    ['failure', ['leave']],
    ['failure', [null]],
    ['truncated', ['open door 1', 'open door 1']],
    ['error', ['throw']],
  ] as const)('is closed after a %s, and so is the agent', async (kind, actions) => {
    const log: string[] = [];
    const { outcome } = await play(worldOf(log), agentOf(actions, log));
    expect(outcome.kind).toBe(kind);
    expect(log).toEqual([expect.stringMatching(/^agent closed, seed \d+$/), 'world closed']);
  });

  it('begins episodes of one seed scope with one seed', async () => {
    const log: string[] = [];
    for (const seedScope of ['a', 'a', 'b']) await play(worldOf(log), agentOf([null], log), { seedScope });
    const [first, second, third] = log.filter((line) => line.startsWith('agent'));
    expect(first).toBe(second);
    expect(first).not.toBe(third);
  });

  it('is not waited for for ever when it starts', async () => {
    const clock: Clock = { ...systemClock, sleep: async () => {} };
    const environment = worldOf([], { start: () => new Promise(() => {}) });
    const { outcome } = await play(environment, agentOf([], []), { clock });
    expect(outcome).toMatchObject({
      kind: 'error',
      code: 'environment',
      message: expect.stringMatching(/no answer within 600 s/),
    });
  });

  it('that fails to start ends the episode as an error', async () => {
    const environment = worldOf([], { start: () => Promise.reject(new Error('out of coal')) });
    const { outcome } = await play(environment, agentOf([], []));
    expect(outcome).toMatchObject({ kind: 'error', code: 'environment' });
  });
});
