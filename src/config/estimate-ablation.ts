/**
 * What an ablation or a transfer would use, before any money is spent: its cells are rehearsed with one seed, or more
 * where they are few, on some of the instances, and scaled up. Where there is very much to learn, arms that do rehearse
 * some task types; how the others compare with these is known from an arm that does not.
 */
import type { EstimatedSpend, SpendEstimate } from '../training/index.js';
import { createRecorder } from './create-recorder.js';
import type { CellOutcome, PlannedCell } from './measure-cell.js';
import type { PreparedAblation, PreparedArm } from './prepare-ablation.js';
import {
  addUsed,
  canRehearse,
  type EstimateOptions,
  estimateBy,
  everyNth,
  nothingUsed,
  type Rehearsal,
  sampleFor,
  type Used,
} from './rehearsal.js';
import { measurePlanned, planCells } from './run-ablation.js';

/** What an ablation is expected to use. */
export interface AblationEstimate {
  readonly total: SpendEstimate;
  /** What an arm of an experiment is expected to use, over all task types and seeds; null for one that is not there. */
  readonly armOf: (experiment: string, arm: string) => EstimatedSpend | null;
}

/** Rehearses an ablation. Null where one of its arms can not be: see `canRehearse`. */
export async function estimateAblation(
  prepared: PreparedAblation,
  options: EstimateOptions = {},
): Promise<AblationEstimate | null> {
  const all = prepared.experiments.flatMap(({ arms }) => arms.flat());
  if (!all.every(({ config }) => canRehearse(config))) return null;
  const models = [...new Set(all.map((arm) => arm.models))];
  const arms = groupByArm(planCells(prepared));
  const { total, parts } = await estimateBy(
    models,
    (rehearsal) => rehearseArms(prepared, rehearsal),
    options,
  );
  const index = (experiment: string, arm: string) =>
    arms.findIndex(([first]) => first?.experiment === experiment && first.prepared.arm.name === arm);
  return { total, armOf: (experiment, arm) => parts[index(experiment, arm)] ?? null };
}

/** The cells of each arm: first of those that learn nothing, then in the order in which they are begun. */
function groupByArm(cells: readonly PlannedCell[]): readonly (readonly PlannedCell[])[] {
  const arms = new Map<string, PlannedCell[]>();
  const learns = ({ prepared }: PlannedCell) => (needsLearning(prepared) ? 1 : 0);
  for (const cell of [...cells].sort((a, b) => learns(a) - learns(b))) {
    const key = `${cell.experiment}/${cell.prepared.arm.folder}`;
    arms.set(key, [...(arms.get(key) ?? []), cell]);
  }
  return [...arms.values()];
}

function needsLearning({ arm }: PreparedArm): boolean {
  return arm.train || arm.planFrom !== null;
}

function rehearseArms(prepared: PreparedAblation, rehearsal: Rehearsal): (() => Promise<Used>)[] {
  const alone = { ...prepared, ...createRecorder(), experiments: shorten(prepared, rehearsal) };
  const heldOut = sizesOf(prepared);
  const wholes = createWholes();
  const seeds = prepared.ablation.seeds.length;
  const outcomes = new Map<string, Promise<CellOutcome>>();
  return groupByArm(planCells(alone)).map((cells) => async () => {
    let used = nothingUsed;
    const rehearsed = new Set(cells.map((cell) => cell.prepared.config.seed)).size;
    for (const cell of cells) {
      const times = (heldOut.get(cell.id) ?? 0) / Math.max(1, cell.instances.heldOut.length);
      const use = await rehearsal.play({ times, prefix: `${cell.id}/` }, async () => {
        const outcome = measurePlanned(alone, cell, outcomes);
        outcomes.set(cell.id, outcome);
        // A cell that can not be measured is left out of the run as well.
        await outcome.catch(() => prepared.signal?.throwIfAborted());
      });
      if (!needsLearning(cell.prepared)) wholes.add(cell, use);
      used = addUsed(used, use, seeds / rehearsed);
    }
    return addUsed(nothingUsed, used, wholes.share(cells));
  });
}

