import type { ChatRequest } from '../core/model.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson } from '../util/json.js';

/** 32 hex digits that tell apart requests which may be answered differently: by model, messages and sampling. */
export function digestRequest(model: string, { messages, sampling }: ChatRequest): string {
  // As `canonicalJson` of the three together, whose look at every value takes its time: messages are most of a run's text.
  const texts = JSON.stringify(messages.map(({ role, content }) => ({ content, role })));
  const json = `{"messages":${texts},"model":${JSON.stringify(model)},"sampling":${canonicalJson(sampling)}}`;
  return sha256(json).slice(0, 32);
}
