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
  const breaker = createBreaker(options);
  const turns = createTurns(options, breaker);
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      for (;;) {
        const trying = await turns.wait(request.signal);
        try {
          const reply = await model.complete(request);
          breaker.answered();
          return reply;
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
          // A bad answer is an answer: somebody is there.
          if (!error.retryable || !outageCodes.has(error.code)) breaker.answered();
          else breaker.failed(error);
          if (!breaker.isOpen()) throw error;
        } finally {
          if (trying) turns.end();
        }
      }
    },
  });
}

/** Knows whether the server is there. */
interface Breaker {
  /** Whether the server counts as gone. */
  isOpen(): boolean;
  /** Throws an OutageError where it has been gone for too long. */
  check(): void;
  answered(): void;
  failed(error: ModelError): void;
  /** Resolves at the next `wake`. */
  changed(): Promise<void>;
  wake(): void;
}

function createBreaker(options: OutageOptions): Breaker {
  const { clock = systemClock, onChange = () => {} } = options;
  const state = { reached: false, failed: 0, since: 0, over: '' };
  const waiting: (() => void)[] = [];
  const isOpen = () => state.reached && state.failed >= options.failures;
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    isOpen,
    wake,
    check: () => {
      if (state.over !== '') throw new OutageError(state.over);
    },
    answered: () => {
      if (isOpen()) onChange({ waiting: false, message: 'the server answers again' });
      Object.assign(state, { reached: true, failed: 0 });
      wake();
    },
    failed: ({ message }) => {
      const before = isOpen();
      if (state.failed++ === 0) state.since = clock.elapsed();
      if (!isOpen()) return;
      if (!before) onChange({ waiting: true, message });
      const silent = (clock.elapsed() - state.since) / 1000;
      if (silent < options.patienceSeconds) return;
      state.over = `the server has not answered for ${Math.round(silent)} s; the last failure: ${message}`;
      wake();
    },
    changed: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
  };
}

/** Lets calls go at once while the server is there, else one at a time, each after a longer pause. */
function createTurns(options: OutageOptions, breaker: Breaker) {
  const { clock = systemClock, capMilliseconds = 30_000 } = options;
  const shortest = Math.min(firstPause, capMilliseconds);
  let pause = shortest;
  let trying = false;
  const end = () => {
    trying = false;
    breaker.wake();
  };
  return {
    /** Waits until an attempt may be sent; true where it is a try, whose end must be told. */
    wait: async (signal: AbortSignal | undefined): Promise<boolean> => {
      while (breaker.isOpen()) {
        breaker.check();
        signal?.throwIfAborted();
        if (trying) {
          // Whoever tries wakes the others, also when it is aborted.
          await breaker.changed();
          continue;
        }
        trying = true;
        try {
          await clock.sleep(pause, signal);
        } catch (error) {
          end();
          throw error;
        }
        pause = Math.min(capMilliseconds, pause * 2);
        return true;
      }
      pause = shortest;
      return false;
    },
    end,
  };
}
