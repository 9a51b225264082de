import { ModelError } from '../core/errors.js';
import type { EventSink } from '../core/event.js';
import type { ChatRequest, ModelMiddleware } from '../core/model.js';

/**
 * Records each attempt before it is sent, and its failure: after a crash it is known which calls may have been paid for
 * without an answer. `committed` resolves when all that was recorded so far is safe.
 */
export function createAttemptLog(emit: EventSink, committed: () => Promise<void>): ModelMiddleware {
  const attempts = new WeakMap<ChatRequest, number>();
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      const { callId = request.purpose } = request;
      const attempt = (attempts.get(request) ?? 0) + 1;
      attempts.set(request, attempt);
      emit({ type: 'call-sent', callId, attempt });
      await committed();
      try {
        return await model.complete(request);
      } catch (error) {
        const code = error instanceof ModelError ? error.code : 'aborted';
        emit({ type: 'call-failed', callId, attempt, code });
        throw error;
      }
    },
  });
}
