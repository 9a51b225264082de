/** Puts together what the entries of a journal say: trainings, evaluations, and how the run went. */
import type { EpisodeEntry, IndexEntry, PlanMark, RecordPlace, TurnEvent } from '../runs/index.js';
import { createEpisodeColumns, type EpisodeColumns } from './episode-columns.js';

/** An iteration so far. */
export interface FoldedIteration {
  readonly iteration: number;
  batch: readonly string[];
  end: (Extract<TurnEvent, { type: 'iteration-end' }> & { readonly place: RecordPlace }) | null;
  verdict: { readonly accepted: boolean; readonly place: RecordPlace } | null;
  /** By episode: one that was reflected on again stands once. */
  readonly reflections: Map<string, RecordPlace>;
}

/** A training so far. */
export interface FoldedTraining {
  readonly start: Extract<TurnEvent, { type: 'run-start' }>;
  readonly place: RecordPlace;
  readonly iterations: FoldedIteration[];
  /** Ids of all plans that were made, the initial one included. */
  readonly plans: Set<string>;
  selected: { readonly plan: PlanMark; readonly place: RecordPlace } | null;
}

/** An evaluation so far. */
export interface FoldedEvaluation {
  readonly cell: string | null;
  readonly taskType: string;
  readonly phase: EpisodeEntry['phase'];
  readonly label: string | null;
  readonly planId: string;
  /** Instances of one pass over them. */
  instances: number;
  ends: number;
}

/** A cell of an ablation. */
export interface FoldedCell {
  readonly experiment: string;
  readonly arm: string;
  readonly taskType: string;
  readonly seed: number;
  ended: boolean;
  reason: string | null;
}

/** Where a record stands that holds a plan, and under which name. */
export interface PlanPlace {
  readonly place: RecordPlace;
  readonly field: 'initialPlan' | 'plan' | 'candidate' | 'selected';
}

/** A run so far. */
export interface FoldedRun {
  readonly episodes: EpisodeColumns;
  readonly trainings: readonly FoldedTraining[];
  readonly evaluations: readonly FoldedEvaluation[];
  readonly cells: ReadonlyMap<string, FoldedCell>;
  /** The first of each plan, by its id, and by the training's key and its id. */
  readonly plans: ReadonlyMap<string, PlanPlace>;
  readonly outages: { count: number; message: string | null; waiting: boolean };
  readonly resumes: { readonly changes: readonly string[] }[];
  instancesAre: 'games' | 'questions';
  /** Whether a simulated model plays; null before a run says so. */
  simulated: boolean | null;
  /** How it ended; null where it has not, or went on. */
  ending: Extract<TurnEvent, { type: 'run-end' }> | null;
}

/** Name of a training within its run. */
export function trainingKey(cell: string | null, taskType: string): string {
  return `${cell ?? ''}\n${taskType}`;
}

/** An empty run, and what takes its entries in the order of the journal. */
export function createRunFold(scoreName: string): {
  readonly run: FoldedRun;
  take(entry: IndexEntry): void;
} {
  const state = createState(scoreName);
  const { run, named, evaluations } = state;
  return {
    run,
    take: (entry) => {
      run.ending = null;
      if (entry.kind === 'turn') {
        takeTurn(state, entry.event, entry.place);
        return;
      }
      const cell = cellOf(entry.id, named);
      const own = cell === null ? entry.id : entry.id.slice(cell.length + 1);
      const isTraining = entry.phase === 'train';
      run.episodes.add(entry, {
        cell,
        iteration: isTraining ? iterationIn(own) : null,
        evaluation: isTraining ? -1 : evaluations.indexOf(entry, cell, labelIn(own)),
      });
    },
  };
}

type Folding = ReturnType<typeof createState>;

function createState(scoreName: string) {
  const evaluations = createEvaluations();
  const trainings: FoldedTraining[] = [];
  const plans = new Map<string, PlanPlace>();
  const cells = new Map<string, FoldedCell>();
  const run: FoldedRun = {
    episodes: createEpisodeColumns(scoreName),
    trainings,
    evaluations: evaluations.all,
    cells,
    plans,
    outages: { count: 0, message: null, waiting: false },
    resumes: [],
    instancesAre: 'games',
    simulated: null,
    ending: null,
  };
  const byKey = new Map<string, FoldedTraining>();
  return { run, evaluations, trainings, plans, cells, byKey, named: new Set<string>() };
}

function notePlan({ plans }: Folding, key: string, { id }: PlanMark, place: PlanPlace): void {
  if (!plans.has(id)) plans.set(id, place);
  plans.set(`${key}\n${id}`, place);
}

function takeTurn(state: Folding, event: TurnEvent, place: RecordPlace): void {
  const { run, cells, evaluations } = state;
  if ('cell' in event && event.cell !== null) state.named.add(event.cell);
  switch (event.type) {
    case 'run-start':
      takeStart(state, event, place);
      return;
    case 'reflection-end':
      takeReflection(state, event, place);
      return;
    case 'cell-start': {
      const { experiment, arm, taskType, seed } = event;
      cells.set(event.cell, { experiment, arm, taskType, seed, ended: false, reason: null });
      return;
    }
    case 'cell-end': {
      const cell = cells.get(event.cell);
      if (cell !== undefined) Object.assign(cell, { ended: true, reason: event.reason });
      return;
    }
    case 'evaluation-start':
    case 'evaluation-end':
      evaluations.turn(event);
      return;
    case 'run-end':
      run.ending = event;
      return;
    case 'outage':
      run.outages.count += event.waiting ? 1 : 0;
      run.outages.message = event.message;
      run.outages.waiting = event.waiting;
      return;
    case 'run-resume':
      run.resumes.push({ changes: event.changes });
      return;
    default: {
      const key = trainingKey(event.cell, event.taskType);
      takeLearning(state.byKey.get(key), event, place, (mark, field) =>
        notePlan(state, key, mark, { place, field }),
      );
    }
  }
}

