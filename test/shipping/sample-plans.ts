import { createPlan, type PlanDetails, type PlanFile } from '../../src/plans/index.js';
import { hostilePlanDetails } from '../plans/plan-details.js';
import { sampleCertificate } from '../plans/sample-certificate.js';

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
    certificate: { ...sampleCertificate, suite: 'toys', suite_digest: hash('1'), simulated: true },
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
