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

/** The last prompt of a conversation: one that goes on is looked at from where it was. */
interface Talk {
  /** Age of the memory that knew all of it: while it is the same, nothing is forgotten. */
  readonly age: number;
  readonly messages: readonly ChatMessage[];
  /** For each message, the characters in whole blocks up to its end, and the hash of the last of these. */
  readonly at: readonly number[];
  readonly blocks: readonly number[];
}

const newTalk: Talk = { age: 0, messages: [], at: [], blocks: [] };

/** A memory of about 16 million different characters. */
export function createPrefixMemory(kept = blocksKept): PrefixMemory {
  let [recent, older, age] = [new Set<number>(), new Set<number>(), 0];
  const talks = new WeakMap<ChatMessage, Talk>();
  const remember = (block: number): boolean => {
    if (recent.has(block)) return true;
    const known = older.has(block);
    if (recent.size >= kept) [recent, older, age] = [new Set(), recent, age + 1];
    recent.add(block);
    return known;
  };
  return {
    take: (messages) => {
      const [first] = messages;
      if (first === undefined) return 0;
      const talk = talks.get(first) ?? newTalk;
      const count = talk.age === age ? countShared(messages, talk.messages) : 0;
      const [ends, blocks] = [talk.at.slice(0, count), talk.blocks.slice(0, count)];
      let [at, block] = [ends.at(-1) ?? 0, blocks.at(-1) ?? 0];
      let end = lengthOf(messages.slice(0, count));
      const { text, from } = textAfter(messages, at, count, end);
      // A block counts as known only where all before it are: its hash is made of theirs.
      let known = at;
      const before = age;
      for (const message of messages.slice(count)) {
        for (end += lengthOf([message]); at + blockLength <= end; at += blockLength) {
          block = hash53(text, block | 0, at - from, at - from + blockLength);
          if (remember(block)) known = at + blockLength;
        }
        ends.push(at);
        blocks.push(block);
      }
      if (at < end && remember(hash53(text, block | 0, at - from))) known = end;
      talks.set(first, { age: age === before ? age : -1, messages: [...messages], at: ends, blocks });
      return known / end;
    },
  };
}

/** How many messages two prompts begin with in common. */
function countShared(messages: readonly ChatMessage[], others: readonly ChatMessage[]): number {
  const differs = ({ role, content }: ChatMessage, index: number) =>
    role !== others[index]?.role || content !== others[index].content;
  const count = messages.findIndex(differs);
  return count === -1 ? messages.length : count;
}

/** The end of a prompt, from a message on that begins at or before a place; `count` messages end at `end`. */
function textAfter(messages: readonly ChatMessage[], at: number, count: number, end: number) {
  let [first, from] = [count, end];
  while (from > at) {
    first--;
    from -= lengthOf(messages.slice(first, first + 1));
  }
  const text = messages
    .slice(first)
    .map(({ role, content }) => `${role}\u001e${content}\u001f`)
    .join('');
  return { text, from };
}

function lengthOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { role, content }) => sum + role.length + content.length + 2, 0);
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
