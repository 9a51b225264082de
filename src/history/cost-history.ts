/** What a run spent, by purpose. */

/** Calls of one purpose, or of all. */
export interface PurposeCost {
  readonly purpose: string;
  /** Answered calls, those from the response cache included, as in all the numbers below. */
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Part of `promptTokens` that the provider served from its cache. */
  readonly cachedTokens: number;
  /** Part of `promptTokens` that a prompt before began with: what a server's cache of prefixes could save. */
  readonly cacheableTokens: number;
  /** Calls whose tokens were not reported and had to be estimated. */
  readonly estimatedCalls: number;
  /** US$ over the calls whose price is known. */
  readonly costUsd: number;
  /** Calls whose price is not known: then `costUsd` is a lower bound. */
  readonly unpricedCalls: number;
  /** Of that, what came from the response cache and was not paid. */
  readonly fromCache: { readonly calls: number; readonly costUsd: number };
  /** Calls that had no answer after all attempts. */
  readonly failedCalls: number;
  /** Time from question to answer, summed over calls, many of which run at the same time. */
  readonly milliseconds: number;
}

/** What a run spent. */
export interface CostHistory {
  /** In code-unit order. */
  readonly purposes: readonly PurposeCost[];
  readonly total: PurposeCost;
}
