/** What an ablation says of its arms by run: plain data, with no time and no path in it. */
import type { ComparisonVerdict, PrimaryTest, SampleComparison } from './compare-samples.js';

/** What Holm's adjustment can be made over. */
export const familyDimensions = ['arms', 'iterations'] as const;
/** One of them. */
export type FamilyDimension = (typeof familyDimensions)[number];

/** How arms are compared: declared before anything is played. */
export interface AnalysisPlan {
  /** One observation is a run: an arm with one seed. Episodes of a run share its plan and are not independent. */
  readonly unit: 'run';
  readonly primary: PrimaryTest;
  /** An arm's name, or `first`. */
  readonly baseline: string;
  readonly family: readonly FamilyDimension[];
  /** Largest difference of rates that does not matter. */
  readonly tolerance: number;
}

/** When a plan was measured: after so many iterations, or once, when all of them were over. */
export type IterationMark = number | 'last';

/** One run at one mark. */
export interface RunValue {
  readonly seed: number;
  /** Instances that count, over all task types. */
  readonly n: number;
  /** Instances without a value because of infrastructure errors. */
  readonly errors: number;
  /** Mean of the headline over the instances that count; null for a run that is missing. */
  readonly value: number | null;
  /** The value if all that is missing had been lost, and if it had been won. */
  readonly bounds: readonly [low: number, high: number];
}

/** The runs of an arm at one mark. */
export interface RunSummary {
  readonly at: IterationMark;
  /** In the order of the seeds. */
  readonly runs: readonly RunValue[];
  /** Runs that have a value. */
  readonly n: number;
  readonly mean: number | null;
  /** Sample standard deviation; null with fewer than two runs. */
  readonly sd: number | null;
  /** 95 % t interval of the mean, within [0, 1]; null where it is not known. */
  readonly interval95: readonly [low: number, high: number] | null;
  /** The mean if all that is missing had been lost, and if it had been won; null where nothing is. */
  readonly bounds: readonly [low: number, high: number] | null;
}

/** An arm by run. */
export interface ArmRuns {
  readonly arm: string;
  /** One for each mark. */
  readonly points: readonly RunSummary[];
}

/** An arm against the baseline at one mark. */
export interface ArmComparison extends SampleComparison {
  readonly arm: string;
  readonly baseline: string;
  readonly at: IterationMark;
  /** True where it is not in the declared family: plans before any iteration are compared only to show that they are alike. */
  readonly exploratory: boolean;
  /** Holm's p in the declared family; null where there is no test, or it is exploratory. */
  readonly adjustedP: number | null;
  /** The difference if what is missing had turned out worst for the arm, and best; null where nothing is missing. */
  readonly bounds: readonly [low: number, high: number] | null;
  readonly verdict: ComparisonVerdict;
  /** What a reader must know of it, in words. */
  readonly notes: readonly string[];
}

/** An experiment's analysis. */
export interface AblationAnalysis {
  readonly plan: AnalysisPlan;
  /** The arm that all others are compared with. */
  readonly baseline: string;
  readonly marks: readonly IterationMark[];
  readonly arms: readonly ArmRuns[];
  /** By arm, then by mark. Empty with one arm. */
  readonly comparisons: readonly ArmComparison[];
}
