/** Which of the plans that were kept is the final one: a slot of every optimizer. */
import type { Plan } from '../core/plan.js';
import type { Selection } from '../core/validation.js';
import { meanOf, showMean, type ValidationContext, validatePlans } from './validate-plans.js';

/** A rule that chooses the final plan. */
export interface SelectionRule {
  readonly name: 'last' | 'best-validation';
  /**
   * Chooses among the plans that were kept, in the order of their coming, each text once; `index` is the number of
   * updates, the first draw of validation instances that no update was judged on. Null: the last one, unmeasured.
   */
  select(context: ValidationContext, plans: readonly Plan[], index: number): Promise<Selection | null>;
}

/** The plan after the last update is final, as in AutoPlan. */
export const selectLast: SelectionRule = { name: 'last', select: async () => null };

/**
 * Measures all plans that were kept once more, on the same `size` validation instances with the same seeds; the best
 * is final, of equally good ones the earlier. A single plan is not measured.
 */
export function selectBestValidation(size: number): SelectionRule {
  return {
    name: 'best-validation',
    select: async (context, plans, index) => {
      if (plans.length < 2) return null;
      const { instances, scores } = await validatePlans(context, plans, { size, index, label: 'selection' });
      const candidates = plans.map((plan, i) => ({ plan, mean: meanOf(scores[i] ?? []) }));
      const best = candidates.reduce((first, next) => ((next.mean ?? 0) > (first.mean ?? 0) ? next : first));
      const n = scores[0]?.length ?? 0;
      if (n === 0) return unmeasured(candidates, instances);
      const reason = `mean ${showMean(best.mean)}, the best of ${plans.length} plans on ${n} validation instances`;
      return { plan: best.plan, reason, instances, n, candidates };
    },
  };
}

/** Where nothing could be measured with all plans, nothing speaks against the last one. */
function unmeasured(candidates: Selection['candidates'], instances: readonly string[]): Selection {
  const { plan } = candidates.at(-1) as (typeof candidates)[number];
  const reason = 'the last one: no validation instance could be measured with all plans';
  return { plan, reason, instances, n: 0, candidates };
}
