import { expect, test } from 'vitest';
import {
  createAdaplannerAgent,
  createAutoplanAgent,
  createReactAgent,
  createReflexionAgent,
} from '../../src/agents/index.js';
import type { Demonstration } from '../../src/core/demonstration.js';
import { checkAgent } from '../../src/testing.js';

test.each(
  (['together', 'apart'] as const).flatMap((calls) =>
    (['grammar', 'model', 'hybrid'] as const).map((formalizer) => ({ calls, formalizer })),
  ),
)('the autoplan agent keeps the contract with calls $calls, formalizer $formalizer', async (options) => {
  expect(await checkAgent(createAutoplanAgent(options))).toEqual([]);
});

const demonstration: Demonstration = {
  instanceId: 'doors-9',
  taskType: 'doors',
  goal: 'open the red door.',
  initialObservation: 'You see a door 7.',
  steps: [{ thought: 'There is only one.', action: 'open door 7', observation: 'It is open.' }],
  program: { steps: [{ step: 1, why: 'to open it', do: [{ action: 'open door 7' }] }] },
};

test.each([createReactAgent, createReflexionAgent, createAdaplannerAgent].map((create) => ({ create })))(
  '$create.name gives agents that keep the contract, with examples and without',
  async ({ create }) => {
    expect(await checkAgent(create())).toEqual([]);
    expect(await checkAgent(create({ demonstrations: [demonstration], shots: 1 }))).toEqual([]);
  },
);
