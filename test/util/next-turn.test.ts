import { expect, it } from 'vitest';
import { nextTurn } from '../../src/util/clock.js';

it('lets through what waits for the event loop', async () => {
  let heard = false;
  setImmediate(() => {
    heard = true;
  });
  for (let i = 0; i < 100; i++) await Promise.resolve();
  expect(heard).toBe(false);
  await nextTurn();
  expect(heard).toBe(true);
});
