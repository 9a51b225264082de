/** One cell of an ablation: an arm on one task type with one seed. Learns a plan where the arm does, then measures. */
import type { RunEvent } from '../core/event.js';
import type { ChatModel } from '../core/model.js';
import type { Plan } from '../core/plan.js';
import type { Evaluation } from '../evaluation/index.js';
import { createMeter, type Meter } from '../models/index.js';
import type { PlanFlag } from '../plans/index.js';
import {
  type CellPoint,
  evaluatePlan,
  type LearnedPlan,
  learnPlan,
  type MeasuredCell,
  type SpendSummary,
  summarizeIteration,
  summarizePlan,
  summarizeSpend,
  summarizeValidation,
  type TrainingSetup,
  withoutSpend,
} from '../training/index.js';
import { systemClock } from '../util/clock.js';
import type { PreparedAblation, PreparedArm } from './prepare-ablation.js';
import type { TaskTypeInstances } from './resolve-training.js';

/** A cell that is to be measured. */
export interface PlannedCell {
  /** Unique within the ablation: experiment, arm, seed and task type; the ids of what is played begin with it. */
  readonly id: string;
  /** Place among all cells: the calls of earlier ones go first. */
  readonly order: number;
  readonly experiment: string;
  readonly prepared: PreparedArm;
  readonly instances: TaskTypeInstances;
}

/** Id of a cell: equal for equal settings, a path of plain words. */
export function cellId(experiment: string, armFolder: string, seed: number, taskType: string): string {
  return `${experiment}/${armFolder}/s${seed}/${taskType}`;
}

/** A measured cell, and the plan that it followed. */
export interface CellOutcome {
  readonly result: MeasuredCell;
  readonly plan: Plan;
  /** What a person should look at in a plan that was learned. */
  readonly flags: readonly PlanFlag[];
}

/** Measures a cell, starting from or following a plan. Rejects with what must stop it; a bad rollout is data. */
export async function measureCell(
  ablation: PreparedAblation,
  cell: PlannedCell,
  given: Plan,
): Promise<CellOutcome> {
  const { arm, config } = cell.prepared;
  const learning = createMeter();
  if (arm.train) announceTraining(ablation, cell, given);
  const learned = arm.train ? await learnPlan(trainingSetup(ablation, cell, given, learning)) : null;
  const plan = learned?.plan ?? given;
  const plans = [given, ...(learned?.iterations ?? []).map((iteration) => iteration.plan)];
  const eachOne = arm.train && ablation.ablation.measure === 'each-iteration';
  // The last plan is not the final one where one was selected.
  const measured = await measurePlans(ablation, cell, eachOne ? [...plans, plan] : [plan]);
  const { evaluation, playing } = measured.at(-1) as MeasuredPlan;
  return {
    plan,
    flags: learned?.flags ?? [],
    result: {
      state: 'measured',
      taskType: cell.instances.taskType,
      seed: config.seed,
      plan: summarizePlan(plan),
      training: learned && describeLearning(learned, learning),
      heldOut: withoutSpend(evaluation),
      curve: eachOne ? measured.slice(0, -1).map(describePoint) : [],
      inference: spendOf(playing, (purpose) => purpose !== 'judge'),
      judging: spendOf(playing, (purpose) => purpose === 'judge'),
    },
  };
}

/** A plan's evaluation, and what it used. */
interface MeasuredPlan {
  readonly evaluation: Evaluation;
  readonly playing: Meter;
}

/** Measures plans, the final one last. One that was measured before is not played again: it would draw the same seeds. */
async function measurePlans(
  ablation: PreparedAblation,
  cell: PlannedCell,
  plans: readonly Plan[],
): Promise<readonly MeasuredPlan[]> {
  const known = new Map<string, MeasuredPlan>();
  const measured: MeasuredPlan[] = [];
  for (const [i, plan] of plans.entries()) {
    const isFinal = i === plans.length - 1;
    const named = isFinal ? cell : { ...cell, id: `${cell.id}/iteration-${i}` };
    const one = known.get(plan.id) ?? (await measurePlan(ablation, named, plan));
    known.set(plan.id, one);
    measured.push(one);
  }
  return measured;
}

