import { z } from 'zod';

const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'not sha256: and 64 hex digits');
const share = z.number().min(0).max(1);
const count = z.int().min(0);
const difference = z.number().min(-1).max(1);
const interval = z.tuple([share, share]).nullable();

/** What a certificate may say. */
export const certificateVerdicts = ['certified', 'not certified', 'not enough runs'] as const;

/** The certificate in a plan's file. */
export const certificateSchema = z.strictObject({
  verdict: z.enum(certificateVerdicts),
  reason: z.string(),
  suite: z.string(),
  suite_digest: hash,
  split: z.string(),
  environment_version: z.string(),
  agent: z.string(),
  agent_model: z.string(),
  simulated: z.boolean(),
  measure: z.string(),
  baseline: hash.nullable(),
  n: count,
  successes: count,
  rate: share.nullable(),
  wilson95: interval,
  baseline_successes: count,
  baseline_rate: share.nullable(),
  baseline_wilson95: interval,
  only_plan: count,
  only_baseline: count,
  difference: difference.nullable(),
  difference95: z.tuple([difference, difference]).nullable(),
  errors: count,
  difference_bounds: z.tuple([difference, difference]).nullable(),
  p: share,
  plans_tried: count,
  corrected_for: z.int().min(1),
  p_corrected: share,
  alpha: z.number().gt(0).lt(1),
  detectable_difference: share.nullable(),
  opening: z.int().min(1),
  seed: z.int(),
  run: z.string(),
  tool_version: z.string(),
});

/**
 * What fresh rollouts of a plan and of its baseline (null: no plan) on held-out tasks came to, paired by task: `n` counts
 * tasks that both finished, `errors` the others; rates are shares in [0, 1] with Wilson's 95 % interval;
 * `only_plan` and `only_baseline` count tasks that one alone won; `difference95` is Newcombe's interval;
 * `difference_bounds` the difference if all that is missing had gone against the plan, and for it, null where nothing is;
 * `p` is McNemar's exact two-sided p, `p_corrected` the same times `corrected_for`; `detectable_difference` the
 * smallest true difference that so many tasks find with 80 % chance; `opening` the number of this look at the split.
 */
export type PlanCertificate = z.infer<typeof certificateSchema>;
