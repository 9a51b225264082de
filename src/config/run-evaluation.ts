/** Measures a frozen plan, or none, on a split: the same loop and decoding as the end of a training. */
import type { EventSink } from '../core/event.js';
import type { Plan } from '../core/plan.js';
import { type Evaluation, type SuccessRate, successRate } from '../evaluation/index.js';
import { loadPlan } from '../plans/index.js';
import { wilson } from '../stats/index.js';
import { evaluatePlan, type SpendSummary, summarizeSpend } from '../training/index.js';
import { systemClock } from '../util/clock.js';
import { isSimulated, resolveModels } from './resolve-models.js';
import { pickInstances, resolveInitialPlan, resolveMethod, resolveSuite } from './resolve-training.js';
import { type Config, heldOutSplit } from './schema.js';

/** How to measure. */
export interface RunEvaluationOptions {
  /** `heldOut` names the split or how many instances of the held-out split; `plan` the plan. */
  readonly config: Config;
  /** Times that each instance is played, with other seeds each time. */
  readonly repeats: number;
  /** Most instances per task type: a seeded sample. */
  readonly limit?: number;
  readonly emit?: EventSink;
  readonly signal?: AbortSignal;
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
  readonly heldOut: SuccessRate;
  readonly taskTypes: readonly (SuccessRate & { readonly taskType: string })[];
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

/** Plays and counts. Throws a UsageError for wrong input and a BudgetError when the budget does not suffice. */
export async function runEvaluation(options: RunEvaluationOptions): Promise<MeasuredPlan> {
  const { config, repeats, signal, emit = () => {} } = options;
  const tasks = resolveSuite(config);
  const wanted = {
    split: heldOutSplit(config),
    seed: config.seed,
    ...(options.limit ? { limit: options.limit } : {}),
  };
  const { agent } = resolveMethod(config);
  const models = await resolveModels(config, (call) => emit({ type: 'model-call', ...call }));
  const setup = {
    environment: tasks.environment,
    agent,
    models,
    concurrency: config.concurrency,
    limits: tasks.limits,
    clock: systemClock,
    emit,
  };
  const measured: { taskType: string; plan: Plan; evaluations: Evaluation[] }[] = [];
  for (const taskType of tasks.wanted) {
    const { instances } = pickInstances(tasks, taskType, wanted);
    const plan = resolveInitialPlan(config.plan, tasks.environment.name, taskType);
    const evaluations: Evaluation[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      const seed = config.seed + repeat;
      evaluations.push(
        await evaluatePlan(
          { ...setup, taskType, seed, ...(signal ? { signal } : {}) },
          plan,
          'held-out',
          instances,
        ),
      );
    }
    measured.push({ taskType, plan, evaluations });
  }
  const plan = measured[0]?.plan as Plan;
  const all = measured.flatMap(({ evaluations }) => evaluations);
  const episodes = all.reduce((sum, { results }) => sum + results.length, 0);
  return {
    plan: { id: plan.id, text: plan.text },
    heldOut: pool(all, repeats),
    taskTypes: measured.map(({ taskType, evaluations }) => ({ taskType, ...pool(evaluations, repeats) })),
    results: measured.flatMap(({ evaluations }) => combine(evaluations)),
    spend: summarizeSpend(models.meter.byPurpose()),
    models: [...new Set(Object.values(models.names))],
    simulated: Object.values(models.names).some(isSimulated),
    errorShare: all.reduce((sum, { errors }) => sum + errors, 0) / Math.max(1, episodes),
  };
}

/**
 * All episodes together. Repeats of one instance are not independent, so the interval is that of as many trials as
 * there are instances.
 */
function pool(evaluations: readonly Evaluation[], repeats: number): SuccessRate {
  const rate = successRate(evaluations.flatMap(({ results }) => results.map(({ outcome }) => outcome)));
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
