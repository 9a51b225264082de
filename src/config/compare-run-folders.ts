import { type ComparedSide, compareResults, type ResultsComparison } from '../training/index.js';
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
  const [left, right] = readComparedSides(a, b);
  return compareResults(left, right, tolerance);
}

/** Reads two sides that can be compared, see `readComparedSide`. Throws as `compareRunFolders`. */
export function readComparedSides(
  a: readonly string[],
  b: readonly string[],
): readonly [ComparedSide, ComparedSide] {
  const sides = [readComparedSide(a), readComparedSide(b)] as const;
  checkComparable(...sides);
  return sides;
}
