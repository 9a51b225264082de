/** Where a run is, what it used and how long it may take: kept from its events. */
import type { Phase, RunEvent } from '../core/event.js';
import { addSpend, noSpend, type Spend } from '../core/model.js';
import { type InstanceWords, wordsFor } from '../report/index.js';

/** The state of a run. */
export interface Progress {
  readonly taskType: string;
  readonly words: InstanceWords;
  readonly stage: string;
  /** Episodes of this stage. */
  readonly size: number;
  readonly finished: number;
  readonly won: number;
  readonly errors: number;
  /** Actions taken so far in each episode that is being played. */
  readonly playing: ReadonlyMap<string, number>;
  /** Episodes finished in all stages. */
  readonly done: number;
  /** Paid for in this run. */
  readonly spend: Spend;
  /** Calls that were answered from the response cache. */
  readonly cached: number;
  /** Calls that wait before they are sent again: for how many seconds, and why. */
  readonly pauses: ReadonlyMap<string, CallPause>;
  /** Why the server is waited for; null while it answers. */
  readonly outage: string | null;
  /** Of an ablation: cells that are being measured at the same time, and those that are over. */
  readonly cells: { readonly open: number; readonly over: number } | null;
}

type CallPause = Pick<Extract<RunEvent, { type: 'call-pause' }>, 'seconds' | 'message'>;

/** Nothing has happened yet. */
export const noProgress: Progress = {
  taskType: '',
  words: wordsFor(),
  stage: 'starting',
  size: 0,
  finished: 0,
  won: 0,
  errors: 0,
  playing: new Map(),
  done: 0,
  spend: noSpend,
  cached: 0,
  pauses: new Map(),
  outage: null,
  cells: null,
};

const stageOf: Readonly<Record<Phase, string>> = {
  train: 'learning',
  validation: 'validating',
  baseline: 'measuring the start',
  'held-out': 'measuring',
};

/** The state after an event. */
export function followEvent(progress: Progress, event: RunEvent): Progress {
  switch (event.type) {
    case 'run-start':
      return { ...progress, words: wordsFor(event.instancesAre) };
    case 'cell-start':
      return { ...countCells(progress, 1, 0), words: wordsFor(event.instancesAre) };
    case 'cell-end':
      return countCells(progress, -1, 1);
    case 'iteration-start': {
      const stage = `iteration ${event.iteration + 1}`;
      return beginStage(progress, event.taskType, stage, event.instanceIds.length);
    }
    case 'evaluation-start': {
      const stage = stageOf[event.phase];
      return beginStage(progress, event.taskType, stage, event.instances);
    }
    case 'episode-start':
      return { ...progress, playing: withStep(progress, event.episodeId, 0) };
    case 'episode-step':
      return { ...progress, playing: withStep(progress, event.episodeId, event.step) };
    case 'run-resume':
      return { ...progress, spend: event.spend };
    case 'call-pause':
      return { ...progress, pauses: new Map(progress.pauses).set(event.callId, event) };
    case 'call-sent':
      return endPause(progress, event.callId);
    case 'outage':
      return { ...progress, outage: event.waiting ? event.message : null };
    case 'model-call':
      if (event.cached) return { ...progress, cached: progress.cached + 1 };
      return { ...endPause(progress, event.callId), spend: addSpend(progress.spend, event.spend) };
    case 'episode-end':
      return endEpisode(progress, event.episode.id, event.episode.outcome.kind);
    default:
      return progress;
  }
}

function countCells({ cells, ...progress }: Progress, open: number, over: number): Progress {
  return { ...progress, cells: { open: (cells?.open ?? 0) + open, over: (cells?.over ?? 0) + over } };
}

/** Stages of cells overlap: then their episodes are counted together. */
function beginStage(progress: Progress, taskType: string, stage: string, size: number): Progress {
  if (progress.cells !== null) return { ...progress, size: progress.size + size };
  return { ...progress, taskType, stage, size, finished: 0, won: 0, errors: 0, playing: new Map() };
}

function withStep({ playing }: Progress, episodeId: string, step: number): ReadonlyMap<string, number> {
  return new Map(playing).set(episodeId, step);
}

function endPause(progress: Progress, callId: string): Progress {
  if (!progress.pauses.has(callId)) return progress;
  const pauses = new Map(progress.pauses);
  pauses.delete(callId);
  return { ...progress, pauses };
}

function endEpisode(progress: Progress, episodeId: string, outcome: string): Progress {
  const playing = new Map(progress.playing);
  playing.delete(episodeId);
  return {
    ...progress,
    playing,
    done: progress.done + 1,
    finished: progress.finished + 1,
    won: progress.won + (outcome === 'success' ? 1 : 0),
    errors: progress.errors + (outcome === 'error' ? 1 : 0),
  };
}

/** What is going on, in one line. */
export function describeStage(progress: Progress): string {
  const { words, size, finished, won, errors, playing } = progress;
  const steps = [...playing.values()];
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  const range = least === most ? `action ${most}` : `actions ${least} to ${most}`;
  return [
    nameStage(progress),
    `${finished} of ${size} ${words.plural} over`,
    `${won} ${words.won}`,
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(steps.length > 0 ? [`${steps.length} in play, at ${range}`] : []),
  ].join(' · ');
}

function nameStage({ taskType, stage, cells }: Progress): string {
  if (cells !== null) return `${cells.over} cells over, ${cells.open} being measured`;
  return taskType === '' ? stage : `${taskType}, ${stage}`;
}

/** What it used and what is left, in one line. `expected` is the number of episodes in all. */
export function describeSpend({ spend, cached, done }: Progress, seconds: number, expected: number): string {
  const { usage, costUsd, unpricedCalls } = spend;
  const left = expected === 0 ? 0 : Math.max(0, expected - done) / Math.max(1, done);
  const money = unpricedCalls > 0 ? 'price not known' : `US$ ${costUsd.toFixed(2)}`;
  const estimate =
    done === 0 || expected === 0
      ? []
      : [
          `about ${formatSeconds(seconds * left)}${costUsd > 0 ? ` and US$ ${(costUsd * left).toFixed(2)}` : ''} left`,
        ];
  const saved = cached > 0 ? [`${shorten(cached)} calls from the cache`] : [];
  return [formatSeconds(seconds), describeUsage(usage), ...saved, money, ...estimate].join(' · ');
}

/** What is waited for, in a line; none while nothing is. */
export function describeWaiting({ outage, pauses }: Progress): readonly string[] {
  if (outage !== null) return [`waiting for the server: ${outage}`];
  const waiting = [...pauses.values()];
  const [first] = waiting;
  if (first === undefined) return [];
  const calls = waiting.length === 1 ? '1 call waits' : `${waiting.length} calls wait`;
  return [`${calls} for up to ${Math.max(...waiting.map(({ seconds }) => seconds))} s: ${first.message}`];
}

/** Calls and tokens in short. */
export function describeUsage(usage: Spend['usage']): string {
  return `${shorten(usage.calls)} calls, ${shorten(usage.promptTokens + usage.completionTokens)} tokens`;
}

/** A duration for people. */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function shorten(value: number): string {
  if (value < 1000) return String(value);
  return value < 999_950 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(1)}M`;
}
