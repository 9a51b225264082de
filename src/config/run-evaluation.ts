/** Measures a frozen plan, or none, on a split: the same loop and decoding as the end of a training. */
import type { EventSink } from '../core/event.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance } from '../core/task.js';
import { type Evaluation, type MeasuredRate, measureResults } from '../evaluation/index.js';
import { loadPlan } from '../plans/index.js';
import { wilson } from '../stats/index.js';
import { type EvaluationSetup, evaluatePlan, type SpendSummary, summarizeSpend } from '../training/index.js';
import { systemClock } from '../util/clock.js';
import { isSimulated } from './build-model.js';
import { type ResolvedModels, resolveModels } from './resolve-models.js';
import {
  pickInstances,
  type ResolvedSuite,
  resolveInitialPlan,
  resolveMethod,
  resolveSuite,
} from './resolve-training.js';
import { type Config, heldOutSplit } from './schema.js';
import { forSetting, locateError, type PlaceOf } from './setting-error.js';

/** How to measure. */
export interface RunEvaluationOptions {
  /** `heldOut` names the split, or says how many instances of the held-out split; `plan` is the plan. */
  readonly config: Config;
  /** Where the config's settings were given, for complaints. */
  readonly placeOf?: PlaceOf;
  /** Times that each instance is played, with other seeds each time. */
  readonly repeats: number;
  /** Most instances per task type: a seeded sample. Default: what `heldOut` says. */
  readonly limit?: number;
  readonly emit?: EventSink;
  readonly signal?: AbortSignal;
}

/** Everything resolved, before anything is played. */
export interface PreparedEvaluation extends RunEvaluationOptions {
  readonly setup: Omit<EvaluationSetup, 'taskType' | 'seed'>;
  readonly models: ResolvedModels;
  readonly taskTypes: readonly TaskTypePlan[];
  /** Episodes that will be played, over all task types and repeats. */
  readonly episodes: number;
}

interface TaskTypePlan {
  readonly taskType: string;
  readonly plan: Plan;
  readonly instances: readonly TaskInstance[];
}

/** One instance over all repeats. */
export interface RepeatedResult {
  readonly instanceId: string;
  readonly taskType: string;
  readonly successes: number;
  /** Repeats that did not end in an error. */
  readonly played: number;
  readonly outcomes: readonly string[];
  readonly steps: readonly number[];
}

/** A measured plan. */
export interface MeasuredPlan {
  readonly plan: { readonly id: string; readonly text: string };
  readonly heldOut: MeasuredRate;
  readonly taskTypes: readonly (MeasuredRate & { readonly taskType: string })[];
  readonly results: readonly RepeatedResult[];
  readonly spend: SpendSummary;
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly errorShare: number;
}

/** The task type a plan file says it is for; undefined for a plain text. */
export function taskTypeOfPlan(file: string): string | undefined {
  const { plan, details } = loadPlan(file, { allowEdited: true });
  return details ? plan.taskType : undefined;
}

/** Resolves what is to be measured. Rejects with a UsageError for whatever is wrong with it. */
export async function prepareEvaluation(options: RunEvaluationOptions): Promise<PreparedEvaluation> {
  const { config, repeats, signal, emit = () => {} } = options;
  try {
    const tasks = resolveSuite(config);
    const { agent } = resolveMethod(config);
    const taskTypes = tasks.wanted.map((taskType) => resolveTaskType(options, tasks, taskType));
    const models = await resolveModels(config, (call) => emit({ type: 'model-call', ...call }));
    const { environment, limits } = tasks;
    const { concurrency } = config;
    return {
      ...options,
      setup: {
        environment,
        agent,
        models,
        concurrency,
        limits,
        clock: systemClock,
        emit,
        ...(signal ? { signal } : {}),
      },
      models,
      taskTypes,
      episodes: repeats * taskTypes.reduce((sum, { instances }) => sum + instances.length, 0),
    };
  } catch (error) {
    throw locateError(error, options.placeOf);
  }
}

function resolveTaskType(
  { config, limit }: RunEvaluationOptions,
  tasks: ResolvedSuite,
  taskType: string,
): TaskTypePlan {
  const most = limit ?? (typeof config.heldOut === 'number' ? config.heldOut : undefined);
  const wanted = {
    split: heldOutSplit(config),
    seed: config.seed,
    ...(most === undefined ? {} : { limit: most }),
  };
  const { instances } = forSetting('heldOut', () => pickInstances(tasks, taskType, wanted));
  return { taskType, instances, plan: resolveInitialPlan(config.plan, tasks.environment.name, taskType) };
}

/** Plays and counts. Rejects with a UsageError or a BudgetError when it can not be done. */
export async function runEvaluation(prepared: PreparedEvaluation): Promise<MeasuredPlan> {
  const { config, models, repeats, setup, taskTypes } = prepared;
  const measured: { taskType: string; evaluations: Evaluation[] }[] = [];
  for (const { taskType, plan, instances } of taskTypes) {
    const evaluations: Evaluation[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      const seeded = { ...setup, taskType, seed: config.seed + repeat };
      evaluations.push(await evaluatePlan(seeded, plan, 'held-out', instances));
    }
    measured.push({ taskType, evaluations });
  }
  const { id, text } = (taskTypes[0] as TaskTypePlan).plan;
  const all = measured.flatMap(({ evaluations }) => evaluations);
  const episodes = all.reduce((sum, { results }) => sum + results.length, 0);
  const names = Object.values(models.names);
  return {
    plan: { id, text },
    heldOut: pool(all, repeats),
    taskTypes: measured.map(({ taskType, evaluations }) => ({ taskType, ...pool(evaluations, repeats) })),
    results: measured.flatMap(({ evaluations }) => combine(evaluations)),
    spend: summarizeSpend(models.meter.byPurpose()),
    models: [...new Set(names)],
    simulated: names.some(isSimulated),
    errorShare: all.reduce((sum, { errors }) => sum + errors, 0) / Math.max(1, episodes),
  };
}

/**
 * All episodes together. Repeats of one instance are not independent, so the interval is that of as many trials as
 * there are instances.
 */
function pool(evaluations: readonly Evaluation[], repeats: number): MeasuredRate {
  const rate = measureResults(evaluations.flatMap(({ results }) => results));
  if (repeats === 1 || rate.rate === null) return rate;
  const instances = Math.round(rate.n / repeats);
  return { ...rate, wilson95: wilson(Math.round(rate.rate * instances), instances) };
}

function combine(evaluations: readonly Evaluation[]): RepeatedResult[] {
  const first = evaluations[0]?.results ?? [];
  return first.map(({ instanceId, taskType }, i) => {
    const repeats = evaluations.flatMap(({ results }) => results[i] ?? []);
    const outcomes = repeats.map(({ outcome }) =>
      outcome.kind === 'truncated' ? `out of ${outcome.by}` : outcome.kind,
    );
    return {
      instanceId,
      taskType,
      successes: outcomes.filter((outcome) => outcome === 'success').length,
      played: outcomes.filter((outcome) => outcome !== 'error').length,
      outcomes,
      steps: repeats.map(({ steps }) => steps),
    };
  });
}
