import { expect, it } from 'vitest';
import { endOfTick, nextTurn } from '../../src/util/clock.js';

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

it('ends a tick behind all settled promises and before the event loop goes on', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('heard'));
  await Promise.resolve();
  const later = Promise.resolve()
    .then(() => {})
    .then(() => order.push('settled'));
  await endOfTick();
  order.push('tick');
  await later;
  await nextTurn();
  expect(order).toEqual(['settled', 'tick', 'heard']);
});
