/** What validation finds while a plan is being learned. */
import type { Plan } from './plan.js';

/** How one instance went. */
export interface ValidationScore {
  readonly instanceId: string;
  /** In [0, 1]; null after an infrastructure error. */
  readonly score: number | null;
}

/** An update's plan against the plan before it, both measured afresh on the same validation instances. */
export interface Verdict {
  readonly accepted: boolean;
  /** Why, in words. */
  readonly reason: string;
  /** The update's plan. */
  readonly candidate: Plan;
  /** Ids of the instances that were drawn. */
  readonly instances: readonly string[];
  /** Instances that both have a score for; the numbers below are over these. */
  readonly n: number;
  /** Mean scores in [0, 1]; null without any. */
  readonly candidateMean: number | null;
  readonly incumbentMean: number | null;
  /** Mean of the update's plan minus that of the plan before, in [-1, 1]; null without any. */
  readonly difference: number | null;
  /** Instances on which the update's plan did better, and worse. */
  readonly better: number;
  readonly worse: number;
}

/** The final plan chosen among all plans that were kept, by measuring them once more on the same instances. */
export interface Selection {
  readonly plan: Plan;
  /** Why, in words. */
  readonly reason: string;
  readonly instances: readonly string[];
  /** Instances that all plans have a score for. */
  readonly n: number;
  /** In the order in which they were kept, the initial plan first; a mean is null without instances. */
  readonly candidates: readonly { readonly plan: Plan; readonly mean: number | null }[];
}
