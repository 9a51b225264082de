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
  measureMeanwhile,
  type SpendSummary,
  summarizeIteration,
  summarizePlan,
  summarizeSpend,
  summarizeValidation,
  type TrainingSetup,
  withoutSpend,
} from '../training/index.js';
import { anySignal } from '../util/abort.js';
import { systemClock } from '../util/clock.js';
import type { PreparedAblation, PreparedArm } from './prepare-ablation.js';
import type { TaskTypeInstances } from './resolve-training.js';
import { hasBudget } from './schema.js';

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
  const eachOne = arm.train && ablation.ablation.measure === 'each-iteration';
  const measuring = createPlanMeasuring(ablation, cell, eachOne);
  const learned = arm.train ? await learn(ablation, cell, given, learning, measuring) : null;
  const plan = learned?.plan ?? given;
  const plans = [given, ...(learned?.iterations ?? []).map((iteration) => iteration.plan)];
  const curve = eachOne ? await measuring.all(plans.map((one, i) => measuring.measure(one, i))) : [];
  // The last plan is not the final one where one was selected.
  const { evaluation, playing } = await measuring.measure(plan);
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
      curve: curve.map(describePoint),
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

/** The measuring of a cell's plans, while others are learned. */
interface PlanMeasuring {
  /** Measures a plan; one that was measured before is not played again, as it would draw the same seeds. */
  measure(plan: Plan, iteration?: number): Promise<MeasuredPlan>;
  /** Aborted when one could not be measured. */
  readonly failed: AbortSignal;
  /** What was measured. Where one could not be, the others are stopped, and it rejects when all have ended. */
  all(measured: readonly Promise<MeasuredPlan>[]): Promise<readonly MeasuredPlan[]>;
  /** Stops what is being measured and waits for its end. */
  stop(reason: unknown): Promise<void>;
}

function createPlanMeasuring(
  ablation: PreparedAblation,
  cell: PlannedCell,
  whileLearning: boolean,
): PlanMeasuring {
  const known = new Map<string, Promise<MeasuredPlan>>();
  const stopped = new AbortController();
  const signal = anySignal(ablation.signal, stopped.signal);
  const begin = (plan: Plan, iteration?: number): Promise<MeasuredPlan> => {
    const named = iteration === undefined ? cell : { ...cell, id: `${cell.id}/iteration-${iteration}` };
    const measured = measurePlan({ ...ablation, signal }, named, plan, whileLearning);
    measured.catch((error: unknown) => stopped.abort(error));
    known.set(plan.id, measured);
    return measured;
  };
  return {
    measure: (plan, iteration) => known.get(plan.id) ?? begin(plan, iteration),
    failed: stopped.signal,
    all: async (measured) => {
      await Promise.allSettled(measured);
      return Promise.all(measured);
    },
    stop: async (reason) => {
      stopped.abort(reason);
      await Promise.allSettled(known.values());
    },
  };
}

/** Learns a plan; each is measured as soon as it is there, where they all are and no budget is to be kept for learning. */
async function learn(
  ablation: PreparedAblation,
  cell: PlannedCell,
  given: Plan,
  meter: Meter,
  measuring: PlanMeasuring,
): Promise<LearnedPlan> {
  announceTraining(ablation, cell, given);
  const atOnce = ablation.ablation.measure === 'each-iteration' && !hasBudget(ablation.shared);
  const signal = anySignal(ablation.signal, measuring.failed);
  let made = 0;
  const onPlan = (plan: Plan) => {
    if (atOnce) void measuring.measure(plan, made++);
  };
  try {
    return await learnPlan({ ...trainingSetup({ ...ablation, signal }, cell, given, meter), onPlan });
  } catch (error) {
    await measuring.stop(error);
    throw error;
  }
}

async function measurePlan(
  ablation: PreparedAblation,
  cell: PlannedCell,
  plan: Plan,
  whileLearning: boolean,
): Promise<MeasuredPlan> {
  const playing = createMeter();
  const setup = trainingSetup(ablation, cell, plan, playing);
  const { optimize, evaluate } = setup.models;
  const models = { optimize, evaluate: whileLearning ? measureMeanwhile(evaluate) : evaluate };
  const { heldOut } = cell.instances;
  return { evaluation: await evaluatePlan({ ...setup, models }, plan, 'held-out', heldOut), playing };
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
  { record, signal, executor }: PreparedAblation,
  { id, order, prepared, instances }: PlannedCell,
  initialPlan: Plan,
  meter: Meter,
): TrainingSetup {
  const { config, tasks, method, models } = prepared;
  const { seed, batchSize, iterations } = config;
  const inTurn = executor.gate.middleware(-order);
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
    concurrency: executor.inFlight(),
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
