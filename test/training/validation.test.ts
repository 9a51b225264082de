import { describe, expect, test } from 'vitest';
import { createAutoplanAgent } from '../../src/agents/index.js';
import type { RunEvent } from '../../src/core/event.js';
import type { Plan } from '../../src/core/plan.js';
import {
  acceptNoWorse,
  createAutoplanOptimizer,
  createLedgerOptimizer,
  selectBestValidation,
} from '../../src/optimizers/index.js';
import { createPlan } from '../../src/plans/index.js';
import { createScriptedModel, type Script } from '../../src/testing.js';
import { summarizeTraining, type TrainingSetup, trainPlan } from '../../src/training/index.js';
import { createFakeClock } from '../models/fake-clock.js';
import { toyInstance, toyWorld } from '../toy-world.js';

/** Opens the door that the plan names; updates name doors 2, 1 and 2. */
function createReader(doors: readonly number[] = [2, 1, 2]): Script {
  let update = 0;
  return ({ purpose, messages }) => {
    const door = /Open door (\d)/.exec(messages[0]?.content ?? '')?.[1];
    if (purpose === 'act') return door === undefined ? 'leave' : `open the door ${door}`;
    return purpose === 'update-plan' ? `1. Open door ${doors[update++]}.` : `${purpose}.`;
  };
}

function setUp(change: Partial<TrainingSetup> = {}, script: Script = createReader()) {
  const optimize = createScriptedModel(script, 'optimizing');
  const evaluate = createScriptedModel(script, 'evaluating');
  const events: RunEvent[] = [];
  const plans: Plan[] = [];
  const rejected: Plan[] = [];
  const setup: TrainingSetup = {
    taskType: 'seek',
    environment: toyWorld,
    agent: createAutoplanAgent(),
    optimizer: createAutoplanOptimizer({ acceptance: acceptNoWorse(3), selection: selectBestValidation(3) }),
    trainInstances: [1, 2, 3, 4].map((n) => toyInstance(`train-${n}`)),
    validationInstances: [1, 2, 3, 4].map((n) => toyInstance(`valid-${n}`, { split: 'validation' })),
    heldOutInstances: [1, 2].map((n) => toyInstance(`new-${n}`, { split: 'held-out' })),
    initialPlan: createPlan({ text: '', iteration: 0, environment: 'toy', taskType: 'seek' }),
    models: { optimize, evaluate },
    seed: 3,
    batchSize: 2,
    iterations: 3,
    concurrency: 2,
    limits: { maxSteps: 4 },
    clock: createFakeClock(),
    emit: (event) => events.push(event),
    onPlan: (plan) => plans.push(plan),
    onRejected: (plan) => rejected.push(plan),
    ...change,
  };
  return { setup, optimize, evaluate, events, plans, rejected };
}

