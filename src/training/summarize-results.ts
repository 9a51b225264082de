import { addSpend, noSpend, type Purpose, type Spend } from '../core/model.js';
import type { EditRecord, Iteration } from '../core/optimizer.js';
import type { Plan, PlanStep } from '../core/plan.js';
import type { Selection, Verdict } from '../core/validation.js';
import {
  type Comparison,
  type Evaluation,
  type Headline,
  kindsOf,
  type MeasuredRate,
  measureResults,
} from '../evaluation/index.js';
import type { PlanFlag } from '../plans/index.js';
import type { TrainingResult } from './train-plan.js';

/** Results of one training as plain data: equal for equal settings, with no time and no path in it. */
export interface TrainingSummary {
  readonly taskType: string;
  readonly plan: PlanSummary & {
    /** What a person should look at before others are given it; absent where nothing was found. */
    readonly flags?: readonly PlanFlag[];
  };
  readonly iterations: readonly IterationSummary[];
  /** How the final plan was chosen; absent where it is the last one. */
  readonly selection?: SelectionSummary;
  /** Episodes played to measure plans while learning; absent where none were. */
  readonly validationEpisodes?: number;
  readonly heldOut: EvaluationSummary;
  readonly baseline: EvaluationSummary;
  readonly headline: Headline;
  /** Of both by the headline. */
  readonly comparison: Comparison;
  readonly unsolvable: number;
}

/** A plan, with its steps where it is a structured one. */
export interface PlanSummary {
  readonly id: string;
  readonly iteration: number;
  readonly text: string;
  readonly steps?: readonly PlanStep[];
}

/** An update that was measured against the plan before it: kept or not, and why. */
export type VerdictSummary = Omit<Verdict, 'candidate'> & { readonly plan: string; readonly text: string };

/** The plans that the final one was chosen from, by id. */
export type SelectionSummary = Omit<Selection, 'plan' | 'candidates'> & {
  readonly plan: string;
  readonly candidates: readonly {
    readonly plan: string;
    readonly iteration: number;
    readonly mean: number | null;
  }[];
};

/** One plan update. */
export interface IterationSummary {
  readonly iteration: number;
  readonly instances: readonly string[];
  readonly successes: number;
  readonly errors: number;
  /** The plan that went on: the one before where the update was not kept. */
  readonly plan: string;
  readonly note?: string;
  /** Where the update was measured. */
  readonly verdict?: VerdictSummary;
  /** Of an optimizer that edits. */
  readonly edits?: readonly EditRecord[];
}

/** One evaluation without its money. */
export type EvaluationSummary = Omit<Evaluation, 'spend' | 'judging'>;

/** Tokens and money per purpose and in all. */
export interface SpendSummary {
  readonly byPurpose: Readonly<Record<string, Spend['usage']>>;
  readonly usage: Spend['usage'];
  /** US$; null where a model has no known price. */
  readonly costUsd: number | null;
  readonly unpricedCalls: number;
  /**
   * Of that, what was not paid for, as the answers came from the response cache; absent where none did. In no results
   * file: they are the same with a cache and without.
   */
  readonly fromCache?: Pick<SpendSummary, 'costUsd'> & { readonly calls: number };
}

/** What playing took, over all episodes that have ended. */
export interface PlaySummary {
  /** Actions that were taken. */
  readonly steps: number;
  /** Model calls for them: of the agent and its formalizer. */
  readonly calls: number;
}

/** One training's results as data. */
export function summarizeTraining(result: TrainingResult, unsolvable: number): TrainingSummary {
  const { taskType, plan, flags, iterations, heldOut, baseline, headline, comparison } = result;
  return {
    taskType,
    plan: { ...summarizePlan(plan), ...(flags.length > 0 ? { flags } : {}) },
    iterations: iterations.map(summarizeIteration),
    ...summarizeValidation(result),
    heldOut: withoutSpend(heldOut),
    baseline: withoutSpend(baseline),
    headline,
    comparison,
    unsolvable,
  };
}

/** A plan as data. */
export function summarizePlan({ id, iteration, text, steps }: Plan): PlanSummary {
  return { id, iteration, text, ...(steps === undefined ? {} : { steps }) };
}

/** What was measured while learning, as data; nothing where nothing was. */
export function summarizeValidation({
  selection,
  validationEpisodes,
}: Pick<TrainingResult, 'selection' | 'validationEpisodes'>): Pick<
  TrainingSummary,
  'selection' | 'validationEpisodes'
> {
  return {
    ...(selection === null ? {} : { selection: summarizeSelection(selection) }),
    ...(validationEpisodes === 0 ? {} : { validationEpisodes }),
  };
}

function summarizeSelection({ plan, candidates, ...rest }: Selection): SelectionSummary {
  return {
    ...rest,
    plan: plan.id,
    candidates: candidates.map((one) => ({
      plan: one.plan.id,
      iteration: one.plan.iteration,
      mean: one.mean,
    })),
  };
}

function summarizeVerdict({ candidate, ...rest }: Verdict): VerdictSummary {
  return { ...rest, plan: candidate.id, text: candidate.text };
}

/** One plan update as data. */
export function summarizeIteration({
  iteration,
  episodes,
  plan,
  note,
  verdict,
  edits,
}: Iteration): IterationSummary {
  return {
    iteration,
    instances: episodes.map((episode) => episode.instanceId),
    successes: episodes.filter(({ outcome }) => outcome.kind === 'success').length,
    errors: episodes.filter(({ outcome }) => outcome.kind === 'error').length,
    plan: plan.id,
    ...(note ? { note } : {}),
    ...(verdict ? { verdict: summarizeVerdict(verdict) } : {}),
    ...(edits ? { edits } : {}),
  };
}

/** An evaluation without its money. */
export function withoutSpend({ spend: _spend, judging: _judging, ...rest }: Evaluation): EvaluationSummary {
  return rest;
}

/** Spend as data, purposes in code-unit order. `cached` is the part that was not paid for. */
export function summarizeSpend(
  byPurpose: ReadonlyMap<Purpose, Spend>,
  cached: Spend = noSpend,
): SpendSummary {
  const entries = [...byPurpose].sort(([a], [b]) => (a < b ? -1 : 1));
  const total = entries.reduce((sum, [, spend]) => addSpend(sum, spend), noSpend);
  const { usage, unpricedCalls } = total;
  return {
    byPurpose: Object.fromEntries(entries.map(([purpose, spend]) => [purpose, spend.usage])),
    usage,
    costUsd: costOf(total),
    unpricedCalls,
    ...(cached.usage.calls > 0 ? { fromCache: { calls: cached.usage.calls, costUsd: costOf(cached) } } : {}),
  };
}

/** A sum of floats depends on its order in the last digits; prices have no digits beyond these. */
function costOf({ costUsd, unpricedCalls }: Spend): number | null {
  return unpricedCalls > 0 ? null : Math.round(costUsd * 1e10) / 1e10;
}

/** Several task types taken together: each game counts once. */
export function poolEvaluations(evaluations: readonly EvaluationSummary[]): MeasuredRate {
  const results = evaluations.flatMap((one) => one.results);
  return measureResults(results, kindsOf(evaluations));
}
