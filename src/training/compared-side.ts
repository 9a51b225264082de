/** What two sides of a comparison are made of: runs, and what each of them got on each instance. */
import type { Headline } from '../evaluation/index.js';

/** An instance in one run. */
export interface InstanceValues {
  readonly instanceId: string;
  readonly taskType: string;
  /** The headline of each time that it was played, without those that ended in an error. */
  readonly values: readonly number[];
  /** Times that ended in an infrastructure error, or have no headline because of one. */
  readonly errors: number;
}

/** A run: one training or evaluation, or an ablation's arm with one seed. */
export interface ComparedRun {
  readonly name: string;
  readonly seed: number;
  readonly instances: readonly InstanceValues[];
}

/** One side, all of its runs on one suite by one headline. */
export interface ComparedSide {
  /** How the user named it. */
  readonly name: string;
  readonly runs: readonly ComparedRun[];
  readonly suite: { readonly name: string; readonly digest: string };
  /** Name and version of the world. */
  readonly environment: string;
  /** How the world was set up, as JSON; null where that is not recorded. */
  readonly world: string | null;
  readonly split: string;
  readonly headline: Headline;
  /** What the instances are called. */
  readonly instancesAre: string;
  readonly models: readonly string[];
  readonly simulated: boolean;
  /** What did not come to its end, in words. */
  readonly unfinished: readonly string[];
}

/** Mean of what an instance got; null where every time ended in an error. */
export function meanValue({ values }: Pick<InstanceValues, 'values'>): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
