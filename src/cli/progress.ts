/** How far a run is, in one line. */
import { formatSeconds } from './format-seconds.js';
import type { Scene } from './live/block.js';
import {
  describeCalls,
  describeDone,
  describeLeft,
  describeMoney,
  describeSplit,
  describeTokens,
  describeWaiting,
} from './live/count-blocks.js';
import { describeLane, describeMeanwhile, describeStage } from './live/head-blocks.js';
import { hasSeveral, isOver, type Lane, type RunState, shownLane } from './live/run-state.js';

/** Where it is, what is in play, what was used and what is left; `seconds` since the start, null where it is not known. */
export function describeProgress(scene: Pick<Scene, 'state' | 'head'>, seconds: number | null): string {
  const { state } = scene;
  const { spending } = state;
  const split = describeSplit(spending);
  const left = describeLeft(scene);
  return [
    describeWhere(scene),
    ...describePlaying(state),
    ...(seconds === null ? [] : [formatSeconds(seconds)]),
    describeCalls(spending),
    describeTokens(spending),
    `${describeMoney(spending)}${split === '' ? '' : ` (${split})`}`,
    ...(left === null ? [] : [left]),
    ...describeWaiting(state),
  ].join(' · ');
}

/** The stage, and what came out of it so far. */
function describeWhere({ state, head }: Pick<Scene, 'state' | 'head'>): string {
  const lane = shownLane(state);
  if (state.arms.size > 0) return describeCells(state);
  if (lane === null) return 'starting';
  if (hasSeveral(state)) return describeTypes(state, head, lane);
  const { taskType, stage, words } = lane;
  const name = stageNames[stage.kind];
  const where = name === null ? describeStage(lane) : `${name} ${describeStage(lane)}`;
  const beside = describeMeanwhile(lane);
  return [`${taskType}, ${where}`, `${stage.won} ${words.won}`, ...errorsOf(stage), ...beside].join(' · ');
}

const stageNames = {
  starting: null,
  learning: null,
  over: null,
  validation: null,
  baseline: 'measuring the start',
  'held-out': 'measuring',
} as const;

/** Several task types: how many are over, and where the first one of the others is. */
function describeTypes(state: RunState, head: Scene['head'], lane: Lane): string {
  const { lanes, won } = state;
  const over = [...lanes.values()].filter(isOver).length;
  return [
    `${over} of ${lanes.size} task types over`,
    describeDone(state, head),
    `${won} ${lane.words.won}`,
    ...errorsOf(state),
    ...(isOver(lane) ? [] : [`${lane.taskType}, ${describeLane(lane)}`]),
  ].join(' · ');
}

function describeCells(state: RunState): string {
  const arms = [...state.arms.values()];
  const over = arms.reduce((sum, arm) => sum + arm.over + arm.missing, 0);
  const open = arms.reduce((sum, arm) => sum + arm.open, 0);
  const { finished, size, won } = state;
  const [words] = arms.map((arm) => arm.words);
  return [
    `${over} ${over === 1 ? 'cell' : 'cells'} over, ${open} being measured`,
    `${finished} of ${size} ${words?.plural} over`,
    `${won} ${words?.won}`,
    ...errorsOf(state),
  ].join(' · ');
}

function errorsOf({ errors }: { readonly errors: number }): readonly string[] {
  return errors > 0 ? [`${errors} errors`] : [];
}

function describePlaying({ playing }: RunState): readonly string[] {
  const steps = [...playing.values()].map(({ step }) => step);
  if (steps.length === 0) return [];
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  return [`${steps.length} in play, at ${least === most ? `action ${most}` : `actions ${least} to ${most}`}`];
}
