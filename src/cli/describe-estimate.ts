/** What a training is expected to use, for people. */
import type { EstimatedRange, SpendEstimate } from '../config/index.js';
import { groupDigits } from '../report/index.js';

/** Lines about an estimate; null: none could be made. */
export function describeEstimate(estimate: SpendEstimate | null): readonly string[] {
  if (estimate === null)
    return [
      'What it would use is not estimated: that takes playing a world of your own, or one on a network.',
    ];
  const { calls, promptTokens, completionTokens, costUsd, profiles } = estimate;
  return [
    'It would use about',
    `  ${describe(calls, round)} model calls,`,
    `  ${describe(promptTokens, round)} prompt tokens,`,
    `  ${describe(completionTokens, round)} completion tokens,`,
    costUsd === null
      ? '  and US$ of which nothing can be said: a price is not known.'
      : `  and US$ ${describe(costUsd, (value) => value.toFixed(2))}, if the server caches no prompts.`,
    `Rehearsed with ${profiles.map((profile) => `simulated-${profile}`).join(' and ')}, in memory; a language model may write more, or need more actions.`,
  ];
}

function describe({ low, expected, high }: EstimatedRange, show: (value: number) => string): string {
  return low === high ? show(expected) : `${show(expected)} (${show(low)} to ${show(high)})`;
}

/** Three digits say all that is known. */
function round(value: number): string {
  return groupDigits(Math.round(Number(value.toPrecision(3))));
}
