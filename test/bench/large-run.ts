/** A run with very many episodes, written as runs are. */
import type { Episode, Outcome } from '../../src/core/episode.js';
import type { RunEvent } from '../../src/core/event.js';
import type { Spend } from '../../src/core/model.js';
import type { Plan } from '../../src/core/plan.js';
import { createRun } from '../../src/runs/index.js';
import { systemClock } from '../../src/util/clock.js';
import { createRandom, type Random } from '../../src/util/random.js';

/** What is written. */
export interface LargeRun {
  /** Folder of runs. */
  readonly root: string;
  readonly name: string;
  readonly episodes: number;
  /** Actions of each episode. */
  readonly steps: number;
}

/** Episodes of an iteration. */
const batch = 2000;

const observation =
  'You arrive at the countertop 1. On the countertop 1, you see a bowl 2, a butter knife 1, a lettuce 3, a mug 1, a salt shaker 2, a spatula 1 and a tomato 2.';
const thought =
  'I have not found the bowl yet, and it may be on the countertop. I will look there first of all.';

/** Writes a training: iterations of 2,000 episodes each, with reflections, and the same again as held-out at its end. */
export function writeLargeRun({ root, name, episodes, steps }: LargeRun): void {
  const run = createRun({
    runsFolder: root,
    runId: name,
    configName: name,
    seed: 0,
    digest8: '00000000',
    clock: systemClock,
    config: 'seed: 0\n',
    manifest: { tool: '0.1.0', models: { agent: 'simulated-strong' }, simulated: true },
  });
  const say = (event: RunEvent) => run.journal.append(event);
  const random = createRandom('large-run');
  const iterations = Math.ceil(episodes / batch);
  say({
    type: 'run-start',
    run: name,
    taskType: 'heat',
    instancesAre: 'games',
    seed: 0,
    iterations,
    batchSize: batch,
    heldOut: 0,
    initialPlan: planOf(0),
    simulated: true,
  });
  for (let iteration = 0; iteration < iterations; iteration++) {
    const first = iteration * batch;
    const count = Math.min(batch, episodes - first);
    const ids = Array.from({ length: count }, (_, i) => `game-${first + i}`);
    say({ type: 'iteration-start', taskType: 'heat', iteration, instanceIds: ids });
    const won = ids.filter((id) => writeEpisode(say, random, { iteration, id, steps })).length;
    say({
      type: 'iteration-end',
      taskType: 'heat',
      iteration,
      plan: planOf(iteration + 1),
      successes: won,
      episodes: count,
      errors: 0,
    });
    run.journal.flush();
  }
  say({ type: 'run-end', outcome: 'finished' });
  run.journal.close();
}

function planOf(iteration: number): Plan {
  return {
    id: `sha256:${String(iteration).padStart(64, '0')}`,
    iteration,
    environment: 'alfworld@1.0.0',
    taskType: 'heat',
    text: Array.from(
      { length: Math.min(12, iteration) },
      (_, i) => `${i + 1}. Look at place ${iteration}.`,
    ).join('\n'),
  };
}

interface Played {
  readonly iteration: number;
  readonly id: string;
  readonly steps: number;
}

/** Writes all there is of one episode; true where it was won. */
function writeEpisode(
  say: (event: RunEvent) => void,
  random: Random,
  { iteration, id, steps }: Played,
): boolean {
  const episodeId = `train/${iteration}/${id}`;
  const outcome = drawOutcome(random);
  say({ type: 'episode-start', episodeId, phase: 'train' });
  for (let step = 1; step <= steps; step++) {
    writeCall(say, `${episodeId}/act/${step}`);
    say({ type: 'episode-step', episodeId, step, action: `go to countertop ${step}`, observation });
  }
  say({ type: 'episode-end', phase: 'train', episode: episodeOf(episodeId, id, iteration, steps, outcome) });
  say({
    type: 'reflection-end',
    iteration,
    reflection: { episodeId, instanceId: id, summary: thought, flaws: thought, revision: thought },
  });
  return outcome.kind === 'success';
}

const spend: Spend = {
  usage: { calls: 1, promptTokens: 900, completionTokens: 30, cachedTokens: 0, estimatedCalls: 0 },
  costUsd: 0,
  unpricedCalls: 0,
};

function writeCall(say: (event: RunEvent) => void, callId: string): void {
  say({
    type: 'model-call',
    callId,
    purpose: 'act',
    model: 'simulated-strong',
    request: '546c2fd4a584abdd9da674e3882f18bb',
    spend,
    milliseconds: 12,
    reply: { text: thought, finishReason: 'stop', usage: spend.usage, model: 'simulated-strong', costUsd: 0 },
    error: null,
  });
}

function drawOutcome(random: Random): Outcome {
  const draw = random.next();
  if (draw < 0.6) return { kind: 'success' };
  if (draw < 0.8) return { kind: 'failure' };
  if (draw < 0.99) return { kind: 'truncated', by: 'steps' };
  return { kind: 'error', code: 'rate-limit', message: 'the server asks to wait' };
}

function episodeOf(
  id: string,
  instanceId: string,
  iteration: number,
  steps: number,
  outcome: Outcome,
): Episode {
  const played = Array.from({ length: steps }, (_, i) => ({
    thought,
    rawAction: `I go to countertop ${i + 1}.`,
    action: `go to countertop ${i + 1}`,
    formalizer: 'grammar' as const,
    observation,
  }));
  return {
    id,
    instanceId,
    taskType: 'heat',
    goal: 'heat some bowl and put it on the dining table',
    agent: 'autoplan',
    environment: 'alfworld@1.0.0',
    planId: planOf(iteration).id,
    trial: 0,
    seed: iteration,
    initialObservation: observation,
    steps: played,
    outcome,
    reward: outcome.kind === 'success' ? 1 : 0,
    spend: { ...spend, usage: { ...spend.usage, calls: steps } },
  };
}
