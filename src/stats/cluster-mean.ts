import { mean } from 'simple-statistics';
import { checkValues } from './check-values.js';
import { tInterval95 } from './mean-interval.js';
import { withoutSpread } from './without-spread.js';

/** A mean of values that come in clusters, and how well it is known. */
export interface ClusterMean {
  /** Number of values. */
  readonly n: number;
  /** Number of clusters with values. */
  readonly clusters: number;
  /** Mean over all values, each weighing the same; null without values. */
  readonly mean: number | null;
  /** Null with fewer than two clusters. */
  readonly standardError: number | null;
  /** 95 % interval, [low, high], by t with clusters - 1 degrees of freedom; null where the error is 0 or not known. */
  readonly interval95: readonly [low: number, high: number] | null;
}

/**
 * Mean of values of which those in one cluster may be alike, with its cluster-robust standard error (Liang and Zeger
 * 1986; for evaluations Miller 2024, arXiv 2411.00640), corrected for the number of clusters by G / (G - 1). With
 * clusters of one size it equals the standard error of the mean of the clusters' means. Empty clusters are left out.
 * Throws a RangeError on a value that is not a finite number.
 */
export function clusterMean(clusters: readonly (readonly number[])[]): ClusterMean {
  clusters.forEach((cluster, index) => {
    checkValues(`cluster ${index}`, cluster);
  });
  const filled = clusters.filter((cluster) => cluster.length > 0);
  const values = filled.flat();
  const counts = { n: values.length, clusters: filled.length };
  if (values.length === 0) return { ...counts, mean: null, standardError: null, interval95: null };
  const centre = mean(values);
  if (filled.length < 2) return { ...counts, mean: centre, standardError: null, interval95: null };
  const sums = filled.map((cluster) => cluster.reduce((sum, value) => sum + (value - centre), 0));
  const size = values.reduce((total, value) => total + Math.abs(value), 0);
  if (withoutSpread([0, ...sums], size))
    return { ...counts, mean: centre, standardError: 0, interval95: null };
  const squares = sums.reduce((total, sum) => total + sum * sum, 0);
  const standardError = Math.sqrt((squares * filled.length) / (filled.length - 1)) / values.length;
  return {
    ...counts,
    mean: centre,
    standardError,
    interval95: tInterval95(centre, standardError, filled.length - 1),
  };
}
