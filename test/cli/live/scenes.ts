/** Events and scenes for tests of the live screen. */
import type { Scene } from '../../../src/cli/live/block.js';
import { followRun } from '../../../src/cli/live/follow-run.js';
import { noHead } from '../../../src/cli/live/run-head.js';
import { noState, type RunState } from '../../../src/cli/live/run-state.js';
import { drawnSigns } from '../../../src/cli/live/signs.js';
import type { Episode, Outcome } from '../../../src/core/episode.js';
import type { Phase, RunEvent } from '../../../src/core/event.js';
import { noSpend } from '../../../src/core/model.js';
import type { Plan } from '../../../src/core/plan.js';
import type { Verdict } from '../../../src/core/validation.js';
import { createPlan } from '../../../src/plans/index.js';

/** A plan after so many updates. */
export function planOf(text: string, iteration = 0): Plan {
  return createPlan({ text, iteration, environment: 'alfworld', taskType: 'heat' });
}

/** A training begins. */
export function startOf(initialPlan = planOf(''), more: object = {}): RunEvent {
  const sizes = { seed: 0, iterations: 3, batchSize: 4, heldOut: 8 };
  return { type: 'run-start', run: 'r', taskType: 'heat', ...sizes, initialPlan, simulated: true, ...more };
}

/** A batch begins. */
export function batchOf(iteration: number, ...instanceIds: readonly string[]): RunEvent {
  return { type: 'iteration-start', taskType: 'heat', iteration, instanceIds };
}

/** How an episode of an instance ended under a plan. */
export function endOf(
  instanceId: string,
  plan: Plan,
  kind: 'success' | 'failure' | 'error',
  {
    phase = 'train',
    id = `${phase}/${instanceId}`,
    trial = 0,
  }: Partial<{ phase: Phase; id: string; trial: number }> = {},
): RunEvent {
  const outcome = (kind === 'error' ? { kind, code: 'model-timeout', message: 'late' } : { kind }) as Outcome;
  const episode = { id, instanceId, planId: plan.id, trial, outcome, spend: noSpend } as Episode;
  return { type: 'episode-end', phase, episode };
}

/** An instance was reflected on. */
export function reflectionOn(instanceId: string, iteration = 0): RunEvent {
  const episodeId = `train/${iteration}/${instanceId}`;
  const reflection = { episodeId, instanceId, summary: '', flaws: '', revision: '' };
  return { type: 'reflection-end', iteration, reflection };
}

/** An iteration ends with a plan. */
export function iterationOf(iteration: number, plan: Plan, successes = 2): RunEvent {
  return { type: 'iteration-end', taskType: 'heat', iteration, plan, successes, episodes: 4, errors: 0 };
}

/** An update was judged. */
export function verdictOf(
  iteration: number,
  candidate: Plan,
  accepted: boolean,
  more: Partial<Verdict> = {},
): RunEvent {
  const measured = { n: 8, candidateMean: 0.25, incumbentMean: 0.5, difference: -0.25, better: 0, worse: 2 };
  const verdict = { accepted, reason: 'mean 0.25 with it', candidate, instances: [], ...measured, ...more };
  return { type: 'update-judged', taskType: 'heat', iteration, verdict };
}

/** A plan is about to be measured. */
export function measuringOf(phase: Phase, plan: Plan, instances = 8): RunEvent {
  return { type: 'evaluation-start', taskType: 'heat', phase, planId: plan.id, instances };
}

/** The state after events that come one second after another. */
export function stateAfter(...events: readonly RunEvent[]): RunState {
  return events.reduce((state, event, i) => followRun(state, event, i * 1000), noState);
}

/** A scene on a screen of 80 by 24. */
export function sceneOf(state: RunState, more: Partial<Scene> = {}): Scene {
  const size = { width: 80, height: 24 };
  return { state, head: noHead, seconds: 12, log: [], notice: null, signs: drawnSigns, ...size, ...more };
}
