import { pairedDifferences } from './check-values.js';
import { normalCdf } from './normal.js';

/** What Wilcoxon's signed-rank test found. */
export interface SignedRankTest {
  /** Pairs that differ; the others are left out, as Wilcoxon did. */
  readonly n: number;
  /** The smaller of the sums of ranks of positive and of negative differences. */
  readonly w: number;
  /** Two-sided p in [0, 1]; 1 when no pair differs. */
  readonly p: number;
  /** True up to 200 pairs; beyond, p comes from the normal distribution. */
  readonly exact: boolean;
}

/** The work grows with the third power of the pairs: about 10 ms here. The normal distribution is close by then. */
const mostExact = 200;

/**
 * Wilcoxon's signed-rank test of the differences `a[i] - b[i]` (Wilcoxon 1945), two-sided. Equal sizes share the mean of
 * their ranks, and p is then exact for the ranks as shared (not for ranks without ties, as tables have it). Sizes
 * are equal when they are the same number: differences that rounding keeps apart are not, so give values that are
 * exact, such as counts. Throws a RangeError when the lists differ in length or hold something that is not a finite
 * number.
 */
export function wilcoxonSignedRank(a: readonly number[], b: readonly number[]): SignedRankTest {
  const differences = pairedDifferences(a, b).filter((difference) => difference !== 0);
  const n = differences.length;
  const ranks = doubledRanks(differences.map(Math.abs));
  const positive = ranks.reduce((sum, rank, index) => sum + ((differences[index] ?? 0) > 0 ? rank : 0), 0);
  const doubledW = Math.min(positive, n * (n + 1) - positive);
  const exact = n <= mostExact;
  const tail = exact ? chanceAtMost(ranks, doubledW) : normalAtMost(ranks, doubledW);
  return { n, w: doubledW / 2, p: Math.min(1, 2 * tail), exact };
}

/** Twice the rank of each size, smallest first; whole numbers, also where equal sizes share a mean. */
function doubledRanks(sizes: readonly number[]): number[] {
  const sorted = [...sizes].sort((x, y) => x - y);
  const doubled = new Map<number, number>();
  for (let first = 0; first < sorted.length; ) {
    const size = sorted[first] ?? 0;
    let last = first;
    while (sorted[last + 1] === size) last++;
    doubled.set(size, first + last + 2);
    first = last + 1;
  }
  return sizes.map((size) => doubled.get(size) ?? 0);
}

/** Chance that ranks kept or dropped by fair coins sum to at most `limit`. */
function chanceAtMost(ranks: readonly number[], limit: number): number {
  const chances = new Float64Array(limit + 1);
  chances[0] = 1;
  for (const rank of ranks) {
    for (let sum = limit; sum >= 0; sum--) {
      chances[sum] = ((chances[sum] ?? 0) + (sum >= rank ? (chances[sum - rank] ?? 0) : 0)) / 2;
    }
  }
  return chances.reduce((total, chance) => total + chance, 0);
}

function normalAtMost(ranks: readonly number[], limit: number): number {
  const half = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
  const variance = ranks.reduce((sum, rank) => sum + rank * rank, 0) / 4;
  return normalCdf((limit - half) / Math.sqrt(variance));
}
