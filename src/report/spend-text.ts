/** What a run cost, for a terminal. */
import type { PlaySummary, SpendSummary } from '../training/index.js';
import { renderFromCache } from './from-cache-note.js';
import { groupDigits, percent } from './numbers.js';

/** What the lines are made from. */
export interface SpendReport {
  readonly spend: SpendSummary;
  /** Model names in use; simulated ones are said to be. */
  readonly models: readonly string[];
  readonly playing: PlaySummary;
  /** How AutoPlan's agent asks for thought and action; absent for other agents, which have no formalizer either. */
  readonly calls?: ThinkingCalls;
}

/** How AutoPlan's agent asks for thought and action. */
export type ThinkingCalls = 'together' | 'apart';

/** Lines with calls, tokens and US$, and who made the calls. */
export function renderSpend({ spend, models, playing, calls }: SpendReport): string[] {
  const { usage, costUsd, unpricedCalls, byPurpose } = spend;
  const { promptTokens, completionTokens, cachedTokens, estimatedCalls } = usage;
  const cached = cachedTokens > 0 ? ` (${percent(cachedTokens / promptTokens)} of them cached)` : '';
  const estimated = estimatedCalls > 0 ? `, ${groupDigits(estimatedCalls)} calls estimated` : '';
  const tokens = `${groupDigits(promptTokens)} prompt${cached} and ${groupDigits(completionTokens)} completion tokens`;
  const money =
    costUsd === null
      ? `no price known for ${groupDigits(unpricedCalls)} calls: add ${models.join(', ')} to the price file`
      : `US$ ${costUsd.toFixed(2)}`;
  const judged = byPurpose.judge?.calls ?? 0;
  const formalized = groupDigits(byPurpose.formalize?.calls ?? 0);
  return [
    `Cost: ${groupDigits(usage.calls)} model calls, ${tokens}${estimated}; ${money}.`,
    ...renderFromCache(spend),
    ...(playing.steps > 0 ? [`Playing: ${wordCallsPerStep(playing, calls)}.`] : []),
    ...(calls !== undefined && playing.steps > 0
      ? [
          `Formalizer: ${formalized} of ${groupDigits(playing.steps)} actions needed a model call to be put into form.`,
        ]
      : []),
    ...(judged > 0 ? [`Judge: ${groupDigits(judged)} of the calls.`] : []),
  ];
}

/** Model calls for each step of the agent, in words; there must be steps. */
export function wordCallsPerStep(playing: PlaySummary, calls?: ThinkingCalls): string {
  const how = calls === undefined ? '' : ` (thought and action ${calls})`;
  return `${callsPerStep(playing)?.toFixed(2)} calls a step${how}`;
}

/** Model calls for each step of the agent; null without steps. */
export function callsPerStep({ calls, steps }: PlaySummary): number | null {
  return steps === 0 ? null : calls / steps;
}
