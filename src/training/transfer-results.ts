/** What a transfer found: plans on models and task types, each against no plan. Plain data, with no time and no path. */
import type { Environment } from '../core/environment.js';
import type { Headline, MeasuredRate } from '../evaluation/index.js';
import type { ResultComparison } from './results-comparison.js';
import type { SpendSummary } from './summarize-results.js';

/** What may be said of a plan on a model and a task type; `not-measured` where one of both sides is missing. */
export type TransferVerdict = 'helps' | 'hurts' | 'no-difference' | 'not-enough-tasks' | 'not-measured';

/** A plan that was carried over. */
export interface TransferredPlan {
  readonly name: string;
  readonly id: string;
  /** The task type that the plan file is for; null for a plain text. */
  readonly madeFor: string | null;
  readonly words: number;
}

/** A model that plans were carried over to. */
export interface TransferModel {
  /** As the user named it. */
  readonly name: string;
  /** Of all models that had a part in it. */
  readonly models: readonly string[];
  readonly simulated: boolean;
}

/** A model on a task type without a plan; all plans are compared with the same one. */
export interface TransferBaseline {
  readonly model: string;
  readonly taskType: string;
  /** Over all repeats; null where it was not measured. */
  readonly measured: MeasuredRate | null;
  /** Why it was not measured, in words. */
  readonly reason: string | null;
}

type Compared = Pick<
  ResultComparison,
  'test' | 'difference' | 'interval95' | 'p' | 'exact' | 'detectable' | 'discordant' | 'excluded' | 'bounds'
>;

/** A plan against no plan, for one model on the instances of one task type. What can not be said is null, never NaN. */
export interface TransferComparison extends Compared {
  readonly plan: string;
  readonly model: string;
  readonly taskType: string;
  /** Instances that both finished. */
  readonly n: number;
  /** Means of the headline over them. */
  readonly planMean: number | null;
  readonly baselineMean: number | null;
  /** Holm's p over all comparisons of the transfer; null where there is no test. */
  readonly adjustedP: number | null;
  readonly verdict: TransferVerdict;
  /** Ids of the instances that went worse with the plan, and of those that went better. */
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  /** What a reader must know of it, in words. */
  readonly notes: readonly string[];
}

/** Everything that a transfer found. */
export interface TransferResults {
  readonly format: 'planwright-transfer/1';
  /** Name of the transfer with the digits of its settings. */
  readonly transfer: string;
  readonly outcome: string;
  /** One for each time that every instance was played. */
  readonly seeds: readonly number[];
  /** Most instances of a task type; null for all. */
  readonly limit: number | null;
  readonly suite: { readonly name: string; readonly digest: string };
  readonly environment: { readonly name: string; readonly version: string };
  readonly heldOutSplit: string;
  readonly instancesAre: Environment['instancesAre'];
  readonly agent: string;
  readonly headline: Headline;
  /** Largest difference of rates that does not matter. */
  readonly tolerance: number;
  readonly taskTypes: readonly {
    readonly taskType: string;
    readonly heldOut: number;
    readonly unsolvable: number;
  }[];
  readonly plans: readonly TransferredPlan[];
  readonly models: readonly TransferModel[];
  readonly baselines: readonly TransferBaseline[];
  /** By plan, then by task type, then by model: the family that p is adjusted over. */
  readonly comparisons: readonly TransferComparison[];
  /** Of everything, also of what was not finished. */
  readonly spend: SpendSummary;
}
