import { expect, it } from 'vitest';
import { createRecentCache } from '../../src/util/recent-cache.js';

it('creates a value once and forgets the one not used for longest', () => {
  const created: string[] = [];
  const cache = createRecentCache<string, number>(2);
  const get = (key: string) => cache.get(key, (asked) => created.push(asked));
  expect([get('a'), get('b'), get('a'), get('c'), get('a'), get('b')]).toEqual([1, 2, 1, 3, 1, 4]);
  expect(created).toEqual(['a', 'b', 'c', 'b']);
});
