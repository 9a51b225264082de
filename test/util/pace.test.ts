import { expect, test } from 'vitest';
import { systemClock } from '../../src/util/clock.js';
import { createPace } from '../../src/util/pace.js';

function paceAt(times: readonly number[], saved: number): boolean[] {
  let now = 0;
  const mayNow = createPace({ milliseconds: 5, saved }, { ...systemClock, elapsed: () => now });
  return times.map((time) => {
    now = time;
    return mayNow();
  });
}

test('it may be done once in so many milliseconds', () => {
  expect(paceAt([0, 1, 4.9, 5, 9, 100, 101, 105], 1)).toEqual([
    ...[true, false, false, true, false],
    ...[true, false, true],
  ]);
});

test('what was not made use of is saved up, as often as is said', () => {
  const burst = [1000, 1000, 1000, 1000, 1001, 1005];
  expect(paceAt(burst, 3)).toEqual([true, true, true, false, false, true]);
  expect(paceAt([0, ...burst], 3)).toEqual([true, true, true, true, false, false, true]);
});

test('whoever asks more often is let through at the pace', () => {
  const asks = Array.from({ length: 1001 }, (_, i) => i);
  expect(paceAt(asks, 10).filter(Boolean)).toHaveLength(1 + 200 + 9);
});
