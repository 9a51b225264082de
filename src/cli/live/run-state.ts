/** What is known of a run while it goes on. Bounded: it grows with plans and task types, never with episodes. */
import type { Phase, RunEvent } from '../../core/event.js';
import type { Plan } from '../../core/plan.js';
import { type InstanceWords, wordsFor } from '../../report/index.js';
import { type Board, emptyBoard } from './board.js';
import { noPace, type Pace } from './pace.js';
import { noSpending, type Spending } from './spending.js';

/** How often a plan won, over so many plays that were not lost to errors. */
export interface Tally {
  readonly won: number;
  readonly n: number;
  readonly errors: number;
}

/** Nothing was played. */
export const noTally: Tally = { won: 0, n: 0, errors: 0 };

/** Both together. */
export function addTallies(a: Tally, b: Tally): Tally {
  return { won: a.won + b.won, n: a.n + b.n, errors: a.errors + b.errors };
}

/** The boards of a lane: instances that are learned from, that updates are judged on, and that are held out. */
export type BoardName = 'train' | 'validation' | 'heldOut';

/** The board that a phase is played on. */
export const boardOf: Readonly<Record<Phase, BoardName>> = {
  train: 'train',
  validation: 'validation',
  baseline: 'heldOut',
  'held-out': 'heldOut',
};

/** What is being done for a task type. */
export interface Stage {
  readonly kind: 'starting' | 'learning' | Exclude<Phase, 'train'>;
  /** From 0. */
  readonly iteration: number;
  /** Instances of this stage, and those of them that are over. */
  readonly size: number;
  readonly finished: number;
  readonly won: number;
  readonly errors: number;
  /** Ids of instances of the batch that were reflected on. */
  readonly reflected: readonly string[];
}

/** A plan of the lineage, without its text. */
export interface PlanLine {
  readonly id: string;
  /** Number of the update that made it; 0 for the plan that there was at first. */
  readonly update: number;
  /** `start`: there at first; `kept` without being measured; the others were judged. */
  readonly fate: 'start' | 'kept' | 'accepted' | 'rejected';
  /** Judged, but within what luck can do. */
  readonly indecisive: boolean;
  /** Mean score of it minus that of the plan before, in points, with a 95 % interval where there is one. */
  readonly difference: number | null;
  readonly interval95: readonly [number, number] | null;
  /** In words. */
  readonly reason: string;
  readonly added: number;
  readonly removed: number;
  readonly isEmpty: boolean;
}

/** A line of a plan that an update put in or took out. */
export interface ChangedLine {
  readonly kind: 'added' | 'removed';
  readonly text: string;
  /** Ids of the instances whose reflections made it, where that is known line by line. */
  readonly from: readonly string[];
}

/** What the last update changed. */
export interface PlanChange {
  readonly update: number;
  readonly lines: readonly ChangedLine[];
  /** Ids of the instances of its batch that were reflected on. */
  readonly from: readonly string[];
  readonly rejected: boolean;
}

/** A task type that is being worked on, or one cell of an ablation. */
export interface Lane {
  readonly key: string;
  readonly taskType: string;
  readonly words: InstanceWords;
  /** 0 where nothing is learned. */
  readonly iterations: number;
  readonly heldOut: number;
  readonly stage: Stage;
  /** What is measured beside the stage, and may go on for longer. */
  readonly meanwhile: Stage | null;
  /** Id of the plan that each phase measures, or measured last. */
  readonly measuring: ReadonlyMap<Phase, string>;
  /** What was measured to its end. */
  readonly measured: ReadonlySet<Phase>;
  readonly plan: Plan | null;
  readonly plans: readonly PlanLine[];
  /** Id of the final plan, once it is known. */
  readonly final: string | null;
  /** One for each batch that is over. */
  readonly batches: readonly Tally[];
  readonly change: PlanChange | null;
  readonly boards: Readonly<Record<BoardName, Board>>;
}

/** An arm of an ablation. */
export interface Arm {
  readonly experiment: string;
  readonly arm: string;
  readonly words: InstanceWords;
  readonly open: number;
  readonly over: number;
  /** Cells that could not be measured. */
  readonly missing: number;
  /** Held-out instances of the cells that are over. */
  readonly tally: Tally;
}

/** An episode that is being played. */
export interface Playing {
  readonly lane: string;
  readonly phase: Phase;
  readonly step: number;
  readonly action: string;
}

