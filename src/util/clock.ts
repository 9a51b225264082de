/** The one place time comes from; tests replace it. */
export interface Clock {
  /** Wall time in milliseconds since 1970-01-01 UTC: for names and records only. */
  now(): number;
  /** Monotonic time in milliseconds: for durations and deadlines. */
  elapsed(): number;
  /** Waits; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Does something later. Gives what calls it off: for what mostly never happens, as it costs less than a sleep. */
  later(milliseconds: number, action: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
  later: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after the process has had a chance to see signals, timers and what came over the network. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Resolves when promises that are settled by now have had all their effects, before anything new is heard. */
export function endOfTick(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

/** A date in any form that JavaScript reads, as milliseconds since 1970-01-01 UTC; NaN where it is none. */
export function parseDate(text: string): number {
  return Date.parse(text);
}

/** A wall time as a name: UTC to the millisecond, for example `20261121T080314123Z`. */
export function formatUtc(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:.]/g, '');
}

/** A wall time for people: UTC to the second, for example `2026-11-21 08:03:14 UTC`. */
export function describeUtc(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
