/** Finds the plan for a task by its words; the same for the same plans and words, and honest about how sure it is. */

import { createRanking, type RankedPlan } from './rank-plans.js';
import type { ServedPlan } from './served-plan.js';

/** What a plan is looked for by; at least one of them. */
export interface PlanQuery {
  /** The task in plain words. */
  readonly task?: string | undefined;
  /** `alfworld/heat`, `heat`, or the id of a plan. */
  readonly taskType?: string | undefined;
}

/** How well a plan fits. */
export const fits = ['exact', 'good', 'unclear', 'none'] as const;

/**
 * What was found. `exact`: one plan alone has the task type; `good`: one fits by its words, and clearly better than the
 * others; `unclear`: some fit a little, or equally well; `none`: none does.
 */
export interface FoundPlan {
  readonly fit: (typeof fits)[number];
  /** The plan, where the fit is exact or good. */
  readonly best: RankedPlan | null;
  /** Others that may fit, best first. */
  readonly alternatives: readonly RankedPlan[];
}

/** From this score on a plan fits by a single word that is its own; from the lower one by several. */
const goodScore = 0.5;
const fairScore = 0.3;
/** And it has to be better than the next one by this factor. */
const clearlyBetter = 1.25;
/** Below this score a plan has nothing to do with the task. */
const poorScore = 0.1;

const mostAlternatives = 5;

/** A search over plans. */
export function createPlanFinder(plans: readonly ServedPlan[]): (query: PlanQuery) => FoundPlan {
  const rank = createRanking(plans);
  return ({ task = '', taskType }) => {
    const typed = taskType === undefined ? [] : plans.filter((plan) => isForTaskType(plan, taskType));
    const isPossible = ({ plan, score }: RankedPlan) =>
      typed.length > 0 ? typed.includes(plan) : score >= poorScore;
    const ranked = rank(task).filter(isPossible);
    const [first, second] = ranked;
    const others = ranked.slice(0, mostAlternatives);
    if (first === undefined) return { fit: 'none', best: null, alternatives: [] };
    if (typed.length === 1) return { fit: 'exact', best: { ...first, score: 1 }, alternatives: [] };
    if (!fitsByWords(first) || first.score < clearlyBetter * (second?.score ?? 0))
      return { fit: 'unclear', best: null, alternatives: others };
    return { fit: 'good', best: first, alternatives: ranked.slice(1, mostAlternatives + 1) };
  };
}

function fitsByWords({ score, telling, own }: RankedPlan): boolean {
  return own > 0 && (score >= goodScore || (telling > 1 && score >= fairScore));
}

/** Whether a task type, or the id of a plan, means this plan. */
export function isForTaskType({ id, planFile: { plan } }: ServedPlan, taskType: string): boolean {
  const wanted = taskType.trim().toLowerCase();
  const names = [id, plan.taskType, `${plan.environment}/${plan.taskType}`];
  return wanted !== '' && names.some((name) => name.toLowerCase() === wanted);
}
