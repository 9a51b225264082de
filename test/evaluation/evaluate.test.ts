import { describe, expect, test } from 'vitest';
import type { Episode, Outcome } from '../../src/core/episode.js';
import { BudgetError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { noSpend, noUsage } from '../../src/core/model.js';
import {
  comparePaired,
  type EvaluationTask,
  evaluate,
  type InstanceResult,
  measureResults,
  successRate,
} from '../../src/evaluation/index.js';
import { emptyPlan } from '../../src/plans/index.js';
import { wilson } from '../../src/stats/index.js';
import { createGate, rejection, settle } from '../models/requests.js';
import { toyInstance } from '../toy-world.js';

const success: Outcome = { kind: 'success' };
const failure: Outcome = { kind: 'failure' };
const truncated: Outcome = { kind: 'truncated', by: 'steps' };
const error: Outcome = { kind: 'error', code: 'model-timeout', message: 'too slow' };
const plan = emptyPlan('toy', 'seek');

function episodeOf(instanceId: string, outcome: Outcome): Episode {
  const step = { rawAction: 'a', action: 'a', observation: 'b' };
  return {
    id: `held-out/${instanceId}`,
    instanceId,
    taskType: 'seek',
    goal: '',
    agent: 'test',
    environment: 'toy@1.0.0',
    planId: plan.id,
    trial: 0,
    seed: 0,
    initialObservation: '',
    steps: [
      { ...step, formalizer: 'grammar' },
      { ...step, formalizer: 'model' },
      { ...step, formalizer: 'grammar' },
    ],
    outcome,
    reward: 0,
    spend: { ...noSpend, usage: { ...noUsage, calls: 2 }, costUsd: 0.5 },
  };
}

/** An evaluation in which instance i ends as outcome i says. */
function taskOf(outcomes: readonly Outcome[], change: Partial<EvaluationTask> = {}): EvaluationTask {
  const instances = outcomes.map((_, i) => toyInstance(`toy-${i}`, { split: 'held-out' }));
  return {
    plan,
    taskType: 'seek',
    phase: 'held-out',
    instances,
    concurrency: 8,
    rollout: async (instance) => [episodeOf(instance.id, outcomes[instances.indexOf(instance)] ?? error)],
    emit: () => {},
    ...change,
  };
}

describe('successRate', () => {
  test('counts what was not won as lost, and leaves errors out', () => {
    expect(successRate([success, failure, truncated, error, success])).toEqual({
      n: 4,
      successes: 2,
      rate: 0.5,
      wilson95: wilson(2, 4),
      errors: 1,
    });
  });

  test('has no rate where nothing ended', () => {
    const none = { n: 0, successes: 0, rate: null, wilson95: null };
    expect(successRate([])).toEqual({ ...none, errors: 0 });
    expect(successRate([error, error])).toEqual({ ...none, errors: 2 });
  });
});

describe('measureResults', () => {
  const resultOf = (outcome: Outcome, scores?: Readonly<Record<string, number>>): InstanceResult => ({
    instanceId: 'toy-0',
    taskType: 'seek',
    outcome,
    steps: 1,
    formalizer: { grammar: 1, model: 0, none: 0 },
    ...(scores && { scores }),
  });

  test('adds mean scores, errors left out', () => {
    const results = [
      resultOf(success, { em: 1, f1: 1 }),
      resultOf(error, { em: 1, f1: 1 }),
      resultOf(failure, { em: 0, f1: 0.5 }),
      resultOf(truncated, { em: 0, f1: 0 }),
    ];
    expect(measureResults(results)).toEqual({
      ...successRate(results.map(({ outcome }) => outcome)),
      meanScores: { em: 1 / 3, f1: 0.5 },
    });
  });

  test('has none where there are none', () => {
    expect(measureResults([resultOf(success)])).toEqual(successRate([success]));
    expect(measureResults([resultOf(error, { em: 1 })])).toEqual(successRate([error]));
    expect(measureResults([])).toEqual(successRate([]));
  });
});

describe('evaluate', () => {
  test("keeps each instance's scores", async () => {
    const task = taskOf([failure, success]);
    const scored = evaluate({
      ...task,
      rollout: async (instance) =>
        (await task.rollout(instance)).map((episode) => ({ ...episode, scores: { f1: 0.25 } })),
    });
    const { results, meanScores } = await scored;
    expect(results.map(({ scores }) => scores)).toEqual([{ f1: 0.25 }, { f1: 0.25 }]);
    expect(meanScores).toEqual({ f1: 0.25 });
  });

  test('plays every instance once and adds up', async () => {
    const events: RunEvent[] = [];
    const emit = (event: RunEvent) => events.push(event);
    const evaluation = await evaluate(taskOf([success, truncated, error], { emit }));
    expect(evaluation).toEqual({
      planId: plan.id,
      ...successRate([success, truncated, error]),
      results: [success, truncated, error].map((outcome, i) => ({
        instanceId: `toy-${i}`,
        taskType: 'seek',
        outcome,
        steps: 3,
        formalizer: { grammar: 2, model: 1, none: 0 },
      })),
      spend: { usage: { ...noUsage, calls: 6 }, costUsd: 1.5, unpricedCalls: 0 },
    });
    const about = { taskType: 'seek', phase: 'held-out', planId: plan.id };
    expect(events).toEqual([
      { type: 'evaluation-start', ...about, instances: 3 },
      { type: 'evaluation-end', ...about, successes: 1, episodes: 3, errors: 1 },
    ]);
  });

  test('lets the last trial tell how an instance went, and pays for all of them', async () => {
    const rollout = async () => [episodeOf('toy-0', truncated), episodeOf('toy-0', success)];
    const { results, successes, spend } = await evaluate(taskOf([success], { rollout }));
    const trials = [truncated, success].map((outcome) => ({ outcome, steps: 3 }));
    expect(results).toMatchObject([{ outcome: success, steps: 3, trials, formalizer: { grammar: 4 } }]);
    expect([successes, spend.usage.calls]).toEqual([1, 4]);
  });

  test('gives the same whatever ends first, and keeps to its concurrency', async () => {
    const outcomes = [success, failure, error, success];
    const gates = outcomes.map(createGate);
    let open = 0;
    let most = 0;
    const task = taskOf(outcomes);
    const slow = evaluate({
      ...task,
      concurrency: 3,
      rollout: async (instance) => {
        most = Math.max(most, ++open);
        await gates[task.instances.indexOf(instance)]?.opened;
        open--;
        return task.rollout(instance);
      },
    });
    for (const gate of gates.toReversed()) {
      gate.open();
      await settle();
    }
    expect(await slow).toEqual(await evaluate(task));
    expect(most).toBe(3);
  });

  test('passes on what must stop the run, once nothing is under way any more', async () => {
    const gate = createGate();
    const stop = new BudgetError('used up');
    let played = 0;
    let ended = false;
    const failing = rejection(
      evaluate({
        ...taskOf([success, success, success, success]),
        concurrency: 2,
        rollout: async ({ id }) => {
          played++;
          if (id === 'toy-0') throw stop;
          await gate.opened;
          return [episodeOf(id, success)];
        },
      }),
    ).finally(() => {
      ended = true;
    });
    await settle();
    expect(ended).toBe(false);
    gate.open();
    expect(await failing).toBe(stop);
    expect(played).toBe(2);
  });
});

describe('comparePaired', () => {
  const evaluationOf = (outcomes: readonly Outcome[]) => evaluate(taskOf(outcomes));

  test('pairs by instance, and leaves out those where either ended in an error', async () => {
    const learned = await evaluationOf([success, success, failure, success, error, success]);
    const before = await evaluationOf([failure, success, success, truncated, success, error]);
    expect(comparePaired(learned, before)).toEqual({
      n: 4,
      bothWon: 1,
      onlyA: 2,
      onlyB: 1,
      bothLost: 0,
      difference: 0.25,
      p: 1,
    });
  });

  test('finds its pairs in any order, and drops what has none', async () => {
    const learned = await evaluationOf([success, success, failure]);
    const before = await evaluationOf([failure, failure, failure, success]);
    const shuffled = { ...before, results: before.results.toReversed() };
    expect(comparePaired(learned, shuffled)).toMatchObject({ n: 3, onlyA: 2, onlyB: 0, bothLost: 1, p: 0.5 });
    expect(comparePaired(learned, { ...before, results: [] })).toMatchObject({ n: 0, difference: 0, p: 1 });
  });
});