async function measurePlan(ablation: PreparedAblation, cell: PlannedCell, plan: Plan): Promise<MeasuredPlan> {
  const playing = createMeter();
  const setup = trainingSetup(ablation, cell, plan, playing);
  return { evaluation: await evaluatePlan(setup, plan, 'held-out', cell.instances.heldOut), playing };
}

function describePoint({ evaluation }: MeasuredPlan, iteration: number): CellPoint {
  return { iteration, planId: evaluation.planId, heldOut: withoutSpend(evaluation) };
}

function announceTraining(
  { record, experiment }: PreparedAblation,
  { id, prepared, instances }: PlannedCell,
  initialPlan: Plan,
): void {
  const { seed, iterations, batchSize } = prepared.config;
  record({
    type: 'run-start',
    cell: id,
    run: experiment,
    taskType: instances.taskType,
    seed,
    iterations,
    batchSize,
    heldOut: instances.heldOut.length,
    initialPlan,
    simulated: prepared.simulated,
    instancesAre: prepared.tasks.environment.instancesAre,
  });
}

function describeLearning(learned: LearnedPlan, meter: Meter): MeasuredCell['training'] {
  const { iterations } = learned;
  return {
    episodes: iterations.reduce((sum, { episodes }) => sum + episodes.length, 0),
    iterations: iterations.map(summarizeIteration),
    ...summarizeValidation(learned),
    spend: spendOf(meter, () => true),
  };
}

function spendOf(meter: Meter, counts: (purpose: string) => boolean): SpendSummary {
  return summarizeSpend(new Map([...meter.byPurpose()].filter(([purpose]) => counts(purpose))));
}

function trainingSetup(
  { record, signal, gate }: PreparedAblation,
  { id, order, prepared, instances }: PlannedCell,
  initialPlan: Plan,
  meter: Meter,
): TrainingSetup {
  const { config, tasks, method, models } = prepared;
  const { seed, batchSize, iterations, concurrency } = config;
  const inTurn = gate.middleware(-order);
  const wrap = (model: ChatModel) => meter.middleware(inTurn(nameCalls(model, id)));
  return {
    taskType: instances.taskType,
    environment: tasks.environment,
    agent: method.agent,
    optimizer: method.optimizer,
    trainInstances: instances.train,
    heldOutInstances: instances.heldOut,
    validationInstances: instances.validation,
    initialPlan,
    models: {
      optimize: wrap(models.optimize),
      evaluate: wrap(models.evaluate),
    },
    seed,
    batchSize,
    iterations,
    concurrency,
    limits: tasks.limits,
    clock: systemClock,
    ...method.scoring,
    emit: (event) => record(nameCell(nameEpisodes(event, id), id)),
    onPlan: () => {},
    ...(signal ? { signal } : {}),
  };
}

/** Puts a cell's id before the ids of its calls: arms play the same instances under the same ids. */
function nameCalls(model: ChatModel, cell: string): ChatModel {
  return {
    id: model.id,
    complete: ({ callId, ...request }) =>
      model.complete({ ...request, callId: `${cell}/${callId ?? request.purpose}` }),
  };
}

/** Says which cell an event belongs to that has no id of its own: cells are measured at the same time. */
function nameCell(event: RunEvent, id: string): RunEvent {
  switch (event.type) {
    case 'iteration-start':
    case 'update-judged':
    case 'iteration-end':
    case 'plan-selected':
    case 'evaluation-start':
    case 'evaluation-end':
      return { ...event, cell: id };
    default:
      return event;
  }
}

/** The same for the ids of its episodes. */
function nameEpisodes(event: RunEvent, cell: string): RunEvent {
  switch (event.type) {
    case 'episode-start':
    case 'episode-step':
      return { ...event, episodeId: `${cell}/${event.episodeId}` };
    case 'episode-end':
      return { ...event, episode: { ...event.episode, id: `${cell}/${event.episode.id}` } };
    case 'reflection-end': {
      const { reflection } = event;
      return { ...event, reflection: { ...reflection, episodeId: `${cell}/${reflection.episodeId}` } };
    }
    default:
      return event;
  }
}
