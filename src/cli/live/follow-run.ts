/** The state of a run after an event. */
import type { Episode } from '../../core/episode.js';
import type { RunEvent } from '../../core/event.js';
import { wordsFor } from '../../report/index.js';
import { finishEpisode, followLane } from './follow-lane.js';
import { addEnd } from './pace.js';
import {
  addTallies,
  addUpdates,
  type Lane,
  noTally,
  openLane,
  type RunState,
  type Tally,
} from './run-state.js';
import { addCall, resumeSpending } from './spending.js';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** The state after an event. `milliseconds` is when it happened, counted from anywhere; null where nobody knows. */
export function followRun(state: RunState, event: RunEvent, milliseconds: number | null): RunState {
  switch (event.type) {
    case 'cell-start':
      return startCell(state, event);
    case 'cell-end':
      return endCell(state, event);
    case 'run-start':
      return startRun(state, event);
    case 'iteration-start':
      return countInstances(changeLane(state, event), event.instanceIds.length);
    case 'evaluation-start':
      return countInstances(changeLane(state, event), event.instances);
    case 'iteration-end':
    case 'evaluation-end':
    case 'plan-selected':
    case 'update-judged':
      return changeLane(state, event);
    case 'reflection-end':
      return withLane(state, laneOf(state, event.reflection.episodeId, event.taskType), (lane) =>
        followLane(lane, event),
      );
    case 'episode-start':
      return startPlaying(state, event);
    case 'episode-step':
      return takeStep(state, event);
    case 'episode-end':
      return endEpisode(state, event, milliseconds);
    case 'run-end':
      return { ...state, playing: new Map(), pauses: new Map(), ending: event };
    default:
      return followCalls(state, event);
  }
}

/** What concerns calls alone. */
function followCalls(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'model-call':
      return { ...endPause(state, event.callId), spending: addCall(state.spending, event) };
    case 'call-sent':
      return endPause(state, event.callId);
    case 'call-pause':
      return { ...state, pauses: new Map(state.pauses).set(event.callId, event) };
    case 'outage':
      return { ...state, outage: event.waiting ? event.message : null };
    case 'run-resume':
      return {
        ...state,
        pauses: new Map(),
        outage: null,
        ending: null,
        spending: resumeSpending(state.spending, event.spend),
      };
    default:
      return state;
  }
}

function endPause(state: RunState, callId: string): RunState {
  if (!state.pauses.has(callId)) return state;
  const pauses = new Map(state.pauses);
  pauses.delete(callId);
  return { ...state, pauses };
}

function startRun(state: RunState, event: EventOf<'run-start'>): RunState {
  const key = event.cell ?? event.taskType;
  const lane = state.lanes.get(key) ?? openLane(key, event.taskType);
  const begun = {
    ...state,
    simulated: state.simulated || event.simulated,
    // Cells say which experiment they belong to, not which run.
    run: event.cell === undefined ? event.run : state.run,
  };
  return setLane(begun, followLane(lane, event));
}

function startCell(state: RunState, event: EventOf<'cell-start'>): RunState {
  const { cell, experiment, arm, taskType, seed } = event;
  const words = wordsFor(event.instancesAre);
  const key = `${experiment}, ${arm}`;
  const empty = { experiment, arm, words, open: 0, over: 0, missing: 0, tally: noTally };
  const before = state.arms.get(key) ?? empty;
  if (state.armOf.has(cell)) return state;
  const opened = setLane(state, { ...openLane(cell, `${taskType}, seed ${seed}`), words });
  return {
    ...opened,
    arms: new Map(state.arms).set(key, { ...before, open: before.open + 1 }),
    armOf: new Map(state.armOf).set(cell, key),
  };
}

/** The cell is forgotten but for what its final plan did on held-out instances. */
function endCell(state: RunState, { cell, reason }: EventOf<'cell-end'>): RunState {
  const key = state.armOf.get(cell) ?? '';
  const arm = state.arms.get(key);
  if (arm === undefined) return state;
  const lane = state.lanes.get(cell);
  const rows = lane?.boards.heldOut.rows ?? new Map<string, Tally>();
  const found = rows.get(lane?.final ?? '') ?? [...rows.values()].at(-1) ?? noTally;
  const lanes = new Map(state.lanes);
  const armOf = new Map(state.armOf);
  lanes.delete(cell);
  armOf.delete(cell);
  return {
    ...state,
    lanes,
    armOf,
    updates: addUpdates(state.updates, lane?.plans ?? []),
    playing: new Map([...state.playing].filter(([, { lane }]) => lane !== cell)),
    arms: new Map(state.arms).set(key, {
      ...arm,
      open: arm.open - 1,
      over: arm.over + (reason === null ? 1 : 0),
      missing: arm.missing + (reason === null ? 0 : 1),
      tally: addTallies(arm.tally, reason === null ? found : noTally),
    }),
  };
}

