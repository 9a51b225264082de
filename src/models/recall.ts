import type { ChatReply, ModelMiddleware } from '../core/model.js';
import { digestRequest } from './digest-request.js';

/** Answers that were had before, by the logical id of the call. */
export interface RecordedReplies {
  /** The answer of the call with this id, if it was asked the same; else null. */
  reply(callId: string, request: string): ChatReply | null;
}

/** What recall needs. */
export interface RecallOptions {
  readonly recorded?: RecordedReplies;
  /** Resolves when all that was recorded so far is safe. */
  readonly committed: () => Promise<void>;
}

/**
 * Answers a call that was answered before a run was resumed from its record: it is not sent, paid or counted again. An
 * answer that is new is used only when its record is safe.
 */
export function createRecall({ recorded, committed }: RecallOptions): ModelMiddleware {
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      const { callId } = request;
      const known =
        recorded === undefined || callId === undefined
          ? null
          : recorded.reply(callId, digestRequest(model.id, request));
      if (known !== null) return known;
      const reply = await model.complete(request);
      await committed();
      return reply;
    },
  });
}
