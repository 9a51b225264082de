/** The runs of an arm: each the mean of the headline over all of a seed's held-out instances. */
import { type Headline, measureOf } from '../evaluation/index.js';
import { meanInterval } from '../stats/index.js';
import type { IterationMark, RunSummary, RunValue } from './ablation-analysis.js';
import type { CellResult } from './ablation-results.js';
import { type EvaluationSummary, poolEvaluations } from './summarize-results.js';

/** What values are taken from. */
export interface RunSource {
  readonly cells: readonly CellResult[];
  readonly seeds: readonly number[];
  readonly headline: Headline;
}

/** The runs of an arm at a mark, with their mean, spread and interval. */
export function summarizeRuns(source: RunSource, at: IterationMark): RunSummary {
  const runs = source.seeds.map((seed) => runValue(source, seed, at));
  const { n, mean, sd, interval95 } = meanInterval(runs.flatMap(({ value }) => value ?? []));
  const whole = runs.every(({ value, errors }) => value !== null && errors === 0);
  return {
    at,
    runs,
    n,
    mean,
    sd,
    interval95: interval95 && [Math.max(0, interval95[0]), Math.min(1, interval95[1])],
    bounds: whole ? null : [meanOf(runs, ({ bounds }) => bounds[0]), meanOf(runs, ({ bounds }) => bounds[1])],
  };
}

/** A run is missing when any of its cells is, or has no instance that counts. */
function runValue({ cells, headline }: RunSource, seed: number, at: IterationMark): RunValue {
  const own = cells.filter((cell) => cell.seed === seed);
  const evaluations = own.flatMap((cell) => evaluationAt(cell, at) ?? []);
  const missing: RunValue = { seed, n: 0, errors: 0, value: null, bounds: [0, 1] };
  if (own.length === 0 || evaluations.length < own.length) return missing;
  const { n, mean, errors } = measureOf(poolEvaluations(evaluations), headline);
  if (mean === null || evaluations.some((one) => measureOf(one, headline).n === 0))
    return { ...missing, errors };
  const total = n + errors;
  return { seed, n, errors, value: mean, bounds: [(mean * n) / total, (mean * n + errors) / total] };
}

/** A cell's evaluation at a mark. What is no longer learned stays as it is: its last plan counts from then on. */
function evaluationAt(cell: CellResult, at: IterationMark): EvaluationSummary | null {
  if (cell.state === 'not-measured') return null;
  if (at === 'last') return cell.heldOut;
  return cell.curve.find(({ iteration }) => iteration === at)?.heldOut ?? cell.heldOut;
}

function meanOf<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0) / Math.max(1, items.length);
}
