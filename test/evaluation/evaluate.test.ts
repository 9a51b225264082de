import { describe, expect, test } from 'vitest';
import type { Episode, Outcome } from '../../src/core/episode.js';
import { BudgetError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { noSpend, noUsage } from '../../src/core/model.js';
import { type EvaluationTask, evaluate, type Judgement, successRate } from '../../src/evaluation/index.js';
import { emptyPlan } from '../../src/plans/index.js';
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

describe('evaluate', () => {
  test("keeps each instance's scores", async () => {
    const task = taskOf([failure, success]);
    const scored = evaluate({
      ...task,
      rollout: async (instance) =>
        (await task.rollout(instance)).map((episode) => ({ ...episode, scores: { f1: 0.25 } })),
    });
    const { results, meanScores, scores } = await scored;
    expect(results.map((one) => one.scores)).toEqual([{ f1: 0.25 }, { f1: 0.25 }]);
    expect(meanScores).toEqual({ f1: 0.25 });
    expect(scores?.f1).toMatchObject({ kind: 'graded', n: 2, mean: 0.25 });
  });

  test('takes the kinds of scores from the world, and keeps both answers where it has any', async () => {
    const task = taskOf([failure, error]);
    const given = (actions: readonly string[]) => actions.join('+');
    const { results, scores, judging } = await evaluate({
      ...task,
      rollout: async (instance) =>
        (await task.rollout(instance)).map((episode) => ({ ...episode, scores: { em: 0 } })),
      scoreKinds: { em: 'binary' },
      answers: { given, expected: ({ id }) => `right of ${id}` },
    });
    expect(scores?.em).toMatchObject({ kind: 'binary', n: 1, successes: 0, errors: 1 });
    expect(results.map(({ answer, expected }) => [answer, expected])).toEqual([
      ['a+a+a', 'right of toy-0'],
      ['a+a+a', 'right of toy-1'],
    ]);
    expect(judging).toBeUndefined();
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

describe('judging', () => {
  const spend = { ...noSpend, usage: { ...noUsage, calls: 3 } };
  const judgement = (change: Partial<Judgement> = {}): Judgement => ({
    votes: ['yes', 'yes', 'no'],
    score: 1,
    spend,
    ...change,
  });
  const judged = (
    answers: readonly (string | null)[],
    outcomes: readonly Outcome[],
    result = judgement(),
  ) => {
    const asked: object[] = [];
    let next = 0;
    const task = taskOf(outcomes, {
      concurrency: 1,
      answers: { given: () => answers[next++] ?? null, expected: () => 'right' },
      judge: async ({ id }, about) => {
        asked.push({ id, ...about });
        return result;
      },
    });
    return evaluate(task).then((evaluation) => ({ ...evaluation, asked }));
  };

  test('asks about an answer that is not the right one, and only about that', async () => {
    const answers = ['nearly', null, ' ', 'right', 'lost'];
    const outcomes = [failure, truncated, failure, success, error];
    const { asked, results, scores, judging, spend: played } = await judged(answers, outcomes);
    expect(asked).toEqual([
      { id: 'toy-0', question: 'find the prize of toy-0.', expected: 'right', answer: 'nearly' },
    ]);
    expect(results.map((one) => one.scores?.judge)).toEqual([1, 0, 0, 1, undefined]);
    expect(results.map((one) => one.votes)).toEqual([
      ['yes', 'yes', 'no'],
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(scores?.judge).toMatchObject({ kind: 'binary', n: 4, successes: 2, errors: 1 });
    expect(judging).toEqual(spend);
    expect(played.usage.calls).toBe(10);
  });

  test('takes an answer that could not be judged for an error, not for a wrong one', async () => {
    const lost = judgement({ votes: ['yes', 'no', 'error'], score: null, error: 'too slow' });
    const { results, scores, n, judging } = await judged(['nearly', null], [failure, failure], lost);
    expect(results[0]).toMatchObject({ missingScores: { judge: 'too slow' }, votes: lost.votes });
    expect(results[0]?.scores).toBeUndefined();
    expect(scores?.judge).toMatchObject({ n: 1, successes: 0, errors: 1 });
    expect([n, judging]).toEqual([2, spend]);
    expect((await judged(['nearly'], [failure], lost)).scores?.judge).toEqual({
      ...{ kind: 'binary', n: 0, successes: 0, mean: null, interval95: null, errors: 1 },
    });
  });
});
