/** Rates on a screen: never without their interval. */
import { interval, percent } from '../../report/index.js';
import { wilson } from '../../stats/index.js';
import type { Lane, Tally } from './run-state.js';
import type { Signs } from './signs.js';

/** What plans are measured on, the most telling first: held-out instances say more than validation. */
export const measuredOn = ['held out', 'validation', 'its batch'] as const;

/** A plan's rate, and the instances that it is of. */
export interface MeasuredPlan {
  readonly tally: Tally;
  readonly on: (typeof measuredOn)[number];
  /** Whether instances are still to come: wins end early, so what is over first is better than the whole. */
  readonly unfinished: boolean;
}

const boards = { 'held out': 'heldOut', validation: 'validation', 'its batch': 'train' } as const;

/** What is known of a plan on some instances; null where nothing is. */
export function measureOn(lane: Lane, planId: string, on: MeasuredPlan['on']): MeasuredPlan | null {
  const tally = lane.boards[boards[on]].rows.get(planId);
  if (tally === undefined || tally.n === 0) return null;
  return { tally, on, unfinished: tally.n + tally.errors < expectedOn(lane, planId, on) };
}

/** Instances that a plan is to be measured on, as far as that is known. */
function expectedOn({ stage, plan, heldOut }: Lane, planId: string, on: MeasuredPlan['on']): number {
  if (on === 'held out') return heldOut;
  if (on === 'validation') return stage.kind === 'validation' ? stage.size : 0;
  const isPlaying = stage.kind === 'learning' && stage.finished < stage.size && plan?.id === planId;
  return isPlaying ? Number.POSITIVE_INFINITY : 0;
}

/** The most telling of what is known of a plan. */
export function measureOfPlan(lane: Lane, planId: string): MeasuredPlan | null {
  const known = measuredOn.flatMap((on) => measureOn(lane, planId, on) ?? []);
  return known.find(({ unfinished }) => !unfinished) ?? known[0] ?? null;
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
