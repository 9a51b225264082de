/** What a run is expected to use, for people. */
import { groupDigits } from '../report/index.js';
import {
  type BudgetOutlook,
  type EstimatedRange,
  type EstimatedSpend,
  findReachedLimits,
  type SpendEstimate,
} from '../training/index.js';

/** Limits on spending. */
export type Budget = Parameters<typeof findReachedLimits>[1];

/** Lines about an estimate; null: none could be made. */
export function describeEstimate(estimate: SpendEstimate | null, budget: Budget): readonly string[] {
  if (estimate === null)
    return [
      'What it would use is not estimated: that takes playing a world of your own, or one on a network.',
    ];
  const { calls, promptTokens, completionTokens, profiles } = estimate;
  return [
    'It would use about',
    `  ${describe(calls, round)} model calls,`,
    `  ${describe(promptTokens, round)} prompt tokens,`,
    `  ${describe(completionTokens, round)} completion tokens,`,
    ...describeCost(estimate),
    ...findReachedLimits(estimate, budget).map(describeLimit),
    `Rehearsed with ${profiles.map((profile) => `simulated-${profile}`).join(' and ')}, in memory; a language model may write more, or need more actions.`,
  ];
}

function describeCost({ costUsd, costUsdCached }: EstimatedSpend): readonly string[] {
  if (costUsd === null) return ['  and US$ of which nothing can be said: a price is not known.'];
  if (costUsd.high === 0) return ['  and no money.'];
  const cached =
    costUsdCached === null ? [] : [`  or US$ ${describe(costUsdCached, money)} if it caches all it can.`];
  const end = cached.length === 0 ? '.' : ',';
  return [`  and US$ ${describe(costUsd, money)} if the server caches no prompts${end}`, ...cached];
}

/** What a part of a run would use, in a few words. */
export function describeShare({ calls, promptTokens, completionTokens, costUsd }: EstimatedSpend): string {
  const tokens = `${round(promptTokens.expected)} + ${round(completionTokens.expected)} tokens`;
  const cost = costUsd === null || costUsd.high === 0 ? '' : `, US$ ${money(costUsd.expected)}`;
  return `about ${round(calls.expected)} calls, ${tokens}${cost}`;
}

function describeLimit({ limit, value, outlook }: BudgetOutlook): string {
  const words = outlook === 'expected' ? 'It is expected to reach' : 'It may reach';
  return `${words} budget.${limit} (${limit === 'usd' ? value : groupDigits(value)}) before its end.`;
}

function describe({ low, expected, high }: EstimatedRange, show: (value: number) => string): string {
  return low === high ? show(expected) : `${show(expected)} (${show(low)} to ${show(high)})`;
}

function money(value: number): string {
  return value.toFixed(2);
}

/** Three digits say all that is known. */
function round(value: number): string {
  return groupDigits(Math.round(Number(value.toPrecision(3))));
}
