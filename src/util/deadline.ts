import { onAbort } from './abort.js';
import type { Clock } from './clock.js';

/** A time limit for one piece of work, joined with the caller's own signal. */
export interface Deadline {
  /** Aborted when the time is over or the caller's signal is aborted. */
  readonly signal: AbortSignal;
  /** Whether the time ran out. */
  expired(): boolean;
  /** Stops the timer and lets go of the caller's signal; call it when the work has ended. */
  cancel(): void;
}

/** Starts a time limit of some milliseconds. */
export function startDeadline(clock: Clock, milliseconds: number, callerSignal?: AbortSignal): Deadline {
  const work = new AbortController();
  let expired = false;
  const callOff = clock.later(milliseconds, () => {
    expired = true;
    work.abort('deadline');
  });
  const letGo = callerSignal && onAbort(callerSignal, () => work.abort(callerSignal.reason));
  return {
    signal: work.signal,
    expired: () => expired,
    cancel: () => {
      callOff();
      letGo?.();
    },
  };
}
