import type { Clock } from '../../src/util/clock.js';

/** A clock that stands still but for its sleeps, which end at once and are recorded; nothing happens later. */
export interface FakeClock extends Clock {
  /** Milliseconds of each sleep so far. */
  readonly sleeps: readonly number[];
}

export function createFakeClock(start = 1_000_000): FakeClock {
  let time = start;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => time,
    elapsed: () => time,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      sleeps.push(milliseconds);
      time += milliseconds;
    },
    later: () => () => {},
  };
}
