import { mean, sampleStandardDeviation } from 'simple-statistics';
import { checkValues } from './check-values.js';
import { tQuantile } from './student-t.js';
import { withoutSpread } from './without-spread.js';

/** A mean, and how well it is known. */
export interface MeanInterval {
  /** Number of values. */
  readonly n: number;
  /** Null without values. */
  readonly mean: number | null;
  /** Sample standard deviation (n - 1); null with fewer than two values. */
  readonly sd: number | null;
  /** 95 % t interval, [low, high]; null with fewer than two values or when all are equal: then it is not known. */
  readonly interval95: readonly [low: number, high: number] | null;
}

/**
 * Mean of independent values with its 95 % interval by Student's t (Student 1908). Throws a RangeError on a value that
 * is not a finite number.
 */
export function meanInterval(values: readonly number[]): MeanInterval {
  checkValues('values', values);
  const n = values.length;
  if (n === 0) return { n, mean: null, sd: null, interval95: null };
  const centre = mean([...values]);
  if (n === 1) return { n, mean: centre, sd: null, interval95: null };
  if (withoutSpread(values)) return { n, mean: centre, sd: 0, interval95: null };
  const sd = sampleStandardDeviation([...values]);
  return { n, mean: centre, sd, interval95: tInterval95(centre, sd / Math.sqrt(n), n - 1) };
}

/** Estimate plus and minus its standard error times the 97.5 % quantile of Student's t. */
export function tInterval95(estimate: number, standardError: number, df: number): readonly [number, number] {
  const half = tQuantile(0.975, df) * standardError;
  return [estimate - half, estimate + half];
}
