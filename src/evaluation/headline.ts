/** The one measure that verdict and comparison speak of, and the comparison of two plans by it. */
import type { ScoreKind } from '../core/environment.js';
import { type PairedComparison, pairedComparison, pairedT } from '../stats/index.js';
import type { InstanceResult } from './instance-result.js';
import type { MeasuredRate, MeasuredScore } from './measure-results.js';

/** A measure by its name: `success`, or one of the scores. */
export interface Headline {
  readonly name: string;
  readonly kind: ScoreKind;
}

/** The headline unless another is asked for. */
export const successHeadline: Headline = { name: 'success', kind: 'binary' };

/** Two plans by a graded score, instance by instance. */
export interface MeanComparison {
  /** Instances that both have a score for. */
  readonly n: number;
  /** Mean of A minus mean of B, in [-1, 1]; 0 without instances. */
  readonly difference: number;
  /** 95 % interval of the difference (paired t); null where it is not known. */
  readonly interval95: readonly [number, number] | null;
  /** The t statistic and its degrees of freedom; null where nothing varies. */
  readonly t: number | null;
  readonly df: number | null;
  /** Two-sided; 1 with fewer than two instances. */
  readonly p: number;
  /** Why p does not come from a t test, where it does not. */
  readonly note: string | null;
}

/** Two plans compared on the same instances: by wins and losses, or by the mean of a graded score. */
export type Comparison = PairedComparison | MeanComparison;

/** Whether a comparison counts wins and losses. */
export function isBinary(comparison: Comparison): comparison is PairedComparison {
  return 'onlyA' in comparison;
}

/** The measure that a headline names. */
export function measureOf(measured: MeasuredRate, { name, kind }: Headline): MeasuredScore {
  if (name !== successHeadline.name) {
    const none = { kind, n: 0, mean: null, interval95: null, errors: measured.n + measured.errors };
    return measured.scores?.[name] ?? (kind === 'binary' ? { ...none, successes: 0 } : none);
  }
  const { n, successes, rate, wilson95, errors } = measured;
  return { kind: 'binary', n, successes, mean: rate, interval95: wilson95, errors };
}

/** What an instance's value is taken from. */
export interface ScoredInstance {
  readonly outcome: { readonly kind: InstanceResult['outcome']['kind'] };
  readonly scores?: InstanceResult['scores'] | undefined;
}

/** The headline's value of one instance; null where it has none. */
export function scoreOf({ outcome, scores }: ScoredInstance, { name }: Headline): number | null {
  if (outcome.kind === 'error') return null;
  if (name === successHeadline.name) return outcome.kind === 'success' ? 1 : 0;
  return scores?.[name] ?? null;
}

/** What is compared: results with one for each instance. */
interface Compared {
  readonly results: readonly InstanceResult[];
}

/** The values of two plans on the same instances; those that either has none for are left out. */
export function pairValues(
  plan: Compared,
  baseline: Compared,
  headline: Headline,
): (readonly [number, number])[] {
  const other = new Map(baseline.results.map((result) => [result.instanceId, scoreOf(result, headline)]));
  return plan.results.flatMap((result) => {
    const [a, b] = [scoreOf(result, headline), other.get(result.instanceId) ?? null];
    return a === null || b === null ? [] : [[a, b] as const];
  });
}

/** Compares by McNemar's exact test where the headline is binary, else by a paired t test. */
export function comparePairs(pairs: readonly (readonly [number, number])[], { kind }: Headline): Comparison {
  if (kind === 'binary') return pairedComparison(pairs.map(([a, b]) => [a === 1, b === 1]));
  const test = pairedT(
    pairs.map(([a]) => a),
    pairs.map(([, b]) => b),
  );
  const { interval95, t, df, note } = test;
  return { n: pairs.length, difference: test.difference ?? 0, interval95, t, df, p: test.p ?? 1, note };
}

/** Two plans on the same instances, paired; instances where either ended in an error are left out. */
export function comparePaired(
  plan: Compared,
  baseline: Compared,
  headline: Headline = successHeadline,
): Comparison {
  return comparePairs(pairValues(plan, baseline, headline), headline);
}
