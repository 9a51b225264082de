/** What a run has spent, by who spent it. */
import type { RunEvent } from '../../core/event.js';
import {
  addSpend,
  addUsage,
  noSpend,
  noUsage,
  type Purpose,
  type Spend,
  type Usage,
} from '../../core/model.js';

/** Who makes model calls. `before` is what was spent before a run was resumed. */
export const spenders = ['agent', 'formalizer', 'reflection', 'update', 'judge', 'before'] as const;
/** One of them. */
export type Spender = (typeof spenders)[number];

const spenderOf: Readonly<Record<Purpose, Spender>> = {
  think: 'agent',
  act: 'agent',
  'reflect-on-trial': 'agent',
  'write-program': 'agent',
  'check-program': 'agent',
  'refine-program': 'agent',
  'resume-program': 'agent',
  ask: 'agent',
  formalize: 'formalizer',
  summarize: 'reflection',
  'identify-flaws': 'reflection',
  'revise-plan': 'reflection',
  'weigh-steps': 'reflection',
  'update-plan': 'update',
  judge: 'judge',
};

/** What was spent so far. */
export interface Spending {
  /** Paid for. */
  readonly total: Spend;
  readonly by: Readonly<Record<Spender, Spend>>;
  /** Calls that were answered from the response cache. */
  readonly fromCache: Usage;
  /** Actions that were taken, and calls that put one into form. */
  readonly acted: number;
  readonly formalized: number;
  /** Calls that gave no answer after all their tries. */
  readonly failed: number;
}

/** Nothing was spent. */
export const noSpending: Spending = {
  total: noSpend,
  by: {
    agent: noSpend,
    formalizer: noSpend,
    reflection: noSpend,
    update: noSpend,
    judge: noSpend,
    before: noSpend,
  },
  fromCache: noUsage,
  acted: 0,
  formalized: 0,
  failed: 0,
};

/** The state after a call. */
export function addCall(spending: Spending, call: Extract<RunEvent, { type: 'model-call' }>): Spending {
  const { purpose, spend, cached, error } = call;
  if (error !== null) return { ...spending, failed: spending.failed + 1 };
  const counted = {
    ...spending,
    formalized: spending.formalized + (purpose === 'formalize' ? 1 : 0),
  };
  if (cached) return { ...counted, fromCache: addUsage(counted.fromCache, spend.usage) };
  const spender = spenderOf[purpose] ?? 'agent';
  return {
    ...counted,
    total: addSpend(counted.total, spend),
    by: { ...counted.by, [spender]: addSpend(counted.by[spender], spend) },
  };
}

/** The state when a run is gone on with that had spent `paid` in all: what was not seen being spent is put down to `before`. */
export function resumeSpending(spending: Spending, paid: Spend): Spending {
  const { calls, promptTokens, completionTokens, cachedTokens, estimatedCalls } = spending.total.usage;
  const unseen: Spend = {
    usage: {
      calls: Math.max(0, paid.usage.calls - calls),
      promptTokens: Math.max(0, paid.usage.promptTokens - promptTokens),
      completionTokens: Math.max(0, paid.usage.completionTokens - completionTokens),
      cachedTokens: Math.max(0, paid.usage.cachedTokens - cachedTokens),
      estimatedCalls: Math.max(0, paid.usage.estimatedCalls - estimatedCalls),
    },
    costUsd: Math.max(0, paid.costUsd - spending.total.costUsd),
    unpricedCalls: Math.max(0, paid.unpricedCalls - spending.total.unpricedCalls),
  };
  return {
    ...spending,
    total: addSpend(spending.total, unseen),
    by: { ...spending.by, before: addSpend(spending.by.before, unseen) },
  };
}
