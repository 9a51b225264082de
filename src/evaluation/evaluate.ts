/** A frozen plan on a set of instances: the same loop as in training, without reflection (paper section 3.2.3). */
import type { Episode, Outcome } from '../core/episode.js';
import type { EventSink, Phase } from '../core/event.js';
import { addSpend, noSpend, type Spend } from '../core/model.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance } from '../core/task.js';
import { pairedComparison, wilson } from '../stats/index.js';
import { mapConcurrently } from '../util/map-concurrently.js';

/** How one instance went. */
export interface InstanceResult {
  readonly instanceId: string;
  readonly taskType: string;
  /** Of the last trial. */
  readonly outcome: Outcome;
  /** Actions of the last trial. */
  readonly steps: number;
  /** All trials in order, where the agent had more than one. */
  readonly trials?: readonly { readonly outcome: Outcome; readonly steps: number }[];
  /** The world's own measures, each in [0, 1], where it has any. */
  readonly scores?: Readonly<Record<string, number>>;
  /** Actions that needed the formalizer's grammar, its model, or neither. */
  readonly formalizer: Readonly<Record<'grammar' | 'model' | 'none', number>>;
}

/** A success rate with its interval. Episodes that ended in an error are counted apart, never as failures. */
export interface SuccessRate {
  readonly n: number;
  readonly successes: number;
  /** Null where no episode finished. */
  readonly rate: number | null;
  readonly wilson95: readonly [number, number] | null;
  readonly errors: number;
}

/** How instances went, taken together. */
export interface MeasuredRate extends SuccessRate {
  /** Means of the world's own measures over the episodes that did not end in an error; absent where there are none. */
  readonly meanScores?: Readonly<Record<string, number>>;
}

/** A plan measured on instances. */
export interface Evaluation extends MeasuredRate {
  readonly planId: string;
  /** In the order of the instances given. */
  readonly results: readonly InstanceResult[];
  readonly spend: Spend;
}

/** What an evaluation needs. */
export interface EvaluationTask {
  readonly plan: Plan;
  readonly taskType: string;
  readonly phase: Phase;
  readonly instances: readonly TaskInstance[];
  /** Episodes open at a time. */
  readonly concurrency: number;
  /** Plays an instance, in as many trials as the agent takes. */
  readonly rollout: (instance: TaskInstance) => Promise<readonly Episode[]>;
  readonly emit: EventSink;
}

/** Plays every instance once. The result does not depend on which episode ends first. */
export async function evaluate(task: EvaluationTask): Promise<Evaluation> {
  const { plan, taskType, phase, instances, emit } = task;
  emit({ type: 'evaluation-start', taskType, phase, planId: plan.id, instances: instances.length });
  const played = await mapConcurrently(instances, task.concurrency, async (instance) =>
    summarize(await task.rollout(instance)),
  );
  const results = played.map((entry) => entry.result);
  const evaluation: Evaluation = {
    planId: plan.id,
    ...measureResults(results),
    results,
    spend: played.reduce((sum, entry) => addSpend(sum, entry.spend), noSpend),
  };
  const { successes, errors } = evaluation;
  emit({
    type: 'evaluation-end',
    taskType,
    phase,
    planId: plan.id,
    successes,
    episodes: instances.length,
    errors,
  });
  return evaluation;
}

function summarize(trials: readonly Episode[]): { result: InstanceResult; spend: Spend } {
  const last = trials.at(-1) as Episode;
  const formalizer = { grammar: 0, model: 0, none: 0 };
  for (const step of trials.flatMap(({ steps }) => steps)) formalizer[step.formalizer]++;
  const { instanceId, taskType, outcome, scores } = last;
  return {
    result: {
      instanceId,
      taskType,
      outcome,
      steps: last.steps.length,
      ...(trials.length > 1 ? { trials: trials.map(describeTrial) } : {}),
      formalizer,
      ...(scores === undefined ? {} : { scores }),
    },
    spend: trials.reduce((sum, { spend }) => addSpend(sum, spend), noSpend),
  };
}

function describeTrial({ outcome, steps }: Episode) {
  return { outcome, steps: steps.length };
}

/** Success rate and mean scores of instances. */
export function measureResults(results: readonly InstanceResult[]): MeasuredRate {
  const rate = successRate(results.map(({ outcome }) => outcome));
  const scores = results.flatMap((one) => (one.outcome.kind === 'error' || !one.scores ? [] : [one.scores]));
  return scores.length === 0 ? rate : { ...rate, meanScores: meanOf(scores) };
}

function meanOf(scores: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const names = Object.keys(scores[0] ?? {});
  const sum = (name: string) => scores.reduce((total, one) => total + (one[name] ?? 0), 0);
  return Object.fromEntries(names.map((name) => [name, sum(name) / scores.length]));
}

/** Rate, Wilson 95 % interval and errors of a set of outcomes. */
export function successRate(outcomes: readonly Outcome[]): SuccessRate {
  const errors = outcomes.filter((outcome) => outcome.kind === 'error').length;
  const successes = outcomes.filter((outcome) => outcome.kind === 'success').length;
  const n = outcomes.length - errors;
  return {
    n,
    successes,
    rate: n === 0 ? null : successes / n,
    wilson95: n === 0 ? null : wilson(successes, n),
    errors,
  };
}

/** Two plans on the same instances, paired; instances where either ended in an error are left out. */
export function comparePaired(plan: Evaluation, baseline: Evaluation) {
  const other = new Map(baseline.results.map((result) => [result.instanceId, result.outcome]));
  const pairs = plan.results.flatMap(({ instanceId, outcome }): (readonly [boolean, boolean])[] => {
    const against = other.get(instanceId);
    if (!against || against.kind === 'error' || outcome.kind === 'error') return [];
    return [[outcome.kind === 'success', against.kind === 'success']];
  });
  return pairedComparison(pairs);
}
