import type { ChatRequest } from '../core/model.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson } from '../util/json.js';

/** 32 hex digits that tell apart requests which may be answered differently: by model, messages and sampling. */
export function digestRequest(model: string, { messages, sampling }: ChatRequest): string {
  return sha256(canonicalJson({ model, messages, sampling })).slice(0, 32);
}