describe('validation while learning', () => {
  test('keeps the better plan, tells of the rejected one, and selects at the end', async () => {
    const { setup, plans, rejected } = setUp();
    const result = await trainPlan(setup);
    expect(result.iterations.map(({ plan }) => plan.text)).toEqual(Array(3).fill('1. Open door 2.'));
    expect(result.iterations.map(({ verdict }) => verdict?.accepted)).toEqual([true, false, undefined]);
    expect(rejected.map(({ text, iteration }) => [text, iteration])).toEqual([['1. Open door 1.', 2]]);
    expect(result.selection?.candidates.map(({ plan, mean }) => [plan.text, mean])).toEqual([
      ['', 0],
      ['1. Open door 2.', 1],
    ]);
    expect(result.plan).toBe(result.selection?.plan);
    expect(plans.at(-1)).toEqual(result.plan);
    // Two gates of two plans, and two plans at the end; the third update changed nothing.
    expect(result.validationEpisodes).toBe(2 * 2 * 3 + 2 * 3);
  });

  test('plays validation instances alone, in a phase of their own, with the model of evaluation', async () => {
    const { setup, events, evaluate, optimize } = setUp();
    await trainPlan(setup);
    const played = events.flatMap((event) => (event.type === 'episode-end' ? [event] : []));
    const phases = new Map<string, string>();
    for (const { phase, episode } of played) {
      const kind = episode.instanceId.split('-')[0] ?? '';
      expect(phases.get(phase) ?? kind, episode.id).toBe(kind);
      phases.set(phase, kind);
    }
    expect(Object.fromEntries(phases)).toEqual({
      train: 'train',
      validation: 'valid',
      'held-out': 'new',
      baseline: 'new',
    });
    expect(new Set(played.map(({ episode }) => episode.id)).size).toBe(played.length);
    expect(JSON.stringify(optimize.requests)).not.toContain('valid-');
    const calls = evaluate.requests.map(({ callId }) => callId);
    expect(new Set(calls).size).toBe(calls.length);
  });

  test('gives both plans the same seeds, and other ones at the next update', async () => {
    const { setup, evaluate } = setUp();
    await trainPlan(setup);
    const firstSeeds = (label: string) => {
      const seeds = new Map<string, unknown[]>();
      for (const { callId = '', sampling, purpose } of evaluate.requests) {
        const [, plan = '', id = ''] =
          new RegExp(`^validation/${label}/(\\w+)/([\\w-]+)/act/0`).exec(callId) ?? [];
        if (purpose === 'act' && plan !== '') seeds.set(id, [...(seeds.get(id) ?? []), sampling.seed]);
      }
      return seeds;
    };
    const first = firstSeeds('update-1');
    expect(first.size).toBe(3);
    for (const seeds of first.values()) {
      expect(seeds).toHaveLength(2);
      expect(new Set(seeds).size).toBe(1);
    }
    const shared = [...firstSeeds('update-2')].filter(([id]) => first.has(id));
    expect(shared.length).toBeGreaterThan(0);
    for (const [id, seeds] of shared) expect(seeds[0]).not.toBe(first.get(id)?.[0]);
  });

  test('goes back to an earlier plan where that did better at the end', async () => {
    // Doors 2 and 1 win half each, so that both are kept; the earlier one is final.
    const validationInstances = [1, 2].map((n) =>
      toyInstance(`valid-${n}`, { split: 'validation', prize: n }),
    );
    const { setup, plans } = setUp({ validationInstances, iterations: 2 });
    const result = await trainPlan(setup);
    expect(result.iterations.map(({ plan }) => plan.text)).toEqual(['1. Open door 2.', '1. Open door 1.']);
    expect(result.plan).toMatchObject({ text: '1. Open door 2.', iteration: 1 });
    expect(plans.map(({ text }) => text).at(-1)).toBe('1. Open door 2.');
    expect(result.heldOut.planId).toBe(result.plan.id);
  });

  test('is summed up in the results', async () => {
    const { setup } = setUp();
    const summary = summarizeTraining(await trainPlan(setup), 0);
    expect(summary.iterations[1]?.verdict).toMatchObject({
      accepted: false,
      text: '1. Open door 1.',
      n: 3,
      candidateMean: 0,
      incumbentMean: 1,
      difference: -1,
    });
    expect(summary.selection).toMatchObject({ plan: summary.plan.id, n: 3 });
    expect(summary.validationEpisodes).toBe(18);
  });

  test('without instances there is none, and nothing is said of it', async () => {
    const { setup } = setUp({ optimizer: createAutoplanOptimizer(), validationInstances: [] });
    const result = await trainPlan(setup);
    const summary = summarizeTraining(result, 0);
    expect([result.selection, result.validationEpisodes]).toEqual([null, 0]);
    expect('selection' in summary || 'validationEpisodes' in summary).toBe(false);
  });
});

describe('structured plans', () => {
  const script: Script = (request, call) => {
    if (request.purpose === 'weigh-steps') return '{"helped": ["s1"]}';
    if (request.purpose === 'update-plan')
      return '{"edits": [{"operation": "add", "after": "start", "text": "Open door 2."}]}';
    return (createReader() as (...parts: unknown[]) => string)(request, call);
  };

  test('are learned, with the same bytes whatever the concurrency', async () => {
    const train = async (concurrency: number) => {
      // The toy world's doors have numbers in its actions only, so that the guard lets them pass.
      const { setup } = setUp({ optimizer: createLedgerOptimizer(), concurrency, iterations: 2 }, script);
      return JSON.stringify(summarizeTraining(await trainPlan(setup), 0));
    };
    const one = await train(1);
    expect(await train(8)).toBe(one);
    expect(JSON.parse(one)).toMatchObject({ plan: { text: '1. Open door 2.', steps: [{ id: 's1' }] } });
  });
});
