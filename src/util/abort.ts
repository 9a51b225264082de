import { setMaxListeners } from 'node:events';

/** Marks a signal as one that any number of concurrent calls may listen to; node warns above ten otherwise. */
export function shareSignal(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}
