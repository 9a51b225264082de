import { describe, expect, test } from 'vitest';
import { createAutoplanAgent } from '../../src/agents/index.js';
import { BudgetError, ModelError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import type { Optimizer } from '../../src/core/optimizer.js';
import type { Plan } from '../../src/core/plan.js';
import { createAutoplanOptimizer } from '../../src/optimizers/index.js';
import { createPlan, emptyPlan } from '../../src/plans/index.js';
import { createScriptedModel, type Script } from '../../src/testing.js';
import { summarizeTraining, type TrainingSetup, trainPlan } from '../../src/training/index.js';
import { createFakeClock } from '../models/fake-clock.js';
import { rejection } from '../models/requests.js';
import { toyInstance, toyWorld } from '../toy-world.js';

/** Opens the door that the plan names, and leaves where there is none. */
const reader: Script = ({ purpose, messages }) => {
  const door = /Open door (\d)/.exec(messages[0]?.content ?? '')?.[1];
  if (purpose === 'act') return door === undefined ? 'leave' : `open the door ${door}`;
  return purpose === 'update-plan' ? '1. Open door 2.' : `${purpose}.`;
};

function setUp(change: Partial<TrainingSetup> = {}, script: Script = reader) {
  const optimize = createScriptedModel(script, 'optimizing');
  const evaluate = createScriptedModel(script, 'evaluating');
  const events: RunEvent[] = [];
  const plans: Plan[] = [];
  const setup: TrainingSetup = {
    taskType: 'seek',
    environment: toyWorld,
    agent: createAutoplanAgent(),
    optimizer: createAutoplanOptimizer(),
    trainInstances: [1, 2, 3, 4].map((n) => toyInstance(`train-${n}`)),
    heldOutInstances: [1, 2, 3].map((n) =>
      toyInstance(`new-${n}`, { split: 'held-out', prize: n === 3 ? 1 : 2 }),
    ),
    initialPlan: emptyPlan('toy', 'seek'),
    models: { optimize, evaluate },
    seed: 3,
    batchSize: 2,
    iterations: 2,
    concurrency: 2,
    limits: { maxSteps: 4 },
    clock: createFakeClock(),
    emit: (event) => events.push(event),
    onPlan: (plan) => plans.push(plan),
    ...change,
  };
  return { setup, optimize, evaluate, events, plans };
}

describe('trainPlan', () => {
  test('learns on the training instances and measures on the others, against the plan it began with', async () => {
    const { setup, plans } = setUp();
    const result = await trainPlan(setup);
    expect(result.plan.text).toBe('1. Open door 2.');
    expect(result.iterations.map(({ episodes }) => episodes.map(({ outcome }) => outcome.kind))).toEqual([
      ['failure', 'failure'],
      ['success', 'success'],
    ]);
    expect(result.heldOut).toMatchObject({ n: 3, successes: 2, planId: result.plan.id });
    expect(result.baseline).toMatchObject({ n: 3, successes: 0, planId: setup.initialPlan.id });
    expect(result.comparison).toMatchObject({ n: 3, onlyA: 2, onlyB: 0, bothLost: 1 });
    expect(plans.map(({ iteration }) => iteration)).toEqual([0, 1, 2]);
    expect(plans.at(-1)).toEqual(result.plan);
  });

  test('never shows held-out instances to the optimizer, nor trains in evaluation', async () => {
    const { setup, optimize, evaluate } = setUp();
    await trainPlan(setup);
    const said = (requests: typeof optimize.requests) => JSON.stringify(requests);
    expect(said(optimize.requests)).not.toContain('new-');
    expect(said(evaluate.requests)).not.toContain('train-');
    expect(new Set(evaluate.requests.map(({ purpose }) => purpose))).toEqual(new Set(['act']));
  });

  test('gives both plans the same seeds on the same instance, and every call a name of its own', async () => {
    const { setup, evaluate, optimize } = setUp();
    await trainPlan(setup);
    const seedsOf = (phase: string) =>
      evaluate.requests
        .filter(({ callId }) => callId?.startsWith(`${phase}/new-3/`))
        .slice(0, 2)
        .map(({ sampling }) => sampling.seed);
    expect(seedsOf('held-out')).toEqual(seedsOf('baseline'));
    expect(seedsOf('held-out')).toHaveLength(2);
    const names = [...evaluate.requests, ...optimize.requests].map(({ callId }) => callId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('seek/train/1/update/update-plan/0');
    expect(names.filter((name) => name?.endsWith('/reflect/summarize/0'))).toHaveLength(4);
  });

  test('gives the same with other concurrency', async () => {
    const summaries = await Promise.all(
      [1, 3].map(async (concurrency) => {
        const { setup } = setUp({ concurrency });
        return JSON.stringify(summarizeTraining(await trainPlan(setup), 0));
      }),
    );
    expect(summaries[0]).toBe(summaries[1]);
  });

  test('starts from the plan that it is given', async () => {
    const initialPlan = createPlan({
      text: '1. Open door 1.',
      iteration: 0,
      environment: 'toy',
      taskType: 'seek',
    });
    const { setup } = setUp({ initialPlan });
    const result = await trainPlan(setup);
    expect(result.iterations[0]?.episodes.map(({ planId }) => planId)).toEqual([
      initialPlan.id,
      initialPlan.id,
    ]);
    expect(result.baseline).toMatchObject({ successes: 1, planId: initialPlan.id });
    expect(result.iterations[0]?.plan.parentId).toBe(initialPlan.id);
  });

  test('passes on what must stop the run, with the plans made so far handed over', async () => {
    const stop = new BudgetError('used up');
    let updates = 0;
    const { setup, plans } = setUp({ iterations: 3 }, (request, call) => {
      if (request.purpose === 'update-plan' && ++updates === 2) throw stop;
      return (reader as (...parts: unknown[]) => string)(request, call);
    });
    expect(await rejection(trainPlan(setup))).toBe(stop);
    expect(plans.map(({ iteration }) => iteration)).toEqual([0, 1]);
  });

  test('measures the plan that it begins with while it learns, behind the calls of learning', async () => {
    const { setup, events, optimize, evaluate } = setUp();
    const together = await trainPlan(setup);
    const place = (type: RunEvent['type'], phase?: string) =>
      events.findIndex((event) => event.type === type && (!('phase' in event) || event.phase === phase));
    expect(place('evaluation-start', 'baseline')).toBeLessThan(place('iteration-end'));
    const prioritiesOf = (phase: string) =>
      evaluate.requests
        .filter(({ callId }) => callId?.startsWith(phase))
        .map(({ priority }) => priority ?? 0);
    expect(new Set(prioritiesOf('baseline'))).toEqual(new Set([-0.5]));
    expect(new Set(prioritiesOf('held-out'))).toEqual(new Set([-0.25]));
    expect(optimize.requests.every(({ priority }) => priority === undefined)).toBe(true);
    const inTurn = setUp({ measureAfter: true });
    expect(await trainPlan(inTurn.setup)).toEqual(together);
    const kinds = inTurn.events.map((event) => ('phase' in event ? event.phase : event.type));
    expect(kinds.indexOf('baseline')).toBeGreaterThan(kinds.lastIndexOf('held-out'));
  });

  test('stops measuring when learning fails', async () => {
    const heldOutInstances = Array.from({ length: 40 }, (_, n) =>
      toyInstance(`new-${n}`, { split: 'held-out' }),
    );
    const { setup, events } = setUp({ heldOutInstances, concurrency: 1 }, (request) => {
      if (request.callId?.includes('train/0')) throw new BudgetError('enough');
      return reader(request, 0);
    });
    expect(await rejection(trainPlan(setup))).toBeInstanceOf(BudgetError);
    const known = events.length;
    await new Promise((done) => setTimeout(done, 20));
    expect(events).toHaveLength(known);
    expect(events.some((event) => event.type === 'evaluation-end')).toBe(false);
  });

  test('does not take an interrupt for a failed call', async () => {
    const controller = new AbortController();
    const reason = new Error('interrupted');
    const { setup, plans } = setUp({ signal: controller.signal }, ({ purpose, signal }) => {
      expect(signal?.aborted).toBe(false);
      if (purpose !== 'update-plan') return 'leave';
      controller.abort(reason);
      throw new ModelError('connection', 'aborted', { retryable: false });
    });
    expect(await rejection(trainPlan(setup))).toBe(reason);
    expect(plans).toHaveLength(1);
  });

  test('takes any optimizer: functions and values are all it gets', async () => {
    const optimizer: Optimizer = {
      name: 'fixed',
      optimize: async function* ({ initialPlan, instances, rollout, conversation, model, manual }) {
        const [instance] = instances;
        if (!instance) return;
        const episode = await rollout(instance, initialPlan, 0);
        expect(conversation(episode, initialPlan).at(-1)?.content).toContain('You leave.');
        const { text } = await model('here').complete({ purpose: 'update-plan', messages: [], sampling: {} });
        expect(manual.task).toBe('find the prize');
        yield {
          iteration: 0,
          episodes: [episode],
          reflections: [],
          plan: createPlan({ ...initialPlan, text }),
        };
      },
    };
    const { setup, optimize } = setUp({ optimizer });
    expect((await trainPlan(setup)).heldOut.successes).toBe(2);
    expect(optimize.requests.at(-1)?.callId).toBe('seek/here/update-plan/0');
  });
});
