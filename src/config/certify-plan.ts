/** Fresh rollouts of a plan and of its baseline, paired by task, and what may be said of the difference. */
import type { Plan } from '../core/plan.js';
import type { TaskInstance } from '../core/task.js';
import { type Evaluation, type Headline, scoreOf } from '../evaluation/index.js';
import type { PlanCertificate } from '../plans/index.js';
import {
  mcnemarDetectableDifference,
  newcombePaired,
  type PairedComparison,
  pairedComparison,
  wilson,
} from '../stats/index.js';
import { type EvaluationSetup, evaluatePlan } from '../training/index.js';
import { seedFrom } from '../util/random.js';
import { runTogether } from '../util/run-together.js';

/** What is compared. */
export interface ComparedPlans {
  readonly plan: Plan;
  /** Its text is empty for no plan. */
  readonly baseline: Plan;
  readonly instances: readonly TaskInstance[];
}

/** Both plans on the same instances. */
export interface FreshRollouts {
  readonly plan: Evaluation;
  readonly baseline: Evaluation;
}

/**
 * Plays both plans with the same seeds, which no training and no evaluation of the same run's seed has drawn: at the same
 * time. What ends in an infrastructure error is played once more. Rejects with what must stop the run.
 */
export async function rollOutFresh(
  setup: EvaluationSetup,
  { plan, baseline, instances }: ComparedPlans,
): Promise<FreshRollouts> {
  const fresh = { ...setup, seed: seedFrom('certify', setup.seed) };
  const [ofPlan, ofBaseline] = await runTogether(
    setup.signal,
    (signal) => playTwice({ ...fresh, signal }, plan, 'held-out', instances),
    (signal) => playTwice({ ...fresh, signal }, baseline, 'baseline', instances),
  );
  return { plan: ofPlan, baseline: ofBaseline };
}

async function playTwice(
  setup: EvaluationSetup,
  plan: Plan,
  phase: 'held-out' | 'baseline',
  instances: readonly TaskInstance[],
): Promise<Evaluation> {
  const first = await evaluatePlan(setup, plan, phase, instances);
  const failed = first.results.flatMap(({ outcome }, i) => (outcome.kind === 'error' ? [i] : []));
  if (failed.length === 0) return first;
  const again = await evaluatePlan(
    setup,
    plan,
    phase,
    failed.map((i) => instances[i] as TaskInstance),
    1,
  );
  const results = first.results.map((result, i) => again.results[failed.indexOf(i)] ?? result);
  return { ...first, results };
}

/** The numbers of a certificate and what they come to. */
export type CertificateNumbers = Pick<
  PlanCertificate,
  | 'verdict'
  | 'reason'
  | 'n'
  | 'successes'
  | 'rate'
  | 'wilson95'
  | 'baseline_successes'
  | 'baseline_rate'
  | 'baseline_wilson95'
  | 'only_plan'
  | 'only_baseline'
  | 'difference'
  | 'difference95'
  | 'errors'
  | 'difference_bounds'
  | 'p'
  | 'corrected_for'
  | 'p_corrected'
  | 'alpha'
  | 'detectable_difference'
>;

/** By what a plan is judged. */
export interface CertificateRule {
  readonly headline: Headline;
  readonly alpha: number;
  /** What p is multiplied by (Bonferroni): how often luck has had a chance. */
  readonly correctedFor: number;
}

/** Judges fresh rollouts by McNemar's exact two-sided test. No number is ever NaN; what can not be said is null. */
export function judgeRollouts(
  rollouts: FreshRollouts,
  { headline, alpha, correctedFor }: CertificateRule,
): CertificateNumbers {
  const values = pairAll(rollouts, headline);
  const pairs = values.flatMap(([a, b]) => (a === null || b === null ? [] : [[a === 1, b === 1] as const]));
  const compared = pairedComparison(pairs);
  const { n, bothWon, onlyA, onlyB, bothLost, difference, p } = compared;
  const counts = { both: bothWon, onlyA, onlyB, neither: bothLost };
  const errors = values.length - n;
  const [low, high] = [boundOf(values, false), boundOf(values, true)];
  const corrected = Math.min(1, p * correctedFor);
  const [successes, baselineSuccesses] = [bothWon + onlyA, bothWon + onlyB];
  const interval = n === 0 ? null : newcombePaired(counts);
  const detectable = detectableDifference(compared, alpha / correctedFor);
  const evidence = {
    compared,
    corrected,
    alpha,
    correctedFor,
    errors,
    worst: low,
    upper: interval?.[1] ?? 1,
    detectable,
  };
  return {
    ...giveVerdict(evidence),
    n,
    successes,
    rate: n === 0 ? null : successes / n,
    wilson95: n === 0 ? null : wilson(successes, n),
    baseline_successes: baselineSuccesses,
    baseline_rate: n === 0 ? null : baselineSuccesses / n,
    baseline_wilson95: n === 0 ? null : wilson(baselineSuccesses, n),
    only_plan: onlyA,
    only_baseline: onlyB,
    difference: n === 0 ? null : difference,
    difference95: interval,
    errors,
    difference_bounds: errors === 0 ? null : [low.difference, high.difference],
    p,
    corrected_for: correctedFor,
    p_corrected: corrected,
    alpha,
    detectable_difference: detectable,
  };
}