function takeStart(
  state: Folding,
  event: Extract<TurnEvent, { type: 'run-start' }>,
  place: RecordPlace,
): void {
  const { run, byKey, trainings } = state;
  run.instancesAre = event.instancesAre;
  run.simulated = run.simulated === true || event.simulated;
  const key = trainingKey(event.cell, event.taskType);
  if (byKey.has(key)) return;
  const plans = new Set([event.plan.id]);
  const training: FoldedTraining = { start: event, place, iterations: [], plans, selected: null };
  byKey.set(key, training);
  trainings.push(training);
  notePlan(state, key, event.plan, { place, field: 'initialPlan' });
}

function takeReflection(
  { run, byKey, named }: Folding,
  { episodeId, iteration }: Extract<TurnEvent, { type: 'reflection-end' }>,
  place: RecordPlace,
): void {
  const row = run.episodes.rowOf(episodeId);
  const taskType = row < 0 ? '' : run.episodes.word(row, 'taskType');
  const training = byKey.get(trainingKey(cellOf(episodeId, named), taskType));
  iterationOf(training, iteration)?.reflections.set(episodeId, place);
}

type Learning = Extract<
  TurnEvent,
  { type: 'iteration-start' | 'iteration-end' | 'update-judged' | 'plan-selected' }
>;

function takeLearning(
  training: FoldedTraining | undefined,
  event: Learning,
  place: RecordPlace,
  notePlan: (mark: PlanMark, field: PlanPlace['field']) => void,
): void {
  if (training === undefined) return;
  if (event.type === 'plan-selected') {
    training.selected = { plan: event.plan, place };
    notePlan(event.plan, 'selected');
    return;
  }
  const iteration = iterationOf(training, event.iteration);
  if (iteration === undefined) return;
  if (event.type === 'iteration-start') {
    iteration.batch = event.instanceIds;
    return;
  }
  training.plans.add(event.plan.id);
  if (event.type === 'iteration-end') {
    iteration.end = { ...event, place };
    notePlan(event.plan, 'plan');
  } else {
    iteration.verdict = { accepted: event.accepted, place };
    notePlan(event.plan, 'candidate');
  }
}

/** Most iterations of a training: far above any real one. */
const mostIterations = 100_000;

/** An iteration of a training, made where it is the next one; undefined for numbers that can not be. */
function iterationOf(training: FoldedTraining | undefined, iteration: number): FoldedIteration | undefined {
  if (training === undefined || !Number.isInteger(iteration)) return undefined;
  const known = training.iterations[iteration];
  if (known !== undefined || iteration !== training.iterations.length || iteration > mostIterations)
    return known;
  const next = { iteration, batch: [], end: null, verdict: null, reflections: new Map() };
  training.iterations.push(next);
  return next;
}

/** The longest name of a cell that an id begins with. */
function cellOf(id: string, cells: ReadonlySet<string>): string | null {
  if (cells.size === 0) return null;
  let longest: string | null = null;
  for (let at = id.indexOf('/'); at >= 0; at = id.indexOf('/', at + 1)) {
    const part = id.slice(0, at);
    if (cells.has(part)) longest = part;
  }
  return longest;
}

/** `train/3/...`: iteration 3. */
function iterationIn(id: string): number | null {
  const found = /^train\/(\d{1,6})\//.exec(id)?.[1];
  return found === undefined ? null : Number(found);
}

/** `validation/update-2/...`: what was being validated. */
function labelIn(id: string): string | null {
  return /^validation\/([^/]+)\//.exec(id)?.[1] ?? null;
}

/** Task types may all begin with the same plan: none. */
function validationKey(cell: string | null, taskType: string, planId: string): string {
  return `${trainingKey(cell, taskType)}\n${planId}`;
}

/** Evaluations by what they measure. Those of validation are told apart by the ids of their episodes only. */
function createEvaluations() {
  const all: FoldedEvaluation[] = [];
  const indexes = new Map<string, number>();
  const validating = new Map<string, number>();
  const find = (evaluation: Omit<FoldedEvaluation, 'ends' | 'instances'>) => {
    const { cell, taskType, phase, label, planId } = evaluation;
    const key = [cell ?? '', taskType, phase, label ?? '', planId].join('\n');
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, all.length);
    return all.push({ ...evaluation, instances: 0, ends: 0 }) - 1;
  };
  return {
    all,
    turn: (event: Extract<TurnEvent, { type: 'evaluation-start' | 'evaluation-end' }>) => {
      const { cell, taskType, phase, planId } = event;
      if (phase === 'validation') {
        if (event.type === 'evaluation-start')
          validating.set(validationKey(cell, taskType, planId), event.instances);
        return;
      }
      const evaluation = all[find({ cell, taskType, phase, label: null, planId })];
      if (evaluation === undefined) return;
      if (event.type === 'evaluation-end') evaluation.ends++;
      else evaluation.instances = event.instances;
    },
    indexOf: ({ taskType, phase, planId }: EpisodeEntry, cell: string | null, label: string | null) => {
      const index = find({ cell, taskType, phase, label, planId });
      const evaluation = all[index];
      if (evaluation?.instances === 0)
        evaluation.instances = validating.get(validationKey(cell, taskType, planId)) ?? 0;
      return index;
    },
  };
}
