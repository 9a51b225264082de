import { setMaxListeners } from 'node:events';

/** Marks a signal as one that any number of concurrent calls may listen to; node warns above ten otherwise. */
export function shareSignal(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}

/** A signal that is aborted with the first of several; those that are absent never are. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return shareSignal(AbortSignal.any(signals.filter((signal) => signal !== undefined)));
}
