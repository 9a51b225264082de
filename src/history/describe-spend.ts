/** Costs and troubles of a run, from what was counted and from its episodes. */
import type { PurposeTotals, RunTotals } from '../runs/index.js';
import type { CostHistory, PurposeCost } from './cost-history.js';
import type { FoldedRun } from './fold-run.js';
import type { Counted, TroubleHistory } from './trouble-history.js';

/** What was spent, by purpose. */
export function describeCost({ purposes }: RunTotals): CostHistory {
  const named = [...purposes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => costOf(name, one));
  return { purposes: named, total: named.reduce(addCost, costOf('all', null)) };
}

/** A sum of floats depends on its order in the last digits; prices have no digits beyond these. */
const rounded = (usd: number): number => Math.round(usd * 1e10) / 1e10;

function costOf(purpose: string, totals: PurposeTotals | null): PurposeCost {
  return {
    purpose,
    calls: totals?.calls ?? 0,
    promptTokens: totals?.promptTokens ?? 0,
    completionTokens: totals?.completionTokens ?? 0,
    cachedTokens: totals?.cachedTokens ?? 0,
    cacheableTokens: totals?.cacheableTokens ?? 0,
    estimatedCalls: totals?.estimatedCalls ?? 0,
    costUsd: rounded(totals?.costUsd ?? 0),
    unpricedCalls: totals?.unpricedCalls ?? 0,
    fromCache: { calls: totals?.cacheCalls ?? 0, costUsd: rounded(totals?.cacheUsd ?? 0) },
    failedCalls: totals?.failedCalls ?? 0,
    milliseconds: Math.round(totals?.milliseconds ?? 0),
  };
}

function addCost(a: PurposeCost, b: PurposeCost): PurposeCost {
  return {
    purpose: a.purpose,
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cacheableTokens: a.cacheableTokens + b.cacheableTokens,
    estimatedCalls: a.estimatedCalls + b.estimatedCalls,
    costUsd: rounded(a.costUsd + b.costUsd),
    unpricedCalls: a.unpricedCalls + b.unpricedCalls,
    fromCache: {
      calls: a.fromCache.calls + b.fromCache.calls,
      costUsd: rounded(a.fromCache.costUsd + b.fromCache.costUsd),
    },
    failedCalls: a.failedCalls + b.failedCalls,
    milliseconds: a.milliseconds + b.milliseconds,
  };
}

/** What went wrong. */
export function describeTrouble(run: FoldedRun, totals: RunTotals): TroubleHistory {
  return {
    episodeErrors: countErrors(run),
    attempts: totals.sent,
    failedAttempts: [...totals.failedAttempts].map(([code, count]) => ({ code, count })).sort(mostFirst),
    lostAttempts: [...totals.openAttempts.values()].reduce((sum, count) => sum + count, 0),
    pauses: { count: totals.pauses, seconds: Math.round(totals.pausedSeconds) },
    outages: { ...run.outages },
    resumes: [...run.resumes],
    missingCells: [...run.cells].flatMap(([cell, { reason }]) => (reason === null ? [] : [{ cell, reason }])),
  };
}

function countErrors({ episodes }: FoldedRun): TroubleHistory['episodeErrors'] {
  const found = new Map<string, { count: number; readonly example: string }>();
  for (let row = 0; row < episodes.count; row++) {
    if (episodes.outcomeOf(row) !== 'error') continue;
    const { detail, id } = episodes.row(row);
    const code = detail ?? 'unknown';
    const known = found.get(code);
    if (known === undefined) found.set(code, { count: 1, example: id });
    else known.count++;
  }
  return [...found].map(([code, rest]) => ({ code, ...rest })).sort(mostFirst);
}

function mostFirst(a: Counted, b: Counted): number {
  return b.count - a.count || (a.code < b.code ? -1 : 1);
}
