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
  /** Told of each pause before it is made. */
  readonly onPause?: (pause: CallPause) => void;
  /** Seeds the jitter, which no result depends on. Default 0. */
  readonly seed?: number;
  readonly clock?: Clock;
}

/** A call waits before it is sent again. */
export interface CallPause {
  readonly callId: string;
  readonly milliseconds: number;
  /** What went wrong with the attempt before. */
  readonly message: string;
}

/** Most attempts to reach a server of which nothing has been heard yet: it is more likely wrong than busy. */
const attemptsToReach = 5;

/**
 * Repeats calls that fail with a retryable ModelError. Pauses are drawn evenly from 0 to a bound that doubles
 * ("full jitter", Brooker 2015, "Exponential Backoff and Jitter"), and last at least as long as the server asks.
 * Gives the last error when the attempts are used up, sooner where no server has been heard of; other errors pass at
 * once.
 */
export function createRetry(options: RetryOptions = {}): ModelMiddleware {
  const { attempts = 5, clock = systemClock, onPause = () => {} } = options;
  let heard = false;
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      for (let attempt = 1; ; attempt++) {
        try {
          const reply = await model.complete(request);
          heard = true;
          return reply;
        } catch (error) {
          if (!(error instanceof ModelError) || !error.retryable) throw error;
          heard ||= error.code !== 'connection' && error.code !== 'timeout';
          if (attempt >= (heard ? attempts : Math.min(attempts, attemptsToReach))) throw error;
          const milliseconds = pauseBefore(attempt + 1, request, error, options);
          const { callId = request.purpose } = request;
          onPause({ callId, milliseconds, message: error.message });
          await clock.sleep(milliseconds, request.signal);
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
