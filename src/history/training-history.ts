/** How one plan was learned: a task type of a training, or a cell of an ablation. */
import type { Reflection } from '../core/episode.js';
import type { EditRecord } from '../core/optimizer.js';
import type { Plan } from '../core/plan.js';
import type { Verdict } from '../core/validation.js';
import type { PlanFlag } from '../plans/index.js';
import type { PlanRef } from './plan-ref.js';

/** One iteration in short. */
export interface IterationHistory {
  /** From 0. */
  readonly iteration: number;
  /** Instances of the batch, as it was drawn. */
  readonly batch: readonly string[];
  readonly ended: boolean;
  /** Of the batch; null while it is being played. */
  readonly successes: number | null;
  readonly episodes: number | null;
  readonly errors: number | null;
  readonly reflections: number;
  readonly before: PlanRef;
  /** The plan that went on; null until the iteration has ended. */
  readonly after: PlanRef | null;
  /** Whether the update was kept where it was measured; null where it was not. */
  readonly accepted: boolean | null;
  /** What went wrong, in words, from `results.json`; null where nothing did or it is not recorded. */
  readonly note: string | null;
}

/** One training. */
export interface TrainingHistory {
  /** Its place in `trainings`. */
  readonly index: number;
  /** Null outside of ablations. */
  readonly cell: string | null;
  /** The arm of an ablation; null elsewhere. */
  readonly arm: string | null;
  readonly experiment: string | null;
  readonly taskType: string;
  readonly seed: number;
  readonly batchSize: number;
  /** Iterations that are planned; those that have begun stand in `iterations`. */
  readonly planned: number;
  readonly iterations: readonly IterationHistory[];
  readonly initial: PlanRef;
  /** The last plan, or the one that was selected. */
  readonly final: PlanRef;
  /** How the final plan was chosen, in words; null where it is the last one. */
  readonly selected: SelectionHistory | null;
  /** Plans that were measured or kept, the initial one included. */
  readonly plansTried: number;
  /** What a person should look at in the final plan. */
  readonly flags: readonly PlanFlag[];
}

/** The final plan chosen among several, measured on the same instances. */
export interface SelectionHistory {
  readonly reason: string;
  readonly n: number;
  readonly candidates: readonly { readonly plan: PlanRef; readonly mean: number | null }[];
}

/** One iteration in full. */
export interface ReadIteration {
  readonly before: Plan | null;
  readonly after: Plan | null;
  /** In order of instance id. */
  readonly reflections: readonly Reflection[];
  /** Where the update was measured. */
  readonly verdict: Verdict | null;
  /** Of an optimizer that edits. */
  readonly edits: readonly EditRecord[];
  /** What could not be read, in words. */
  readonly problems: readonly string[];
}
