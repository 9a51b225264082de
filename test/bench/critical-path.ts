/**
 * The wall clock of a training over the bound that its own calls set: no schedule of the same calls, at the same
 * concurrency, ends before their longest chain does, nor before all of them divided by the concurrency.
 */
import type { RunEvent } from '../../src/core/event.js';

/** A call as it was seen: from when it was sent to when it was answered. */
export interface TracedCall {
  readonly callId: string;
  /** Of the episode that it belongs to, or of the plan. */
  readonly taskType: string;
  readonly milliseconds: number;
}

/** Takes the events of a run and keeps its calls. */
export function createTrace(now: () => number = () => performance.now()) {
  const sent = new Map<string, number>();
  const calls: TracedCall[] = [];
  const types = new Map<string, string>();
  return {
    calls,
    sink: (event: RunEvent) => {
      if (event.type === 'episode-start') types.set(event.episodeId, event.taskType ?? '');
      if (event.type === 'call-sent') sent.set(event.callId, now());
      if (event.type === 'model-call')
        calls.push({
          callId: event.callId,
          taskType: types.get(event.callId.replace(lastParts, '')) ?? event.callId.split('/')[0] ?? '',
          milliseconds: now() - (sent.get(event.callId) ?? now()),
        });
    },
  };
}

/** What bounds the wall clock from below, in milliseconds. */
export interface Bound {
  /** The longest chain of calls of which each needs the one before. */
  readonly chain: number;
  /** All calls, divided by how many may be in flight. */
  readonly work: number;
  readonly bound: number;
}

/**
 * The bound of the calls of a training. What needs what is read from their ids: the calls of an episode follow each
 * other; summary and flaws follow the episode, the revision follows the flaws; the update follows all of its batch; an
 * iteration follows the one before; the final plan is measured after the last update, and no plan needs nothing. Nor do
 * task types need each other.
 */
export function boundOf(calls: readonly TracedCall[], concurrency: number): Bound {
  const work = sum(calls.map(({ milliseconds }) => milliseconds)) / concurrency;
  const types = new Set(calls.map(({ taskType }) => taskType));
  const chain = Math.max(
    0,
    ...[...types].map((type) => chainOf(calls.filter(({ taskType }) => taskType === type))),
  );
  return { chain, work, bound: Math.max(chain, work) };
}

const lastParts = /\/[a-z-]+\/\d+$/;
const reflectionPurposes = /\/reflect\/(summarize|identify-flaws|revise-plan|weigh-steps)\/\d+$/;

function chainOf(calls: readonly TracedCall[]): number {
  const iterations = new Map<number, Map<string, { play: number; summary: number; flaws: number }>>();
  const updates = new Map<number, number>();
  const measured = new Map<string, number>();
  const baselines = new Map<string, number>();
  for (const { callId, milliseconds } of calls) {
    const training = /(?:^|\/)train\/(\d+)\/([^/]+)\//.exec(callId);
    if (training === null) {
      const into = callId.startsWith('baseline/') ? baselines : measured;
      const episode = callId.replace(lastParts, '');
      into.set(episode, (into.get(episode) ?? 0) + milliseconds);
      continue;
    }
    const iteration = Number(training[1]);
    const instance = training[2] ?? '';
    if (instance === 'update') {
      updates.set(iteration, (updates.get(iteration) ?? 0) + milliseconds);
      continue;
    }
    const batch = iterations.get(iteration) ?? new Map();
    iterations.set(iteration, batch);
    const job = batch.get(instance) ?? { play: 0, summary: 0, flaws: 0 };
    batch.set(instance, job);
    const reflection = reflectionPurposes.exec(callId)?.[1];
    if (reflection === 'summarize') job.summary += milliseconds;
    else if (reflection === undefined) job.play += milliseconds;
    else job.flaws += milliseconds;
  }
  const learning = sum(
    [...iterations].map(
      ([iteration, batch]) =>
        Math.max(...[...batch.values()].map(({ play, summary, flaws }) => play + Math.max(summary, flaws))) +
        (updates.get(iteration) ?? 0),
    ),
  );
  return Math.max(learning + Math.max(0, ...measured.values()), ...baselines.values());
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
