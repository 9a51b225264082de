/** An estimate beside what was then used. */
import type { RunHistory } from '../history/index.js';
import { checkEstimate, type EstimateCheck } from '../training/index.js';
import { groupDigits } from './numbers.js';

/** The estimate of a run number by number beside its use; empty where there is none. How far off it was is said once all is over. */
export function checkRunEstimate({
  estimate,
  cost: { total },
  state,
}: Pick<RunHistory, 'estimate' | 'cost' | 'state'>): readonly EstimateCheck[] {
  if (estimate === null) return [];
  const costUsd = total.unpricedCalls > 0 ? null : total.costUsd;
  const checks = checkEstimate(estimate, { ...total, costUsd });
  return state === 'finished' ? checks : checks.map((check) => ({ ...check, off: null }));
}

/** A line that has all of them; null where there are none. */
export function renderEstimateChecks(checks: readonly EstimateCheck[]): string | null {
  if (checks.length === 0) return null;
  const parts = checks.map(({ of, estimated, used, off }) => {
    const show = of === 'US$' ? (value: number) => value.toFixed(2) : groupDigits;
    const words = off === null ? '' : ` (${describeOff(off)})`;
    return `${of} ${show(estimated.expected)}, used ${show(used)}${words}`;
  });
  return `Estimated before: ${parts.join('; ')}.`;
}

/** How far an estimate was off, in percent of the use, with its sign. */
export function describeOff(off: number): string {
  const percent = (Math.abs(off) * 100).toFixed(0);
  return `${off < 0 && percent !== '0' ? '-' : '+'}${percent} %`;
}
