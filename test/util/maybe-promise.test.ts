import { expect, test } from 'vitest';
import { whenReady } from '../../src/util/maybe-promise.js';

test('goes on at once with a value, and later with a promise', async () => {
  expect(whenReady(2, (value) => value + 1)).toBe(3);
  const later = whenReady(Promise.resolve(2), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(3);
  await expect(whenReady(Promise.reject(new Error('no')), () => 1)).rejects.toThrow('no');
});
