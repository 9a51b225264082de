import type { ChatMessage, Usage } from '../core/model.js';

/** Characters of English prose per token, the rule of thumb that providers give. */
export const charactersPerToken = 4;

/**
 * UTF-8 bytes per token of text that tokenizes badly (code, numbers, scripts other than Latin): prose needs half
 * as many tokens as this says.
 */
const bytesPerTokenAtMost = 2;

/** Tokens that role and separators of one message take; at most. */
const tokensAroundMessage = 8;

/** About how many tokens a text has. For calls whose provider reports none. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** The usage of one call, estimated from its texts and flagged as such. */
export function estimateUsage(messages: readonly ChatMessage[], reply: string): Usage {
  const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
  return {
    calls: 1,
    promptTokens: Math.ceil(characters / charactersPerToken),
    completionTokens: estimateTokens(reply),
    cachedTokens: 0,
    estimatedCalls: 1,
  };
}

/** More tokens than a prompt can be expected to have: what a budget sets aside for it. */
export function mostPromptTokens(messages: readonly ChatMessage[]): number {
  let tokens = 0;
  for (const { content } of messages)
    tokens += Math.ceil(Buffer.byteLength(content) / bytesPerTokenAtMost) + tokensAroundMessage;
  return tokens;
}
