import PQueue from 'p-queue';
import { UsageError } from '../core/errors.js';
import type { ModelMiddleware } from '../core/model.js';
import { shareSignal } from '../util/abort.js';

/** A limit that several models may share. */
export interface CallLimit {
  /** Puts a model's calls under the limit. Waiting calls start in order, higher priorities (default 0) first. */
  middleware(priority?: number): ModelMiddleware;
}

/**
 * Lets at most `calls` model calls be in flight; the others wait. A waiting call whose signal is aborted leaves
 * at once. Throws a UsageError when `calls` is not a positive whole number.
 */
export function createLimit(calls: number): CallLimit {
  if (!Number.isSafeInteger(calls) || calls < 1)
    throw new UsageError(`concurrency ${calls} is not a positive whole number`);
  const queue = new PQueue({ concurrency: calls });
  return {
    middleware:
      (priority = 0) =>
      (model) => ({
        id: model.id,
        complete: (request) =>
          queue.add(
            () => model.complete(request),
            request.signal === undefined ? { priority } : { priority, signal: shareSignal(request.signal) },
          ),
      }),
  };
}
