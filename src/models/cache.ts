import type { ChatRequest, ModelMiddleware } from '../core/model.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson } from '../util/json.js';
import type { AnswerStore } from './answer-store.js';

/** Who is asked, as far as it can change an answer; never with a key. */
export interface AnswerSource {
  /** For example `openai`. */
  readonly provider: string;
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** What the server calls the token limit. */
  readonly maxTokensField: string;
}

/**
 * Answers a call that was answered before, in this run or in another one, from a store on disk; it is then not sent, and
 * the reply is marked as `fromCache`. Failures are never kept. It belongs below what counts calls and above what sends
 * them.
 */
export function createCache(store: AnswerStore, source: AnswerSource): ModelMiddleware {
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      request.signal?.throwIfAborted();
      const key = keyOfAnswer(source, model.id, request);
      const known = await store.read(key);
      if (known !== null) return { ...known, fromCache: true };
      const reply = await model.complete(request);
      await store.write(key, model.id, reply);
      return reply;
    },
  });
}

/**
 * 64 hex digits that tell apart calls which may be answered differently: by source, model, messages, sampling, and the
 * place of the call in its run. The place holds iteration or phase, instance, repeat and trial, so that none of them is
 * given the sample of another one even where a server takes no seed. Neither purpose nor attempt counts.
 */
export function keyOfAnswer(
  { provider, baseUrl, maxTokensField }: AnswerSource,
  model: string,
  request: ChatRequest,
): string {
  const messages = request.messages.map(({ role, content }) => ({ role, content }));
  const { sampling } = request;
  const place = placeOf(request);
  return sha256(canonicalJson({ provider, baseUrl, maxTokensField, model, messages, sampling, place }));
}

/** A call's id without its purpose: the part of the run, and the number of the call. */
function placeOf({ callId, purpose }: ChatRequest): readonly string[] | null {
  if (callId === undefined) return null;
  const [scope, middle, number] = [callId.split('/').slice(0, -2).join('/'), ...callId.split('/').slice(-2)];
  return middle === purpose && number !== undefined ? [scope, number] : [callId];
}
