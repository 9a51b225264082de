/** Differences, tests and verdicts in words. */
import type { ComparisonVerdict, PrimaryTest } from '../training/index.js';
import { formatP, signedPoints } from './numbers.js';

/** A verdict as it is printed; `tolerance` is the largest difference of rates that does not matter. */
export function verdictWords(verdict: ComparisonVerdict, tolerance: number): string {
  switch (verdict) {
    case 'tied':
      return `tied within ${points(tolerance)} points`;
    case 'not-enough-runs':
      return 'not enough runs';
    default:
      return verdict;
  }
}

/** A share in points without needless digits: `5`, `2.5`. */
export function points(share: number): string {
  return String(Number((share * 100).toFixed(2)));
}

/** A difference in points with its interval, `+12.0 [-3.0, +27.0]`. */
export function differenceCell(
  difference: number | null,
  interval95: readonly [number, number] | null,
): string {
  if (difference === null) return '-';
  return interval95 === null
    ? signedPoints(difference)
    : `${signedPoints(difference)} [${interval95.map(signedPoints).join(', ')}]`;
}

/** A p value, or a dash where there is no test. */
export function pCell(p: number | null): string {
  return p === null ? '-' : formatP(p);
}

/** A difference that can be found, in points; rates can not differ by more than 100. */
export function detectableCell(difference: number | null): string {
  if (difference === null) return '-';
  return difference > 1 ? '> 100' : (difference * 100).toFixed(1);
}

/** The name of a test of runs. */
export function testWords(test: PrimaryTest): string {
  return test === 'paired-t' ? 'paired t test by seed' : "Welch's t test";
}

/** The name of the exact test beside it. */
export function exactTestWords(test: 'sign-flip' | 'permutation'): string {
  return test === 'sign-flip' ? 'sign-flip test' : 'permutation test';
}
