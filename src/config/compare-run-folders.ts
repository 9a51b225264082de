import { compareResults, type ResultsComparison } from '../training/index.js';
import { checkComparable, readComparedSide } from './read-compared.js';

/**
 * Compares what run folders hold, see `readComparedSide`; `tolerance` is the largest difference that does not matter.
 * Throws a UsageError for what can not be read or compared.
 */
export function compareRunFolders(
  a: readonly string[],
  b: readonly string[],
  tolerance: number,
): ResultsComparison {
  const [left, right] = [readComparedSide(a), readComparedSide(b)];
  checkComparable(left, right);
  return compareResults(left, right, tolerance);
}
