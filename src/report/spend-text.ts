/** What a run cost, for a terminal. */
import type { SpendSummary } from '../training/index.js';
import { renderFromCache } from './from-cache-note.js';
import { groupDigits, percent } from './numbers.js';

/** What the lines are made from. */
export interface SpendReport {
  readonly spend: SpendSummary;
  /** Model names in use; simulated ones are said to be. */
  readonly models: readonly string[];
  /** Whether the agent puts its actions into form with a formalizer. */
  readonly formalizes?: boolean;
}

/** Lines with calls, tokens and US$, and who made the calls. */
export function renderSpend({ spend, models, formalizes = false }: SpendReport): string[] {
  const { usage, costUsd, unpricedCalls, byPurpose } = spend;
  const { promptTokens, completionTokens, cachedTokens, estimatedCalls } = usage;
  const cached = cachedTokens > 0 ? ` (${percent(cachedTokens / promptTokens)} of them cached)` : '';
  const estimated = estimatedCalls > 0 ? `, ${groupDigits(estimatedCalls)} calls estimated` : '';
  const tokens = `${groupDigits(promptTokens)} prompt${cached} and ${groupDigits(completionTokens)} completion tokens`;
  const money =
    costUsd === null
      ? `no price known for ${groupDigits(unpricedCalls)} calls: add ${models.join(', ')} to the price file`
      : `US$ ${costUsd.toFixed(2)}`;
  const acted = byPurpose.act?.calls ?? 0;
  const judged = byPurpose.judge?.calls ?? 0;
  const formalized = groupDigits(byPurpose.formalize?.calls ?? 0);
  return [
    `Cost: ${groupDigits(usage.calls)} model calls, ${tokens}${estimated}; ${money}.`,
    ...renderFromCache(spend),
    ...(formalizes && acted > 0
      ? [
          `Formalizer: ${formalized} of ${groupDigits(acted)} actions needed a model call to be put into form.`,
        ]
      : []),
    ...(judged > 0 ? [`Judge: ${groupDigits(judged)} of the calls.`] : []),
  ];
}
