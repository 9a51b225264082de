import type { SpendSummary } from '../training/index.js';
import { groupDigits } from './numbers.js';

/** How many calls a response cache answered, and what was really paid; nothing where it answered none. */
export function renderFromCache({
  costUsd,
  fromCache,
}: Pick<SpendSummary, 'costUsd' | 'fromCache'>): string[] {
  if (fromCache === undefined) return [];
  const answered = `Cache: it answered ${groupDigits(fromCache.calls)} of these calls`;
  if (costUsd === null || fromCache.costUsd === null) return [`${answered}; they were not paid again.`];
  const paid = Math.max(0, costUsd - fromCache.costUsd);
  return [
    `${answered}, which would have cost US$ ${fromCache.costUsd.toFixed(2)}; paid: US$ ${paid.toFixed(2)}.`,
  ];
}
