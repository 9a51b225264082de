/** Whether an update is kept: a slot of every optimizer. */
import type { Plan } from '../core/plan.js';
import type { Verdict } from '../core/validation.js';
import { meanOf, showMean, type ValidationContext, validatePlans } from './validate-plans.js';

/** A rule that keeps an update or not. */
export interface Acceptance {
  readonly name: 'always' | 'validation-no-worse';
  /**
   * Judges the plan of update `index` (from 0) against the plan before it, which has another text. Null: kept
   * without being measured.
   */
  judge(context: ValidationContext, plans: Rivals, index: number): Promise<Verdict | null>;
}

/** An update's plan, and the plan before it. */
export interface Rivals {
  readonly candidate: Plan;
  readonly incumbent: Plan;
}

/** Keeps every update, as AutoPlan does (section 3.2.3). */
export const acceptAlways: Acceptance = { name: 'always', judge: async () => null };

/**
 * Keeps an update unless it is worse. Both plans are measured afresh on the same `size` validation instances with the
 * same seeds: the plan before is never judged by a score of an earlier day, which it may have got by luck.
 */
export function acceptNoWorse(size: number): Acceptance {
  return {
    name: 'validation-no-worse',
    judge: async (context, { candidate, incumbent }, index) => {
      const draw = { size, index, label: `update-${index + 1}` };
      const { instances, scores } = await validatePlans(context, [candidate, incumbent], draw);
      return judgePair(candidate, instances, scores[0] ?? [], scores[1] ?? []);
    },
  };
}

/** Sums of fractions that are equal can differ in the last digits. */
const roundingError = 1e-9;

function judgePair(
  candidate: Plan,
  instances: readonly string[],
  ours: readonly number[],
  theirs: readonly number[],
): Verdict {
  const differences = ours.map((score, i) => score - (theirs[i] ?? 0));
  const difference = meanOf(differences);
  const accepted = difference !== null && difference > -roundingError;
  const [candidateMean, incumbentMean] = [meanOf(ours), meanOf(theirs)];
  const n = ours.length;
  return {
    accepted,
    reason:
      difference === null
        ? 'no validation instance could be measured with both plans'
        : `mean ${showMean(candidateMean)} with it and ${showMean(incumbentMean)} without, on ${n} validation instances`,
    candidate,
    instances,
    n,
    candidateMean,
    incumbentMean,
    difference,
    better: differences.filter((one) => one > 0).length,
    worse: differences.filter((one) => one < 0).length,
  };
}
