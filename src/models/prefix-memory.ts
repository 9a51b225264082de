import type { ChatMessage, ChatModel, ModelMiddleware } from '../core/model.js';
import { hash53 } from '../util/hash.js';

/** Remembers how prompts begin, as servers do that keep what they worked out for a prompt for the next that begins alike. */
export interface PrefixMemory {
  /**
   * Share, in [0, 1], of a prompt that begins like one before it; the prompt is remembered. Over many prompts, what is
   * shared does not depend on their order.
   */
  take(messages: readonly ChatMessage[]): number;
}

/** Characters of a block, about 16 tokens: prompts are compared by whole blocks. */
const blockLength = 64;
/** Blocks that are kept at least; those that nobody has asked for in so many more are forgotten. */
const blocksKept = 250_000;

/** A memory of about 16 million different characters. */
export function createPrefixMemory(kept = blocksKept): PrefixMemory {
  let [recent, older] = [new Set<number>(), new Set<number>()];
  const remember = (block: number): boolean => {
    if (recent.has(block)) return true;
    const known = older.has(block);
    if (recent.size >= kept) [recent, older] = [new Set(), recent];
    recent.add(block);
    return known;
  };
  return {
    take: (messages) => {
      const prompt = messages.map(({ role, content }) => `${role}\u001e${content}\u001f`).join('');
      let [known, block] = [0, 0];
      for (let at = 0; at < prompt.length; at += blockLength) {
        block = hash53(prompt, block | 0, at, at + blockLength);
        // A block counts as known only where all before it are: its hash is made of theirs.
        if (remember(block)) known = Math.min(prompt.length, at + blockLength);
      }
      return prompt.length === 0 ? 0 : known / prompt.length;
    },
  };
}

/** Answers with the number of prompt tokens that a server with such a memory would not have worked out anew. */
export function createPrefixCache(memory: PrefixMemory = createPrefixMemory()): ModelMiddleware {
  return (model): ChatModel => ({
    id: model.id,
    complete: async (request) => {
      const share = memory.take(request.messages);
      const reply = await model.complete(request);
      const { usage } = reply;
      return { ...reply, usage: { ...usage, cachedTokens: Math.floor(share * usage.promptTokens) } };
    },
  });
}
