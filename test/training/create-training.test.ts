import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../../src/core/model.js';
import { emptyPlan } from '../../src/plans/index.js';
import { createScriptedModel } from '../../src/testing.js';
import { createTraining, trainPlan } from '../../src/training/index.js';
import { toyInstance, toyWorld } from '../toy-world.js';

const instances = [
  toyInstance('a'),
  toyInstance('b'),
  toyInstance('c', { split: 'held-out' }),
  toyInstance('d', { split: 'validation' }),
  { ...toyInstance('e'), taskType: 'other' },
];
const options = { environment: toyWorld, taskType: 'seek', instances };
const model = createScriptedModel(({ purpose }) => (purpose === 'act' ? 'open door 1' : 'Open door 1.'));

describe('createTraining', () => {
  test('takes the instances of the task type by their split, and begins with nothing', () => {
    const { trainInstances, heldOutInstances, initialPlan, limits } = createTraining({ ...options, model });
    expect(trainInstances.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(heldOutInstances.map(({ id }) => id)).toEqual(['c']);
    expect(initialPlan).toEqual(emptyPlan('toy', 'seek'));
    expect(limits).toEqual({ maxSteps: toyWorld.maxSteps });
  });

  test('whatever is said holds', () => {
    const heldOutInstances = [toyInstance('f')];
    const setup = createTraining({ ...options, model, heldOutInstances, iterations: 1, seed: 9 });
    expect([setup.heldOutInstances, setup.iterations, setup.seed, setup.batchSize]).toEqual([
      heldOutInstances,
      1,
      9,
      4,
    ]);
  });

  test.each([
    ['train', instances.slice(2)],
    ['held-out', instances.slice(0, 2)],
  ])('refuses to go without the split %s', (split, some) => {
    expect(() => createTraining({ ...options, instances: some, model })).toThrow(
      `there are no instances of the task type seek in the split ${split}`,
    );
  });

  test('samples as the paper does: the agent greedily where it is measured, all else as in learning', async () => {
    const sampling = new Map<string, Set<string>>();
    const listening = {
      id: 'listening',
      complete: (request: ChatRequest) => {
        const { temperature, topP } = request.sampling;
        const key = `${request.callId?.startsWith('train') || request.callId?.startsWith('seek') ? 'learn' : 'measure'} ${request.purpose}`;
        sampling.set(key, (sampling.get(key) ?? new Set()).add(`${temperature}/${topP}`));
        return model.complete(request);
      },
    };
    await trainPlan(createTraining({ ...options, model: listening, iterations: 1 }));
    expect(Object.fromEntries([...sampling].map(([key, values]) => [key, [...values]]))).toMatchObject({
      'learn act': ['1/0.9'],
      'learn update-plan': ['1/0.9'],
      'learn summarize': ['1/0.9'],
      'measure act': ['0/undefined'],
    });
  });
});
