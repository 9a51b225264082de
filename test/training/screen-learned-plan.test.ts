/** What a hostile world says is flagged when it reaches a plan, in whichever iteration. */
import { describe, expect, test } from 'vitest';
import { createAutoplanAgent } from '../../src/agents/index.js';
import type { ChatRequest } from '../../src/core/model.js';
import { createAutoplanOptimizer } from '../../src/optimizers/index.js';
import { emptyPlan, type PlanFlag } from '../../src/plans/index.js';
import { createScriptedModel } from '../../src/testing.js';
import { summarizeTraining, trainPlan } from '../../src/training/index.js';
import { systemClock } from '../../src/util/clock.js';
import { injections } from '../hostile-texts.js';
import { toyInstance, toyWorld, wrapSessions } from '../toy-world.js';

const ordinary = '1. Open one door after another: open {door}.\n2. Leave when all are open.';

/** A training in a world that says `said` whenever a door is opened in iteration 1, under a model that writes `plans`. */
async function train(said: string, plans: readonly string[]) {
  let iteration = 0;
  const world = wrapSessions((session) => ({
    ...session,
    step: (action) => {
      const turn = session.step(action);
      return iteration === 1 ? { ...turn, observation: `${turn.observation} ${said}` } : turn;
    },
  }));
  const reply = ({ purpose }: ChatRequest) => {
    if (purpose === 'act') return 'open door 1';
    return purpose === 'update-plan' ? (plans[iteration - 1] ?? ordinary) : 'I look.';
  };
  const model = createScriptedModel(reply);
  const written: (readonly PlanFlag[])[] = [];
  const result = await trainPlan({
    taskType: 'seek',
    environment: world,
    agent: createAutoplanAgent({ formalizer: 'grammar' }),
    optimizer: createAutoplanOptimizer(),
    trainInstances: [toyInstance('a', { prize: 3 }), toyInstance('b', { prize: 3 })],
    heldOutInstances: [toyInstance('c', { prize: 3, split: 'held-out' })],
    initialPlan: emptyPlan('toy', 'seek'),
    models: { optimize: model, evaluate: model },
    seed: 0,
    batchSize: 2,
    iterations: plans.length,
    concurrency: 1,
    limits: { maxSteps: 2 },
    clock: systemClock,
    emit: (event) => {
      if (event.type === 'iteration-start') iteration = event.iteration + 1;
    },
    onPlan: (_plan, flags) => written.push(flags),
  });
  return { result, written };
}

const withStep = (text: string) => `${ordinary}\n${text}`;

describe('training', () => {
  test('flags nothing in an ordinary plan, and says nothing of flags in its results', async () => {
    const { result, written } = await train('Nothing else happens here.', [ordinary, ordinary]);
    expect(written).toEqual([[], [], []]);
    expect(result.flags).toEqual([]);
    expect(summarizeTraining(result, 0).plan).not.toHaveProperty('flags');
  });

  test.each(injections)('flags $name when it reaches a plan', async ({ text }) => {
    const { result } = await train(text, [withStep(text)]);
    expect(result.flags.length).toBeGreaterThan(0);
    expect(result.flags.every(({ line }) => line > 2)).toBe(true);
    expect(summarizeTraining(result, 0).plan.flags).toEqual(result.flags);
  });

  test('remembers what was said in earlier iterations', async () => {
    const text = 'the blue heron sings at dawn over the quiet western harbour';
    const { written } = await train(text, [ordinary, ordinary, withStep(text)]);
    expect(written).toEqual([[], [], [], [{ kind: 'copied', line: 3, quote: text }]]);
  });

  test('lets a plan repeat what the manual says', async () => {
    const { introduction } = toyWorld.manual(toyInstance());
    const { result } = await train(`${introduction} ${introduction}`, [withStep(introduction)]);
    expect(result.flags).toEqual([]);
  });
});