/** What arms used that rehearse all task types, by experiment and task type. */
function createWholes() {
  const calls = new Map<string, Map<string, number>>();
  return {
    add: ({ experiment, instances: { taskType } }: PlannedCell, use: Used) => {
      const types = calls.get(experiment) ?? new Map<string, number>();
      calls.set(experiment, types.set(taskType, (types.get(taskType) ?? 0) + use.calls));
    },
    /** How much more than the given cells all task types use. */
    share: (cells: readonly PlannedCell[]): number => {
      const types = calls.get(cells[0]?.experiment ?? '') ?? new Map<string, number>();
      const played = new Set(cells.map(({ instances }) => instances.taskType));
      const sum = (all: readonly [string, number][]) => all.reduce((total, [, count]) => total + count, 0);
      const whole = sum([...types]);
      const part = sum([...types].filter(([type]) => played.has(type)));
      return part === 0 ? 1 : whole / part;
    },
  };
}

/** Instances that each cell is measured on. */
function sizesOf(prepared: PreparedAblation): ReadonlyMap<string, number> {
  return new Map(planCells(prepared).map(({ id, instances }) => [id, instances.heldOut.length]));
}

/** Plays to learn from, in all of a rehearsal: where one seed has fewer, others are rehearsed as well. */
const learningPlays = 100;
/** Where one seed has more than so many, arms that learn rehearse some task types, and at least so many. */
const mostLearningPlays = 400;
const fewestTaskTypes = 2;

/** The experiments with fewer seeds, on some of the instances, played by models of the rehearsal. */
function shorten({ experiments, ablation }: PreparedAblation, rehearsal: Rehearsal) {
  const first = experiments.flatMap(({ arms }) => arms.flatMap(([arm]) => arm ?? []));
  const learning = first.reduce((sum, { training }) => sum + training, 0);
  const seeds = learning === 0 ? 1 : Math.max(1, Math.floor(learningPlays / learning));
  const rehearsed = Math.min(seeds, ablation.seeds.length);
  const measurements = first.reduce((sum, arm) => sum + measurementsOf(arm), 0);
  const sampleOf = (arm: PreparedArm) => sampleFor(rehearsed * measurements, rehearsed * measurementsOf(arm));
  const shareOfTypes = Math.min(1, mostLearningPlays / Math.max(1, learning));
  const shortenArm = (arm: PreparedArm, canSkip: boolean): PreparedArm => {
    const { taskTypes } = arm.tasks;
    const wanted = Math.max(fewestTaskTypes, Math.floor(taskTypes.length * shareOfTypes));
    const played = canSkip && needsLearning(arm) ? everyNth(taskTypes, wanted) : taskTypes;
    const few = played.map((one) => ({ ...one, heldOut: everyNth(one.heldOut, sampleOf(arm)) }));
    const models = rehearsal.models(arm.config, arm.models);
    return { ...arm, models, tasks: { ...arm.tasks, taskTypes: few } };
  };
  return experiments.map((experiment) => {
    const canSkip = !experiment.arms.every(([arm]) => arm !== undefined && needsLearning(arm));
    const shorter = (bySeed: readonly PreparedArm[]) =>
      bySeed.slice(0, rehearsed).map((arm) => shortenArm(arm, canSkip));
    return { ...experiment, arms: experiment.arms.map(shorter) };
  });
}

/** Plans that an arm measures with one seed, over all task types. */
function measurementsOf({ tasks, heldOut }: PreparedArm): number {
  const { taskTypes } = tasks;
  const instances = taskTypes.reduce((sum, one) => sum + one.heldOut.length, 0);
  return (taskTypes.length * heldOut) / Math.max(1, instances);
}
