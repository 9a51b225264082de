import { ModelError } from '../core/errors.js';
import type { ChatRequest, ModelMiddleware } from '../core/model.js';
import { type Clock, systemClock } from '../util/clock.js';
import { createRandom } from '../util/random.js';

/** How to try again. */
export interface RetryOptions {
  /** Most attempts per call, the first one included. Default 5. */
  readonly attempts?: number;
  /** Longest pause before the second attempt; doubles with each attempt. Default 500. */
  readonly baseMilliseconds?: number;
  /** Longest pause that backoff alone makes. Default 8000. */
  readonly capMilliseconds?: number;
  /** Most seconds of a server's Retry-After that are honoured. Default 60. */
  readonly maxRetryAfterSeconds?: number;
  /** Seeds the jitter, which no result depends on. Default 0. */
  readonly seed?: number;
  readonly clock?: Clock;
}

/**
 * Repeats calls that fail with a retryable ModelError. Pauses are drawn evenly from 0 to a bound that doubles
 * ("full jitter", Brooker 2015, "Exponential Backoff and Jitter"), and last at least as long as the server asks.
 * Gives the last error when the attempts are used up; other errors pass at once.
 */
export function createRetry(options: RetryOptions = {}): ModelMiddleware {
  const { attempts = 5, clock = systemClock } = options;
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await model.complete(request);
        } catch (error) {
          if (!(error instanceof ModelError) || !error.retryable || attempt >= attempts) throw error;
          await clock.sleep(pauseBefore(attempt + 1, request, error, options), request.signal);
        }
      }
    },
  });
}

/** Milliseconds to wait before an attempt (2 for the second). */
function pauseBefore(
  attempt: number,
  request: ChatRequest,
  error: ModelError,
  options: RetryOptions,
): number {
  const { baseMilliseconds = 500, capMilliseconds = 8000, maxRetryAfterSeconds = 60, seed = 0 } = options;
  const bound = Math.min(capMilliseconds, baseMilliseconds * 2 ** (attempt - 2));
  const jitter = createRandom('retry', seed, request.callId ?? '', attempt).next() * bound;
  const asked = Math.min(Math.max(error.retryAfterSeconds ?? 0, 0), maxRetryAfterSeconds) * 1000;
  return Math.max(jitter, asked);
}
