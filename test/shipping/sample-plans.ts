import { createPlan, type PlanDetails, type PlanFile } from '../../src/plans/index.js';
import { hostilePlanDetails } from '../plans/plan-details.js';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

/** Details of a reviewed and certified plan with ordinary words. */
export function shippedDetails(planId: string, text = 'words'): PlanDetails {
  return {
    ...hostilePlanDetails(text),
    evaluation: {
      split: 'held-out',
      n: 40,
      successes: 39,
      rate: 0.975,
      wilson95: [0.87, 0.99],
      baseline_rate: 0.35,
      baseline_successes: 14,
      p_paired: 0.0001,
      errors: 0,
    },
    certificate: {
      verdict: 'certified',
      reason: 'better',
      suite: 'toys',
      suite_digest: hash('1'),
      split: 'held-out',
      environment_version: '1',
      agent: 'autoplan',
      agent_model: 'm',
      simulated: true,
      measure: 'success',
      baseline: null,
      n: 40,
      successes: 39,
      rate: 0.975,
      wilson95: [0.87, 0.99],
      baseline_successes: 14,
      baseline_rate: 0.35,
      baseline_wilson95: [0.2, 0.5],
      only_plan: 25,
      only_baseline: 0,
      difference: 0.625,
      difference95: [0.4, 0.8],
      errors: 0,
      difference_bounds: null,
      p: 0.0001,
      plans_tried: 1,
      corrected_for: 1,
      p_corrected: 0.0001,
      alpha: 0.05,
      detectable_difference: 0.2,
      opening: 1,
      seed: 0,
      run: 'r',
      tool_version: '0',
    },
    review: { state: 'reviewed', content_hash: planId, flags: [] },
  };
}

/** A plan that may leave the house, with the given text and the given words in every field about it. */
export function shippablePlan(text: string, words?: string): PlanFile {
  const parts = { text, iteration: 3, environment: 'toy', taskType: 'heat', parentId: hash('2') };
  const plan = createPlan(parts);
  return { plan, details: shippedDetails(plan.id, words), edited: false, warnings: [] };
}

/** A plan of which nothing is known but its text. */
export function plainPlan(text: string): PlanFile {
  const plan = createPlan({ text, iteration: 0, environment: '', taskType: '' });
  return { plan, details: null, edited: false, warnings: [] };
}
