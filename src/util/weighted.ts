import type { Random } from './random.js';

/**
 * One item with a chance in proportion to its weight; items of weight 0 are never drawn. Undefined where no
 * item has a weight above 0.
 */
export function pickWeighted<T>(
  random: Random,
  items: readonly T[],
  weightOf: (item: T) => number,
): T | undefined {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  let left = random.next() * total;
  let last: T | undefined;
  for (const item of items) {
    const weight = weightOf(item);
    if (weight <= 0) continue;
    if (left < weight) return item;
    left -= weight;
    last = item;
  }
  return last;
}
