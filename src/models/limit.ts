import PQueue from 'p-queue';
import { ModelError, UsageError } from '../core/errors.js';
import type { ChatModel, ChatReply, ChatRequest, ModelMiddleware } from '../core/model.js';
import { shareSignal } from '../util/abort.js';
import { type Clock, systemClock } from '../util/clock.js';

/** A limit that several models may share. */
export interface CallLimit {
  /**
   * Puts a model's calls under the limit. Waiting calls start in order, higher priorities first: `priority` (default 0)
   * and that of the request together.
   */
  middleware(priority?: number): ModelMiddleware;
  /** Calls that may be in flight now: fewer than asked for while the server is too busy for them. */
  current(): number;
}

/** Calls sent before the limit was lowered may still be refused; they do not lower it again for so long. */
const settleMilliseconds = 1000;

/**
 * Lets at most `calls` model calls be in flight; the others wait. A server that refuses calls because there are too
 * many (429) halves the limit; as many answers as are in flight raise it by one again ("additive increase,
 * multiplicative decrease", Chiu & Jain 1989). A waiting call whose signal is aborted leaves at once. Throws a UsageError
 * when `calls` is not a positive whole number.
 */
export function createLimit(calls: number, clock: Clock = systemClock): CallLimit {
  if (!Number.isSafeInteger(calls) || calls < 1)
    throw new UsageError(`concurrency ${calls} is not a positive whole number`);
  const queue = new PQueue({ concurrency: calls });
  let answers = 0;
  let lowered = -Infinity;
  const lower = () => {
    if (clock.elapsed() - lowered < settleMilliseconds) return;
    lowered = clock.elapsed();
    answers = 0;
    queue.concurrency = Math.max(1, Math.floor(queue.concurrency / 2));
  };
  const raise = () => {
    if (queue.concurrency >= calls || ++answers < queue.concurrency) return;
    answers = 0;
    queue.concurrency++;
  };
  const send = async (model: ChatModel, request: ChatRequest): Promise<ChatReply> => {
    try {
      const reply = await model.complete(request);
      raise();
      return reply;
    } catch (error) {
      if (error instanceof ModelError && error.code === 'rate-limit') lower();
      throw error;
    }
  };
  return {
    middleware:
      (priority = 0) =>
      (model) => ({
        id: model.id,
        complete: (request) => {
          const place = { priority: priority + (request.priority ?? 0) };
          const { signal } = request;
          // What begins at once ends by itself when it is aborted.
          const waits = queue.size > 0 || queue.pending >= queue.concurrency;
          return queue.add(
            () => send(model, request),
            signal !== undefined && waits ? { ...place, signal: shareSignal(signal) } : place,
          );
        },
      }),
    current: () => queue.concurrency,
  };
}