type CallPause = Pick<Extract<RunEvent, { type: 'call-pause' }>, 'seconds' | 'message'>;

/** What became of updates; the indecisive ones are among the others. */
export interface Updates {
  readonly kept: number;
  readonly rejected: number;
  readonly indecisive: number;
}

/** The state of a run. */
export interface RunState {
  /** By task type, or in an ablation by cell: those that are open. */
  readonly lanes: ReadonlyMap<string, Lane>;
  /** Key of the lane that something happened to last. */
  readonly latest: string;
  /** By experiment and arm; empty but in an ablation. */
  readonly arms: ReadonlyMap<string, Arm>;
  /** Which arm a cell belongs to, of the cells that are open. */
  readonly armOf: ReadonlyMap<string, string>;
  readonly playing: ReadonlyMap<string, Playing>;
  /** Instances of all stages so far, and those that are over. */
  readonly size: number;
  readonly finished: number;
  readonly won: number;
  readonly errors: number;
  /** Why episodes ended in an error, and how many of them. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Of cells that are over. */
  readonly updates: Updates;
  readonly spending: Spending;
  readonly pace: Pace;
  /** Calls that wait before they are sent again. */
  readonly pauses: ReadonlyMap<string, CallPause>;
  /** Why the server is waited for; null while it answers. */
  readonly outage: string | null;
  readonly simulated: boolean;
  /** Id of the run, once it is known. */
  readonly run: string | null;
  readonly ending: Extract<RunEvent, { type: 'run-end' }> | null;
}

/** Nothing has happened yet. */
export const noState: RunState = {
  lanes: new Map(),
  latest: '',
  arms: new Map(),
  armOf: new Map(),
  playing: new Map(),
  size: 0,
  finished: 0,
  won: 0,
  errors: 0,
  reasons: new Map(),
  updates: { kept: 0, rejected: 0, indecisive: 0 },
  spending: noSpending,
  pace: noPace,
  pauses: new Map(),
  outage: null,
  simulated: false,
  run: null,
  ending: null,
};

/** A stage that begins. */
export function beginStage(kind: Stage['kind'], iteration: number, size: number): Stage {
  return { kind, iteration, size, finished: 0, won: 0, errors: 0, reflected: [] };
}

/** A lane of which nothing but its name is known. */
export function openLane(key: string, taskType: string): Lane {
  return {
    key,
    taskType,
    words: wordsFor(),
    iterations: 0,
    heldOut: 0,
    stage: beginStage('starting', 0, 0),
    meanwhile: null,
    measuring: new Map(),
    measured: new Set(),
    plan: null,
    plans: [],
    final: null,
    batches: [],
    change: null,
    boards: { train: emptyBoard, validation: emptyBoard, heldOut: emptyBoard },
  };
}

/** Whether all is learned and measured for a task type. */
export function isOver({ iterations, stage, meanwhile, measured }: Lane): boolean {
  const goesOn = [stage, meanwhile].some((one) => one !== null && one.finished < one.size);
  return !goesOn && measured.has('held-out') && (iterations === 0 || measured.has('baseline'));
}

/** Lanes that are not over. */
export function openLanes({ lanes }: RunState): readonly Lane[] {
  return [...lanes.values()].filter((lane) => !isOver(lane));
}

/** Whether several task types are told of together: while more than one is worked on, and when all are over. */
export function hasSeveral(state: RunState): boolean {
  return state.lanes.size > 1 && openLanes(state).length !== 1;
}

/** The lane that is shown in full: the first one that is not over, else the last one. */
export function shownLane(state: RunState): Lane | null {
  return openLanes(state)[0] ?? [...state.lanes.values()].at(-1) ?? null;
}

/** The counts with those of the plans of a lane. */
export function addUpdates(updates: Updates, plans: readonly PlanLine[]): Updates {
  const count = (is: (plan: PlanLine) => boolean) => plans.filter(is).length;
  return {
    kept: updates.kept + count(({ fate }) => fate === 'kept' || fate === 'accepted'),
    rejected: updates.rejected + count(({ fate }) => fate === 'rejected'),
    indecisive: updates.indecisive + count(({ indecisive }) => indecisive),
  };
}

/** What became of all updates so far. */
export function updatesOf({ lanes, updates }: RunState): Updates {
  return [...lanes.values()].reduce((sum, { plans }) => addUpdates(sum, plans), updates);
}
