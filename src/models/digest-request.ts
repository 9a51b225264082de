import type { ChatMessage, ChatRequest } from '../core/model.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson } from '../util/json.js';

/** What is known of a request under way. */
interface Known {
  readonly model: string;
  readonly messages: number;
  readonly digest: string;
}

/** Prompts are most of a run's text: so a digest is made when a prompt is sent, and not of the same text again. */
const digests = new WeakMap<ChatRequest, Known>();

/** 32 hex digits that tell apart requests which may be answered differently: by model, messages and sampling. */
export function digestRequest(model: string, request: ChatRequest): string {
  return knownDigest(model, request) ?? digestOf(model, request, formatMessages(request.messages));
}

/** The messages of a request as JSON; its digest is known from then on. */
export function formatPrompt(model: string, request: ChatRequest): string {
  const { messages } = request;
  const text = formatMessages(messages);
  if (knownDigest(model, request) === undefined)
    digests.set(request, { model, messages: messages.length, digest: digestOf(model, request, text) });
  return text;
}

function knownDigest(model: string, request: ChatRequest): string | undefined {
  const known = digests.get(request);
  // Whoever uses a request again may have added to its messages.
  const same = known?.model === model && known.messages === request.messages.length;
  return same ? known.digest : undefined;
}

/** As `canonicalJson` has the three together, without its look at each of many messages. */
function digestOf(model: string, { sampling }: ChatRequest, messages: string): string {
  const json = `{"messages":${messages},"model":${JSON.stringify(model)},"sampling":${canonicalJson(sampling)}}`;
  return sha256(json).slice(0, 32);
}

/** With keys in code-unit order. */
function formatMessages(messages: readonly ChatMessage[]): string {
  return JSON.stringify(messages.map(({ role, content }) => ({ content, role })));
}
