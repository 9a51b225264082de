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

/** What is to be done when a signal is aborted; each signal has one listener of ours, however many wait for it. */
const actionsOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does something when a signal is aborted, at once where it is already. Gives what takes that back, which costs the same
 * however many wait: a signal's own list of listeners is gone through by every call that joins or leaves it.
 */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  if (signal.aborted) {
    action();
    return () => {};
  }
  const actions = actionsOf.get(signal) ?? listenTo(signal);
  // The same action may be given twice.
  const entry = () => action();
  actions.add(entry);
  return () => actions.delete(entry);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const actions = new Set<() => void>();
  actionsOf.set(signal, actions);
  const doAll = () => {
    for (const action of actions) action();
    actions.clear();
  };
  signal.addEventListener('abort', doAll, { once: true });
  return actions;
}
