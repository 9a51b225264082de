/** What a comparison of two sides came to: plain data. */
import type { Headline } from '../evaluation/index.js';
import type { ComparisonVerdict } from './compare-samples.js';
import type { ComparedSide } from './compared-side.js';

/** What is compared with what, over all instances or those of one task type. */
export interface ResultComparison {
  /** `all`, or a task type. */
  readonly taskType: string;
  readonly test: 'mcnemar' | 'paired-t' | 'welch';
  /** Instances or runs that were compared; equal where they are paired. */
  readonly nA: number;
  readonly nB: number;
  /** Means over what was compared. */
  readonly meanA: number | null;
  readonly meanB: number | null;
  /** A minus B. */
  readonly difference: number | null;
  readonly interval95: readonly [low: number, high: number] | null;
  /** In standard deviations; null for wins and losses. */
  readonly effect: number | null;
  readonly p: number | null;
  /** Holm's p over the task types; null over all instances, which is one test. */
  readonly adjustedP: number | null;
  /** The exact test beside a t test. */
  readonly exact: { readonly test: 'sign-flip' | 'permutation'; readonly p: number } | null;
  /** Smallest true difference that is found with 80 % chance at alpha 0.05; null where it is not known. */
  readonly detectable: number | null;
  /** Pairs won by A alone and by B alone; null unless it counts wins and losses. */
  readonly discordant: { readonly onlyA: number; readonly onlyB: number } | null;
  /** Instances left out because every time ended in an infrastructure error, on either side. */
  readonly excluded: number;
  /** The difference if what is left out had turned out worst for A, and best; null where nothing is. */
  readonly bounds: readonly [low: number, high: number] | null;
  readonly verdict: ComparisonVerdict;
  readonly notes: readonly string[];
}

/** A comparison of two sides as plain data. */
export interface ResultsComparison {
  readonly format: 'planwright-comparison/1';
  readonly a: ComparedSummary;
  readonly b: ComparedSummary;
  /** What one observation is. */
  readonly unit: 'instance' | 'run';
  readonly headline: Headline;
  readonly tolerance: number;
  readonly all: ResultComparison;
  /** Empty with one task type. */
  readonly taskTypes: readonly ResultComparison[];
  readonly notes: readonly string[];
}

/** A side without its instances. */
export interface ComparedSummary extends Omit<ComparedSide, 'runs' | 'headline'> {
  readonly runs: readonly { readonly name: string; readonly seed: number; readonly instances: number }[];
}

/** A comparison before it is known which others it is one of. */
export type UnadjustedComparison = Omit<ResultComparison, 'taskType' | 'adjustedP' | 'verdict'> & {
  /** The verdict that a p of the family would give. */
  readonly verdictFor: (p: number | null) => ComparisonVerdict;
};
