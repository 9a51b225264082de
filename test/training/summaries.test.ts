import { describe, expect, test } from 'vitest';
import { addSpend, noSpend, type Purpose, type Spend } from '../../src/core/model.js';
import { type Evaluation, successRate } from '../../src/evaluation/index.js';
import { createPlan, formatPlanFile, parsePlanFile } from '../../src/plans/index.js';
import { describePlan, type PlanOrigin, poolEvaluations, summarizeSpend } from '../../src/training/index.js';
import { toyInstance, toyWorld } from '../toy-world.js';

const spendOf = (costUsd: number, unpricedCalls = 0): Spend => ({
  usage: { calls: 1, promptTokens: 10, completionTokens: 5, cachedTokens: 0, estimatedCalls: 0 },
  costUsd,
  unpricedCalls,
});

describe('summarizeSpend', () => {
  test('adds up, with purposes in one order and money without the noise of sums', () => {
    const spends: [Purpose, Spend][] = [
      ['think', spendOf(0.1)],
      ['act', addSpend(spendOf(0.2), noSpend)],
    ];
    const summary = summarizeSpend(new Map(spends));
    expect(summary).toMatchObject({ costUsd: 0.3, unpricedCalls: 0, usage: { calls: 2, promptTokens: 20 } });
    expect(Object.keys(summary.byPurpose)).toEqual(['act', 'think']);
    expect(JSON.stringify(summarizeSpend(new Map(spends.toReversed())))).toBe(JSON.stringify(summary));
  });

  test('tells apart what came from the cache, where anything did', () => {
    const all = new Map<Purpose, Spend>([['act', addSpend(spendOf(0.2), spendOf(0.1))]]);
    expect(summarizeSpend(all, spendOf(0.1)).fromCache).toEqual({ calls: 1, costUsd: 0.1 });
    expect(summarizeSpend(all, spendOf(0, 1)).fromCache).toEqual({ calls: 1, costUsd: null });
    expect(summarizeSpend(all)).not.toHaveProperty('fromCache');
  });

  test('says no price rather than too low a price', () => {
    expect(summarizeSpend(new Map([['act', spendOf(0.2, 1)]]))).toMatchObject({
      costUsd: null,
      unpricedCalls: 1,
    });
    expect(summarizeSpend(new Map())).toMatchObject({ costUsd: 0, usage: noSpend.usage });
  });
});

const evaluationOf = (kinds: readonly ('success' | 'failure')[]): Evaluation => ({
  planId: 'p',
  ...successRate(kinds.map((kind) => ({ kind }))),
  results: kinds.map((kind, i) => ({
    instanceId: `toy-${i}`,
    taskType: 'seek',
    outcome: { kind },
    steps: 1,
    formalizer: { grammar: 1, model: 0, none: 0 },
  })),
  spend: noSpend,
});

test('pooled evaluations count each game once', () => {
  const pooled = poolEvaluations([
    evaluationOf(['success']),
    evaluationOf(['success', 'failure', 'failure']),
  ]);
  expect(pooled).toMatchObject({ n: 4, successes: 2, rate: 0.5 });
});

describe('describePlan', () => {
  const instance = toyInstance();
  const origin: PlanOrigin = {
    environment: toyWorld,
    suite: {
      name: 'corridors',
      environment: 'toy',
      digest: `sha256:${'a'.repeat(64)}`,
      instances: [instance],
    },
    instance,
    provenance: {
      run: 'quickstart_s0_0123abcd',
      seed: 0,
      batch_size: 4,
      reflection: 'full',
      optimizer: 'autoplan',
      optimizer_model: 'simulated-strong',
      agent_model: 'simulated-strong',
      tool_version: '0.1.0',
      simulated: true,
    },
  };
  const plan = createPlan({ text: '1. Go.', iteration: 2, environment: 'toy', taskType: 'seek' });

  test('says what a plan file needs, and the file can be read again', () => {
    const measured = {
      heldOut: evaluationOf(['success', 'success']),
      baseline: evaluationOf(['success', 'failure']),
      split: 'held-out',
      p: 0.5,
    };
    const details = describePlan(plan, origin, measured);
    expect(details).toMatchObject({
      title: 'toy seek: plan after 2 updates',
      description: 'A plan for jobs of one kind: find the prize.',
      environmentVersion: '1.0.0',
      evaluation: {
        split: 'held-out',
        n: 2,
        successes: 2,
        rate: 1,
        baseline_rate: 0.5,
        baseline_successes: 1,
        p_paired: 0.5,
      },
      trainedOn: { suite: 'corridors', untrusted_observations: true },
    });
    const read = parsePlanFile(formatPlanFile(plan, details), 'plan.md');
    expect(read.plan).toEqual(plan);
    expect(read.details).toEqual(details);
  });

  test('without a measurement says nothing of one, and of an empty plan that it is none', () => {
    const details = describePlan({ ...plan, text: '' }, origin);
    expect(details).not.toHaveProperty('evaluation');
    expect(details.title).toBe('toy seek: no plan');
  });

  test('tells apart worlds with other actions', () => {
    const changed = { ...toyWorld, manual: () => ({ ...toyWorld.manual(instance), actions: [] }) };
    const hash = describePlan(plan, origin).actionsHash;
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(describePlan(plan, { ...origin, environment: changed }).actionsHash).not.toBe(hash);
  });
});
