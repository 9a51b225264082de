/** Trainings, iterations and plans of a folded run, as readers see them. */
import type { Reflection } from '../core/episode.js';
import type { EditRecord } from '../core/optimizer.js';
import type { Plan } from '../core/plan.js';
import type { PlanFlag } from '../plans/index.js';
import type { PlanMark } from '../runs/index.js';
import { sha256 } from '../util/hash.js';
import type { JsonObject } from '../util/json.js';
import { listOf, objectOf, textOf } from '../util/json-values.js';
import {
  type FoldedIteration,
  type FoldedRun,
  type FoldedTraining,
  type PlanPlace,
  trainingKey,
} from './fold-run.js';
import { cellResult } from './judged-scores.js';
import type { PlanRef } from './plan-ref.js';
import { isProblem, readRecordAt } from './read-records.js';
import type {
  IterationHistory,
  ReadIteration,
  SelectionHistory,
  TrainingHistory,
} from './training-history.js';

const noPlanId = `sha256:${sha256('')}`;

/** A plan's numbers for readers. */
export function refOf({ id, iteration }: PlanMark): PlanRef {
  return { id, iteration, empty: id === noPlanId };
}

/** All trainings of a run; `results` is what `results.json` says. */
export function describeTrainings(
  folder: string,
  run: FoldedRun,
  results: JsonObject | null,
): TrainingHistory[] {
  const learning = run.trainings.filter(({ start }) => start.iterations > 0);
  return learning.map((training, index) => {
    const { start, iterations, selected, plans } = training;
    const { cell, taskType, seed, batchSize } = start;
    const said = resultsOf(results, training, run);
    const initial = refOf(start.plan);
    const last = iterations.findLast(({ end }) => end !== null)?.end?.plan ?? start.plan;
    const folded = cell === null ? undefined : run.cells.get(cell);
    return {
      index,
      cell,
      arm: folded?.arm ?? null,
      experiment: folded?.experiment ?? null,
      taskType,
      seed,
      batchSize,
      planned: start.iterations,
      iterations: describeIterations(training, said),
      initial,
      final: refOf(selected?.plan ?? last),
      selected: selected === null ? null : describeSelection(folder, selected),
      plansTried: plans.size,
      flags: listOf(objectOf(said.plan).flags).map((flag) => flag as unknown as PlanFlag),
    };
  });
}

/** What `results.json` says of a training. */
function resultsOf(results: JsonObject | null, { start }: FoldedTraining, run: FoldedRun): JsonObject {
  if (start.cell === null)
    return objectOf(listOf(results?.taskTypes).find((one) => objectOf(one).taskType === start.taskType));
  const cell = run.cells.get(start.cell);
  return cell === undefined ? {} : objectOf(cellResult(results, cell).training);
}

function describeIterations(training: FoldedTraining, said: JsonObject): IterationHistory[] {
  const notes = listOf(said.iterations).map((one) => objectOf(one).note);
  let before = training.start.plan;
  return training.iterations.map((folded) => {
    const { iteration, batch, end, verdict, reflections } = folded;
    const note = notes[iteration];
    const described = {
      iteration,
      batch,
      ended: end !== null,
      successes: end?.successes ?? null,
      episodes: end?.episodes ?? null,
      errors: end?.errors ?? null,
      reflections: reflections.size,
      before: refOf(before),
      after: end === null ? null : refOf(end.plan),
      accepted: verdict?.accepted ?? null,
      note: typeof note === 'string' ? textOf(note) : null,
    };
    before = end?.plan ?? before;
    return described;
  });
}

function describeSelection(
  folder: string,
  { place, plan }: NonNullable<FoldedTraining['selected']>,
): SelectionHistory {
  const read = readRecordAt(folder, place, 'selection');
  if (isProblem(read)) return { reason: `not recorded: ${read.problem}`, n: 0, candidates: [] };
  const { reason, n, candidates } = read;
  return {
    reason: textOf(reason) || `plan ${plan.iteration} was chosen`,
    n,
    candidates: candidates.map((one) => ({ plan: refOf(one.plan), mean: one.mean })),
  };
}

/** One iteration in full. Never throws. */
export function readIterationOf(
  folder: string,
  run: FoldedRun,
  training: TrainingHistory,
  number: number,
  results: JsonObject | null,
): ReadIteration {
  const nothing = { before: null, after: null, reflections: [], verdict: null, edits: [] };
  const folded = foldedOf(run, training);
  const iteration = folded?.iterations[number];
  const described = training.iterations[number];
  if (folded === undefined || iteration === undefined || described === undefined)
    return { ...nothing, problems: [`There is no iteration ${number + 1}.`] };
  const problems: string[] = [];
  const plan = (ref: PlanRef | null) => {
    const read = ref === null ? null : readPlanOf(folder, run, ref.id, training);
    if (ref !== null && read === null) problems.push(`The text of plan ${ref.iteration} can not be read.`);
    return read;
  };
  return {
    before: plan(described.before),
    after: plan(described.after),
    reflections: readReflections(folder, iteration, problems),
    verdict: readVerdict(folder, iteration, problems),
    edits: editsOf(resultsOf(results, folded, run), number),
    problems,
  };
}

function foldedOf(run: FoldedRun, { cell, taskType }: TrainingHistory): FoldedTraining | undefined {
  return run.trainings.find(({ start }) => start.cell === cell && start.taskType === taskType);
}

function readReflections(
  folder: string,
  { reflections }: FoldedIteration,
  problems: string[],
): readonly Reflection[] {
  const read: Reflection[] = [];
  for (const place of reflections.values()) {
    const one = readRecordAt(folder, place, 'reflection');
    if (isProblem(one)) problems.push(one.problem);
    else read.push(one);
  }
  return read.sort((a, b) => (a.instanceId < b.instanceId ? -1 : 1));
}

function readVerdict(folder: string, { verdict }: FoldedIteration, problems: string[]) {
  if (verdict === null) return null;
  const read = readRecordAt(folder, verdict.place, 'verdict');
  if (!isProblem(read)) return read;
  problems.push(read.problem);
  return null;
}

function editsOf(said: JsonObject, iteration: number): EditRecord[] {
  return listOf(objectOf(listOf(said.iterations)[iteration]).edits).map((one) => {
    const { edit, applied, reason } = objectOf(one);
    const why = typeof reason === 'string' ? { reason: textOf(reason) } : {};
    return { edit: textOf(edit), applied: applied === true, ...why };
  });
}

/** A plan that the run made or began with; null where it can not be read. */
export function readPlanOf(
  folder: string,
  { plans }: FoldedRun,
  id: string,
  training?: TrainingHistory,
): Plan | null {
  const own = training && plans.get(`${trainingKey(training.cell, training.taskType)}\n${id}`);
  const found = own ?? plans.get(id);
  return found === undefined ? null : readPlanAt(folder, found);
}

function readPlanAt(folder: string, { place, field }: PlanPlace): Plan | null {
  switch (field) {
    case 'candidate': {
      const read = readRecordAt(folder, place, 'verdict');
      return isProblem(read) ? null : read.candidate;
    }
    case 'selected': {
      const read = readRecordAt(folder, place, 'selection');
      return isProblem(read) ? null : read.plan;
    }
    default: {
      const read = readRecordAt(folder, place, field);
      return isProblem(read) ? null : read;
    }
  }
}
