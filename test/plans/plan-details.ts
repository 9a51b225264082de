import type { PlanDetails } from '../../src/plans/index.js';

/** Details of a plan in which each free text is the given one. */
export function hostilePlanDetails(text: string): PlanDetails {
  const hash = `sha256:${'0'.repeat(64)}`;
  return {
    title: text,
    description: text,
    environmentVersion: text,
    actionsHash: hash,
    provenance: {
      run: text,
      seed: 0,
      batch_size: 1,
      reflection: text,
      optimizer: text,
      optimizer_model: text,
      agent_model: text,
      tool_version: text,
      simulated: false,
    },
    trainedOn: { suite: text, suite_digest: hash, untrusted_observations: true, reviewed_by: text },
    review: { state: 'unreviewed', flags: [{ kind: 'copied', line: 1, quote: text }] },
    license: text,
  };
}
