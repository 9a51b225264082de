import type { OptimizerContext, ValidationSplit } from '../core/optimizer.js';
import type { Plan } from '../core/plan.js';
import { mapConcurrently } from '../util/map-concurrently.js';
import { drawBatch } from './draw-batch.js';

/** Plans measured on the same instances. */
export interface ValidatedPlans {
  /** Ids of the instances drawn. */
  readonly instances: readonly string[];
  /** For each plan its scores on the instances that all of them have a score for, in the same order. */
  readonly scores: readonly (readonly number[])[];
}

/** What validation needs of an optimizer's context. */
export type ValidationContext = Pick<OptimizerContext, 'seed' | 'validation'>;

/**
 * Measures plans afresh, at the same time, on the same `size` validation instances with the same seeds: draw `index` (from 0) of them,
 * which depends on the run's seed and `index` only. Throws a RangeError where nothing is set aside for validation.
 */
export async function validatePlans(
  context: ValidationContext,
  plans: readonly Plan[],
  { size, index, label }: { readonly size: number; readonly index: number; readonly label: string },
): Promise<ValidatedPlans> {
  const { instances, validate } = validationOf(context);
  const drawn = drawBatch(instances, context.seed, size, index, 'validation');
  const measured = await mapConcurrently(plans, plans.length, (plan) => validate(plan, drawn, label));
  const complete = drawn.map((_, i) => measured.every((scores) => typeof scores[i]?.score === 'number'));
  return {
    instances: drawn.map(({ id }) => id),
    scores: measured.map((scores) =>
      scores.flatMap(({ score }, i) => (complete[i] === true && score !== null ? [score] : [])),
    ),
  };
}

function validationOf({ validation }: ValidationContext): ValidationSplit {
  if (validation === undefined || validation.instances.length === 0)
    throw new RangeError('no instances are set aside for validation');
  return validation;
}

/** Mean of scores; null without any. */
export function meanOf(scores: readonly number[]): number | null {
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** A mean score for people. */
export function showMean(mean: number | null): string {
  return mean === null ? 'nothing' : mean.toFixed(2);
}