type MaybePair = readonly [plan: number | null, baseline: number | null];

function pairAll({ plan, baseline }: FreshRollouts, headline: Headline): MaybePair[] {
  const other = new Map(baseline.results.map((result) => [result.instanceId, scoreOf(result, headline)]));
  return plan.results.map((result) => [scoreOf(result, headline), other.get(result.instanceId) ?? null]);
}

/** The comparison if all that is missing had gone for the plan, or against it. */
function boundOf(values: readonly MaybePair[], forPlan: boolean): PairedComparison {
  return pairedComparison(
    values.map(([a, b]) => [a === null ? forPlan : a === 1, b === null ? !forPlan : b === 1]),
  );
}

/** As many pairs lost as were, and a half more: where none was seen, some may still be. */
function detectableDifference({ n, onlyB }: PairedComparison, alpha: number): number | null {
  return n === 0 ? null : mcnemarDetectableDifference(n, (onlyB + 0.5) / (n + 1), 0.8, alpha);
}

interface Evidence {
  readonly compared: PairedComparison;
  readonly corrected: number;
  readonly alpha: number;
  readonly correctedFor: number;
  readonly errors: number;
  readonly worst: PairedComparison;
  /** Upper end of the interval of the difference. */
  readonly upper: number;
  readonly detectable: number | null;
}

/** A true difference of at most this is not worth shipping a plan for. */
const tolerance = 0.05;

type Judged = Pick<PlanCertificate, 'verdict' | 'reason'>;

/** Certified where p after correction is below alpha and the plan is better, whatever the missing pairs hold. */
function giveVerdict(evidence: Evidence): Judged {
  const { compared, corrected, alpha, correctedFor, errors, worst, upper } = evidence;
  const { n, difference } = compared;
  const tooFew = (reason: string): Judged => ({ verdict: 'not enough runs', reason });
  const no = (reason: string): Judged => ({ verdict: 'not certified', reason });
  if (n === 0) return tooFew('no task was finished with the plan and without it');
  const fewest = fewestPairs(alpha, correctedFor);
  if (n < fewest)
    return tooFew(
      `with ${n} paired ${n === 1 ? 'task' : 'tasks'} p can not be below ${alpha}; ${fewest} can`,
    );
  if (corrected < alpha && difference > 0) {
    const worstCorrected = Math.min(1, worst.p * correctedFor);
    if (errors === 0 || (worstCorrected < alpha && worst.difference > 0))
      return { verdict: 'certified', reason: `better, and p after correction is below ${alpha}` };
    return tooFew(`${errors} tasks ended in an error, and could have turned it round`);
  }
  if (corrected < alpha) return no('the plan is worse than its baseline');
  if (compared.onlyA + compared.onlyB === 0) return no(sameEverywhere(compared));
  if (difference <= 0) return no('the plan did no better than its baseline');
  if (upper <= tolerance) return no(`the plan is at most ${tolerance * 100} points better`);
  return tooFew(`p after correction is not below ${alpha}${describeDetectable(evidence)}`);
}

function describeDetectable({ detectable, compared: { n } }: Evidence): string {
  if (detectable === null) return `; ${n} tasks find no difference, however large, with 80 % chance`;
  const points = (detectable * 100).toFixed(0);
  return `; ${n} tasks find a true difference of ${points} points with 80 % chance`;
}

function sameEverywhere({ bothWon, bothLost, n }: PairedComparison): string {
  if (bothWon === n) return 'every task was won with and without the plan: there is nothing to gain on them';
  if (bothLost === n) return 'no task was won, with or without the plan';
  return 'every task went the same with and without the plan';
}

/** The fewest pairs whose smallest p, all of them won by the plan alone, is below alpha after correction. */
export function fewestPairs(alpha: number, correctedFor: number): number {
  let n = 1;
  while (correctedFor * 2 ** (1 - n) >= alpha) n++;
  return n;
}
