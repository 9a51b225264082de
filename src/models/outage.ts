import { ModelError, OutageError } from '../core/errors.js';
import type { ModelMiddleware } from '../core/model.js';
import { type Clock, systemClock } from '../util/clock.js';

/** When a server counts as gone, and how long to wait for it. */
export interface OutageOptions {
  /** Attempts in a row, of any calls, that must fail. */
  readonly failures: number;
  /** Longest wait in seconds, from the first failure on. */
  readonly patienceSeconds: number;
  /** Longest pause between two tries. Default 30 000. */
  readonly capMilliseconds?: number;
  /** Told when waiting begins, with the last failure, and when the server answers again. */
  readonly onChange?: (state: { readonly waiting: boolean; readonly message: string }) => void;
  readonly clock?: Clock;
}

/** Milliseconds of the first pause before the server is tried again; it doubles. */
const firstPause = 500;

/** Failures that say nothing about the call itself. */
const outageCodes: ReadonlySet<string> = new Set(['connection', 'timeout', 'server', 'rate-limit']);

/**
 * A circuit breaker (Nygard 2007, "Release It!") that waits instead of giving up. When attempts fail in a row, no
 * further ones are sent but one from time to time, until one is answered; then all go on, as if nothing had been. So an
 * outage makes no episode an error. Rejects with an OutageError when it lasts too long, and at once from then on. A
 * server that has never answered is none of its business: then something else is wrong.
 */
export function createOutage(options: OutageOptions): ModelMiddleware {
  const { clock = systemClock, onChange = () => {}, capMilliseconds = 30_000 } = options;
  const shortest = Math.min(firstPause, capMilliseconds);
  const state = { reached: false, failed: 0, since: 0, pause: shortest, trying: false, over: '' };
  let changed: (() => void)[] = [];
  const wake = () => {
    const waiting = changed;
    changed = [];
    for (const resolve of waiting) resolve();
  };
  const isOpen = () => state.reached && state.failed >= options.failures;

  const succeed = () => {
    if (isOpen()) onChange({ waiting: false, message: 'the server answers again' });
    Object.assign(state, { reached: true, failed: 0, pause: shortest });
    wake();
  };
  const fail = (error: ModelError) => {
    const before = isOpen();
    if (state.failed++ === 0) state.since = clock.elapsed();
    if (isOpen() && !before) onChange({ waiting: true, message: error.message });
    const silent = (clock.elapsed() - state.since) / 1000;
    if (isOpen() && silent >= options.patienceSeconds) {
      state.over = `the server has not answered for ${Math.round(silent)} s; the last failure: ${error.message}`;
      wake();
    }
  };
  /** Waits until an attempt may be sent: at once while all is well, else one at a time, after a pause. True for such. */
  const waitForTurn = async (signal: AbortSignal | undefined): Promise<boolean> => {
    while (isOpen()) {
      if (state.over !== '') throw new OutageError(state.over);
      signal?.throwIfAborted();
      if (state.trying) {
        // Whoever tries wakes the others, also when it is aborted.
        await new Promise<void>((resolve) => changed.push(resolve));
        continue;
      }
      state.trying = true;
      try {
        await clock.sleep(state.pause, signal);
      } catch (error) {
        endTrying();
        throw error;
      }
      state.pause = Math.min(capMilliseconds, state.pause * 2);
      return true;
    }
    return false;
  };
  const endTrying = () => {
    state.trying = false;
    wake();
  };
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      for (;;) {
        const trying = await waitForTurn(request.signal);
        try {
          const reply = await model.complete(request);
          succeed();
          return reply;
        } catch (error) {
          const isOutage = error instanceof ModelError && error.retryable && outageCodes.has(error.code);
          if (!isOutage) {
            // A bad answer is an answer: somebody is there.
            if (error instanceof ModelError) succeed();
            throw error;
          }
          fail(error);
          if (!isOpen()) throw error;
        } finally {
          if (trying) endTrying();
        }
      }
    },
  });
}
