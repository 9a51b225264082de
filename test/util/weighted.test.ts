import { expect, test } from 'vitest';
import { createRandom } from '../../src/util/random.js';
import { pickWeighted } from '../../src/util/weighted.js';

test('draws in proportion to the weights, and never what has none', () => {
  const random = createRandom('weighted');
  const weights: Record<string, number> = { rare: 1, never: 0, common: 3 };
  const counts: Record<string, number> = { rare: 0, never: 0, common: 0 };
  for (let i = 0; i < 4000; i++) {
    const item = pickWeighted(random, Object.keys(weights), (name) => weights[name] ?? 0);
    counts[item ?? ''] = (counts[item ?? ''] ?? 0) + 1;
  }
  expect(counts.never).toBe(0);
  expect(counts.common).toBeGreaterThan(2850);
  expect(counts.common).toBeLessThan(3150);
  expect((counts.rare ?? 0) + (counts.common ?? 0)).toBe(4000);
});

test('draws nothing where nothing has a weight', () => {
  const random = createRandom('weighted');
  expect(pickWeighted(random, [], () => 1)).toBeUndefined();
  expect(pickWeighted(random, ['a', 'b'], () => 0)).toBeUndefined();
});
