import { expect, test } from 'vitest';
import { formatUtc, systemClock } from '../../src/util/clock.js';

test('a time as a name is UTC to the millisecond and sorts by time', () => {
  expect(formatUtc(Date.UTC(2026, 10, 21, 8, 3, 14, 123))).toBe('20261121T080314123Z');
  expect(formatUtc(0)).toBe('19700101T000000000Z');
});

test('a sleep ends early with the reason of its signal', async () => {
  const controller = new AbortController();
  const asleep = systemClock.sleep(60_000, controller.signal);
  controller.abort(new Error('enough'));
  await expect(asleep).rejects.toThrow('enough');
  await expect(systemClock.sleep(1, controller.signal)).rejects.toThrow('enough');
  await expect(systemClock.sleep(0)).resolves.toBeUndefined();
});
