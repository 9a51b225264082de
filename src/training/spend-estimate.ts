/** What a run is expected to use, said before anything is spent, and how that compares with what it then used. */
import { z } from 'zod';

/** A number that is not known beforehand. */
export interface EstimatedRange {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** What a run, or a part of it, is expected to use. */
export interface EstimatedSpend {
  readonly calls: EstimatedRange;
  readonly promptTokens: EstimatedRange;
  readonly completionTokens: EstimatedRange;
  /** US$ where the provider caches no prompts; null where a price is not known. */
  readonly costUsd: EstimatedRange | null;
  /** US$ where it caches all that prompts begin alike with; null where the price file has no price for that. */
  readonly costUsdCached: EstimatedRange | null;
}

/** What a run is expected to use in all. */
export interface SpendEstimate extends EstimatedSpend {
  /** The simulated profiles that rehearsed it. */
  readonly profiles: readonly string[];
}

const amount = z.number().min(0);
const rangeSchema = z.object({ low: amount, expected: amount, high: amount });
const estimateSchema = z.object({
  format: z.literal('planwright-estimate/1'),
  calls: rangeSchema,
  promptTokens: rangeSchema,
  completionTokens: rangeSchema,
  costUsd: rangeSchema.nullable(),
  costUsdCached: rangeSchema.nullable(),
  profiles: z.array(z.string().max(200)).max(20),
});

/** The file in a run's folder with what was estimated before it began. */
export const estimateFile = 'estimate.json';

/** The text of that file. */
export function formatEstimate(estimate: SpendEstimate): string {
  return `${JSON.stringify({ format: 'planwright-estimate/1', ...estimate }, null, 2)}\n`;
}

/** What such a file holds; null where it is none. */
export function readEstimate(value: unknown): SpendEstimate | null {
  const found = estimateSchema.safeParse(value);
  if (!found.success) return null;
  const { format: _format, ...estimate } = found.data;
  return estimate;
}

/** A limit on spending that a run may reach before its end. */
export interface BudgetOutlook {
  readonly limit: 'usd' | 'tokens' | 'calls';
  readonly value: number;
  /** `expected`: what is expected is more. `possible`: only the upper end of the range is. */
  readonly outlook: 'expected' | 'possible';
}

/** The limits that a run is likely to reach. Of money, what it costs without caching counts. */
export function findReachedLimits(
  { calls, promptTokens, completionTokens, costUsd }: EstimatedSpend,
  budget: Partial<Record<BudgetOutlook['limit'], number | undefined>>,
): readonly BudgetOutlook[] {
  const tokens = {
    expected: promptTokens.expected + completionTokens.expected,
    high: promptTokens.high + completionTokens.high,
  };
  return Object.entries({ usd: costUsd, tokens, calls }).flatMap(([key, range]): BudgetOutlook[] => {
    const limit = key as BudgetOutlook['limit'];
    const value = budget[limit];
    if (value === undefined || range === null || range.high <= value) return [];
    return [{ limit, value, outlook: range.expected > value ? 'expected' : 'possible' }];
  });
}

/** What was used, to be compared with an estimate. */
export interface UsedSpend {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Part of `promptTokens` that the provider served from its cache. */
  readonly cachedTokens: number;
  /** US$; null where it is not known. */
  readonly costUsd: number | null;
}

/** One number of an estimate beside what it came to. */
export interface EstimateCheck {
  readonly of: 'model calls' | 'prompt tokens' | 'completion tokens' | 'US$';
  readonly estimated: EstimatedRange;
  readonly used: number;
  /** The estimate against the use: 0.1 is 10 % too much; null where nothing was used. */
  readonly off: number | null;
}

/** An estimate number by number beside what was used. Where a server cached prompts, the cost with caching counts. */
export function checkEstimate(estimate: EstimatedSpend, used: UsedSpend): readonly EstimateCheck[] {
  const cost = used.cachedTokens > 0 ? (estimate.costUsdCached ?? estimate.costUsd) : estimate.costUsd;
  const pairs: readonly (readonly [EstimateCheck['of'], EstimatedRange | null, number | null])[] = [
    ['model calls', estimate.calls, used.calls],
    ['prompt tokens', estimate.promptTokens, used.promptTokens],
    ['completion tokens', estimate.completionTokens, used.completionTokens],
    ['US$', cost, used.costUsd],
  ];
  return pairs.flatMap(([of, estimated, amount]) => {
    // What is free needs no words.
    if (estimated === null || amount === null || (amount === 0 && estimated.high === 0)) return [];
    return [{ of, estimated, used: amount, off: amount === 0 ? null : estimated.expected / amount - 1 }];
  });
}
