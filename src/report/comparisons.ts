import { mcnemarExact } from '../stats/index.js';
import type { TrainingSummary } from '../training/index.js';

/** Two plans on the same games. */
export type Comparison = TrainingSummary['comparison'];

/** Comparisons on different games taken together. */
export function poolComparisons(comparisons: readonly Comparison[]): Comparison {
  const sum = (key: 'n' | 'bothWon' | 'onlyA' | 'onlyB' | 'bothLost') =>
    comparisons.reduce((total, comparison) => total + comparison[key], 0);
  const [n, onlyA, onlyB] = [sum('n'), sum('onlyA'), sum('onlyB')];
  return {
    n,
    bothWon: sum('bothWon'),
    onlyA,
    onlyB,
    bothLost: sum('bothLost'),
    difference: n === 0 ? 0 : (onlyA - onlyB) / n,
    p: mcnemarExact(onlyA, onlyB),
  };
}
