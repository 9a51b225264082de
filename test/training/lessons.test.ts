/** Who gets to see the right answers: reflection on training episodes, and nobody else. */
import { describe, expect, test } from 'vitest';
import { createAutoplanAgent } from '../../src/agents/index.js';
import type { Purpose } from '../../src/core/model.js';
import { findEnvironment } from '../../src/environments/index.js';
import { createAutoplanOptimizer } from '../../src/optimizers/index.js';
import { emptyPlan } from '../../src/plans/index.js';
import { loadSuite, selectInstances } from '../../src/suites/index.js';
import { createScriptedModel, type Script } from '../../src/testing.js';
import { trainPlan } from '../../src/training/index.js';
import { createFakeClock } from '../models/fake-clock.js';

const reflections: readonly Purpose[] = ['summarize', 'identify-flaws', 'revise-plan'];

/** Knows nothing: one step, then a wrong answer. */
const guesser: Script = ({ purpose, messages }) => {
  if (purpose === 'update-plan') return '1. Search first.';
  if (purpose !== 'act') return `${purpose}.`;
  return messages.length < 6 ? 'search[Nothing]' : 'finish[I do not know]';
};

async function trainOnQuestions(options = {}) {
  const suite = loadSuite('tasks/encyclopedia');
  const environment = findEnvironment('hotpotqa').create({ options, instances: suite.instances });
  const pick = (split: string, limit: number) =>
    selectInstances(suite, { taskType: 'qa', split, limit, seed: 0 });
  const [trainInstances, heldOutInstances] = [pick('train', 8), pick('held-out', 6)];
  const optimize = createScriptedModel(guesser, 'optimizing');
  const evaluate = createScriptedModel(guesser, 'evaluating');
  const result = await trainPlan({
    taskType: 'qa',
    environment,
    agent: createAutoplanAgent(),
    optimizer: createAutoplanOptimizer(),
    trainInstances,
    heldOutInstances,
    initialPlan: emptyPlan('hotpotqa', 'qa'),
    models: { optimize, evaluate },
    seed: 0,
    batchSize: 4,
    iterations: 2,
    concurrency: 4,
    limits: { maxSteps: 4 },
    clock: createFakeClock(),
    emit: () => {},
    onPlan: () => {},
  });
  const lessonOf = (instance: (typeof trainInstances)[number]) => environment.lesson?.(instance) ?? '';
  return {
    result,
    requests: [...optimize.requests, ...evaluate.requests].map(({ purpose, callId = '', messages }) => ({
      purpose,
      callId,
      text: messages.map(({ content }) => content).join('\n'),
    })),
    train: new Map(trainInstances.map((instance) => [instance.id, lessonOf(instance)])),
    heldOut: heldOutInstances.map(lessonOf),
  };
}

describe.each([{}, { behaviour: 'autoplan' }, { backend: 'corpus' }])('with %j', (options) => {
  test('the lesson of a question stands in the reflection on it, and in no other request', async () => {
    const { requests, train, result } = await trainOnQuestions(options);
    expect(result.iterations).toHaveLength(2);
    expect(result.heldOut.meanScores).toMatchObject({ em: 0 });
    let told = 0;
    for (const { purpose, callId, text } of requests) {
      const shown = [...train].filter(([, lesson]) => text.includes(lesson)).map(([id]) => id);
      const reflected = reflections.includes(purpose)
        ? /^train\/\d+\/([^/]+)\/reflect/.exec(callId)?.[1]
        : '';
      expect(shown, callId).toEqual(reflected ? [reflected] : []);
      told += shown.length;
      // Not another wording of it either.
      if (!reflected) expect(text, callId).not.toContain('The right answer');
    }
    // Four episodes with two turns each under no plan, four with three under a plan.
    expect(told).toBe(4 * 2 + 4 * 3);
  });

  test('nobody is told the lesson of a held-out question', async () => {
    const { requests, heldOut } = await trainOnQuestions(options);
    expect(heldOut).toHaveLength(6);
    expect(requests.some(({ callId }) => callId.startsWith('held-out/'))).toBe(true);
    expect(requests.some(({ callId }) => callId.startsWith('baseline/'))).toBe(true);
    for (const lesson of heldOut) {
      expect(lesson).toMatch(/^The right answer is "/);
      expect(requests.filter(({ text }) => text.includes(lesson))).toEqual([]);
    }
  });
});

test('a world of households has none', () => {
  expect(findEnvironment('alfworld').create().lesson).toBeUndefined();
});
