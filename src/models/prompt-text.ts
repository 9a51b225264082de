import type { ChatRequest } from '../core/model.js';

/** Texts of requests under way: most that a run handles is prompts, and each is both sent and told from others. */
const texts = new WeakMap<ChatRequest, { readonly text: string; readonly messages: number }>();

/** The messages of a request as JSON, with their keys in code-unit order. */
export function promptText(request: ChatRequest): string {
  const { messages } = request;
  const known = texts.get(request);
  // Whoever uses a request again may have added to its messages.
  if (known?.messages === messages.length) return known.text;
  const text = JSON.stringify(messages.map(({ role, content }) => ({ content, role })));
  texts.set(request, { text, messages: messages.length });
  return text;
}
