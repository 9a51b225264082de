/** Runs of any size, written through the real journal: for tests of, and benches with, what reads run folders. */
import type { Episode, Step } from '../../src/core/episode.js';
import type { Phase, RunEvent } from '../../src/core/event.js';
import type { Plan } from '../../src/core/plan.js';
import { createPlan, emptyPlan } from '../../src/plans/index.js';
import { createRun, type Run } from '../../src/runs/index.js';
import { systemClock } from '../../src/util/clock.js';
import { createRandom, type Random } from '../../src/util/random.js';

/** How large a run is. */
export interface SyntheticSize {
  /** Training iterations, and episodes in each. */
  readonly iterations: number;
  readonly batchSize: number;
  /** Instances that the last and the first plan are each measured on. */
  readonly heldOut: number;
  /** Actions of an episode at most. */
  readonly steps: number;
}

/** What happens in a run of one task type, as far as it is decided by the seed. */
export function* syntheticEvents(size: SyntheticSize, run: string, seed = 0): Generator<RunEvent> {
  const random = createRandom('synthetic-run', seed);
  let plan = emptyPlan('alfworld', 'heat');
  const initialPlan = plan;
  const { iterations, batchSize, heldOut } = size;
  const taskType = 'heat';
  const begin = { type: 'run-start', run, taskType, seed, iterations, batchSize, heldOut } as const;
  yield { ...begin, initialPlan, simulated: true };
  for (let iteration = 0; iteration < iterations; iteration++) {
    const ids = Array.from({ length: batchSize }, (_, i) => `heat-train-${iteration * batchSize + i}`);
    yield { type: 'iteration-start', taskType, iteration, instanceIds: ids };
    for (const id of ids) {
      const episodeId = `train/${iteration}/${id}`;
      yield* syntheticEpisode(size, random, { id: episodeId, instanceId: id, phase: 'train', plan });
      const reflection = { episodeId, instanceId: id, summary: 'It went on.', flaws: 'None.', revision: '' };
      yield { type: 'reflection-end', iteration, reflection };
    }
    const text = `1. Look around.\n2. Take what is asked for, as found in batch ${iteration}.`;
    const parts = { environment: 'alfworld', taskType, text, parentId: plan.id };
    plan = createPlan({ ...parts, iteration: iteration + 1 });
    yield { type: 'iteration-end', taskType, iteration, plan, successes: 1, episodes: batchSize, errors: 0 };
  }
  for (const [phase, measured] of [['held-out', plan] as const, ['baseline', initialPlan] as const]) {
    yield { type: 'evaluation-start', taskType, phase, planId: measured.id, instances: heldOut };
    for (let i = 0; i < heldOut; i++) {
      const instanceId = `heat-held-out-${i}`;
      yield* syntheticEpisode(size, random, {
        id: `${phase}/${instanceId}`,
        instanceId,
        phase,
        plan: measured,
      });
    }
    const end = { type: 'evaluation-end', taskType, phase, planId: measured.id } as const;
    yield { ...end, successes: 0, episodes: heldOut, errors: 0 };
  }
  yield { type: 'run-end', outcome: 'finished' };
}

interface Played {
  readonly id: string;
  readonly instanceId: string;
  readonly phase: Phase;
  readonly plan: Plan;
}

function* syntheticEpisode(
  size: SyntheticSize,
  random: Random,
  { id, instanceId, phase, plan }: Played,
): Generator<RunEvent> {
  const count = 1 + random.below(size.steps);
  const steps: Step[] = [];
  yield { type: 'episode-start', episodeId: id, phase };
  for (let step = 1; step <= count; step++) {
    const place = `cabinet ${random.below(20)}`;
    const action = `go to ${place}`;
    const observation = `You arrive at ${place}. On the ${place}, you see a plate 1, a soapbottle 2 and a cup 3.`;
    const thought = `I have not found the mug yet and it may be at ${place}. I will go there and look closely.`;
    for (const purpose of ['think', 'act'] as const)
      yield callOf(`${id}/${purpose}/${step}`, purpose, thought);
    yield { type: 'episode-step', episodeId: id, step, action, observation };
    steps.push({ thought, rawAction: action, action, formalizer: 'grammar', observation });
  }
  yield { type: 'episode-end', phase, episode: episodeOf({ id, instanceId, phase, plan }, steps, random) };
}

function callOf(callId: string, purpose: 'think' | 'act', text: string): RunEvent {
  const counts = {
    calls: 1,
    promptTokens: 1800,
    completionTokens: 22,
    cachedTokens: 1200,
    estimatedCalls: 0,
  };
  const spend = { usage: counts, costUsd: 0.0004, unpricedCalls: 0 };
  const reply = {
    text,
    finishReason: 'stop',
    usage: counts,
    model: 'simulated-strong',
    costUsd: 0.0004,
  } as const;
  const request = '546c2fd4a584abdd9da674e3882f18bb';
  const asked = { type: 'model-call', callId, purpose, model: 'simulated-strong', request } as const;
  return { ...asked, spend, milliseconds: 12, reply, error: null };
}

function episodeOf({ id, instanceId, phase, plan }: Played, steps: readonly Step[], random: Random): Episode {
  const won = random.next() < (phase === 'held-out' ? 0.8 : 0.4);
  const calls = 2 * steps.length;
  const usage = { calls, promptTokens: 1800 * calls, completionTokens: 22 * calls };
  return {
    id,
    instanceId,
    taskType: 'heat',
    goal: 'put a hot mug in cabinet.',
    agent: 'autoplan',
    environment: 'alfworld@1.0.0',
    planId: plan.id,
    trial: 0,
    seed: 0,
    initialObservation: 'You are in the middle of a room. Looking quickly around you, you see a cabinet 1.',
    steps,
    outcome: won ? { kind: 'success' } : { kind: 'truncated', by: 'steps' },
    reward: won ? 1 : 0,
    spend: {
      usage: { ...usage, cachedTokens: 0, estimatedCalls: 0 },
      costUsd: 0.0004 * calls,
      unpricedCalls: 0,
    },
  };
}

/** Starts a run folder that says of itself what a real one does. */
export function startSyntheticRun(runsFolder: string, runId: string): Run {
  const model = 'simulated-strong';
  return createRun({
    runsFolder,
    configName: 'synthetic',
    seed: 0,
    digest8: '00000000',
    clock: systemClock,
    config: 'taskType: heat\n',
    manifest: {
      tool: '0.1.0',
      suite: { name: 'household', digest: `sha256:${'0'.repeat(64)}` },
      environment: { name: 'alfworld', version: '1.0.0' },
      models: { agent: model, reflection: model },
      simulated: true,
      settings: { taskType: 'heat', seed: 0, heldOut: 'held-out', agent: { name: 'autoplan' } },
    },
    runId,
    durability: 'none',
  });
}

/** Writes a whole run. Gives its folder. */
export function writeSyntheticRun(runsFolder: string, runId: string, size: SyntheticSize, seed = 0): string {
  const run = startSyntheticRun(runsFolder, runId);
  for (const event of syntheticEvents(size, runId, seed)) run.journal.append(event);
  run.journal.close();
  return run.folder;
}
