import type { ChatRequest } from '../core/model.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson } from '../util/json.js';
import { promptText } from './prompt-text.js';

/** 32 hex digits that tell apart requests which may be answered differently: by model, messages and sampling. */
export function digestRequest(model: string, request: ChatRequest): string {
  // As `canonicalJson` has the three together, without its look at each of many messages.
  const parts = [promptText(request), JSON.stringify(model), canonicalJson(request.sampling)];
  return sha256(`{"messages":${parts[0]},"model":${parts[1]},"sampling":${parts[2]}}`).slice(0, 32);
}
