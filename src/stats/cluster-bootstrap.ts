import { quantileSorted } from 'simple-statistics';
import { createRandom } from '../util/random.js';
import { checkValues } from './check-values.js';

/** Settings of the bootstrap. */
export interface BootstrapOptions {
  /** Same seed, same interval. Default 0. */
  readonly seed?: number | string;
  /** How many samples are drawn. Default 10,000. */
  readonly resamples?: number;
}

/**
 * 95 % percentile interval, [low, high], of the mean over all values, by drawing whole clusters with replacement (Efron
 * 1979; Davison and Hinkley 1997, section 3.8). Needs many clusters to be right: with few it is too narrow, so it
 * stands beside a t interval, not in its place. Null with fewer than two clusters that have values. Throws a
 * RangeError on a value that is not a finite number.
 */
export function clusterBootstrap(
  clusters: readonly (readonly number[])[],
  { seed = 0, resamples = 10_000 }: BootstrapOptions = {},
): readonly [low: number, high: number] | null {
  clusters.forEach((cluster, index) => {
    checkValues(`cluster ${index}`, cluster);
  });
  const sums = clusters
    .filter((cluster) => cluster.length > 0)
    .map((cluster) => ({ size: cluster.length, sum: cluster.reduce((sum, value) => sum + value, 0) }));
  if (sums.length < 2) return null;
  const random = createRandom('cluster-bootstrap', seed);
  const means = Float64Array.from({ length: resamples }, () => {
    let size = 0;
    let sum = 0;
    for (let i = 0; i < sums.length; i++) {
      const drawn = random.pick(sums);
      size += drawn.size;
      sum += drawn.sum;
    }
    return sum / size;
  });
  const sorted = [...means.sort()];
  return [quantileSorted(sorted, 0.025), quantileSorted(sorted, 0.975)];
}