function countInstances(state: RunState, size: number): RunState {
  return { ...state, size: state.size + size };
}

/** Plays of one plan in an ablation are named below their cell, as in `house/auto/s0/heat/iteration-1`. */
function changeLane(
  state: RunState,
  event: Extract<RunEvent, { readonly taskType: string; readonly cell?: string }>,
): RunState {
  const key = event.cell === undefined ? event.taskType : (cellOf(state, event.cell) ?? event.cell);
  const before = state.lanes.get(key);
  if (before === undefined) {
    // A run whose beginning was not seen, or a cell that is none: shown as far as it goes.
    if (event.cell !== undefined) return state;
    return setLane(state, followLane(openLane(key, event.taskType), event));
  }
  return setLane(state, followLane(before, event));
}

function setLane(state: RunState, lane: Lane): RunState {
  return { ...state, lanes: new Map(state.lanes).set(lane.key, lane), latest: lane.key };
}

function withLane(state: RunState, key: string, change: (lane: Lane) => Lane): RunState {
  const lane = state.lanes.get(key);
  if (lane === undefined) return state;
  return { ...state, lanes: new Map(state.lanes).set(key, change(lane)) };
}

/** The lane of an episode: its cell where it has one, else its task type. Older journals do not always say that. */
function laneOf(state: RunState, episodeId: string, taskType = ''): string {
  const own = state.playing.get(episodeId)?.lane ?? cellOf(state, episodeId);
  return own ?? (state.lanes.has(taskType) ? taskType : state.latest);
}

function cellOf({ armOf }: RunState, id: string): string | undefined {
  for (const cell of armOf.keys()) if (id === cell || id.startsWith(`${cell}/`)) return cell;
  return undefined;
}

const phases = ['train', 'validation', 'held-out', 'baseline'] as const;

function startPlaying(state: RunState, { episodeId, phase, taskType }: EventOf<'episode-start'>): RunState {
  const begun = { lane: laneOf(state, episodeId, taskType), phase, step: 0, action: '' };
  return { ...state, playing: new Map(state.playing).set(episodeId, begun) };
}

/** The start of an episode may not have been seen: then its id says where it is played. */
function takeStep(state: RunState, { episodeId, step, action }: EventOf<'episode-step'>): RunState {
  const phase = phases.find((name) => `/${episodeId}`.includes(`/${name}/`)) ?? 'train';
  const begun = { lane: laneOf(state, episodeId), phase };
  const playing = state.playing.get(episodeId) ?? begun;
  const spending = { ...state.spending, acted: state.spending.acted + 1 };
  return { ...state, spending, playing: new Map(state.playing).set(episodeId, { ...playing, step, action }) };
}

function endEpisode(state: RunState, event: EventOf<'episode-end'>, milliseconds: number | null): RunState {
  const { episode, phase } = event;
  const lane = laneOf(state, episode.id, episode.taskType);
  const playing = new Map(state.playing);
  playing.delete(episode.id);
  const counted = countEpisode({ ...state, playing }, episode, milliseconds);
  return withLane(counted, lane, (before) => finishEpisode(before, phase, episode));
}

/** A further trial of an instance is no further instance. */
function countEpisode(state: RunState, episode: Episode, milliseconds: number | null): RunState {
  const { outcome, trial, spend } = episode;
  const first = trial === 0;
  const reasons = outcome.kind === 'error' ? countReason(state.reasons, outcome.code) : state.reasons;
  return {
    ...state,
    reasons,
    finished: state.finished + (first ? 1 : 0),
    won: state.won + (outcome.kind === 'success' ? 1 : 0),
    errors: state.errors + (outcome.kind === 'error' ? 1 : 0),
    pace: first ? addEnd(state.pace, milliseconds, spend.costUsd) : state.pace,
  };
}

/** Most reasons that are told apart: codes are few, unless an agent of others makes them up. */
const mostReasons = 20;

function countReason(reasons: ReadonlyMap<string, number>, code: string): ReadonlyMap<string, number> {
  const key = reasons.has(code) || reasons.size < mostReasons ? code : 'other';
  return new Map(reasons).set(key, (reasons.get(key) ?? 0) + 1);
}
