/** Rates on a screen: never without their interval. */
import { interval, percent } from '../../report/index.js';
import { wilson } from '../../stats/index.js';
import type { Lane, Tally } from './run-state.js';
import type { Signs } from './signs.js';

/** A plan's rate, and the instances that it is of. */
export interface MeasuredPlan {
  readonly tally: Tally;
  readonly on: 'held out' | 'validation' | 'its batch';
}

/** The best that is known of a plan: held-out instances say more than validation, which says more than its batches. */
export function measureOfPlan({ boards }: Lane, planId: string): MeasuredPlan | null {
  const found = [
    { tally: boards.heldOut.rows.get(planId), on: 'held out' },
    { tally: boards.validation.rows.get(planId), on: 'validation' },
    { tally: boards.train.rows.get(planId), on: 'its batch' },
  ] as const;
  for (const { tally, on } of found) if (tally !== undefined && tally.n > 0) return { tally, on };
  return null;
}

/** `75 % [30, 95]` */
export function describeRate({ won, n }: Tally): string {
  return n === 0 ? '-' : `${percent(won / n)} ${interval({ wilson95: wilson(won, n) })}`;
}

/** `3/4` */
export function describeCount({ won, n }: Tally): string {
  return `${won}/${n}`;
}

/** An interval between 0 and 100 % as a bar of a width, its rate marked. */
export function drawInterval({ won, n }: Tally, width: number, signs: Signs): string {
  if (n === 0) return signs.dot.repeat(width);
  const [low, high] = wilson(won, n);
  const at = (share: number) => Math.round(share * (width - 1));
  return Array.from({ length: width }, (_, i) => {
    if (i === at(won / n)) return signs.point;
    if (i === at(low)) return signs.ends[0];
    if (i === at(high)) return signs.ends[1];
    return i > at(low) && i < at(high) ? signs.bar : signs.dot;
  }).join('');
}

/** Rates one after another, a sign for each. */
export function drawSpark(tallies: readonly Tally[], { spark }: Signs): string {
  return tallies
    .map(({ won, n }) => (n === 0 ? ' ' : (spark[Math.round((won / n) * (spark.length - 1))] ?? ' ')))
    .join('');
}
