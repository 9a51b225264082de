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

/** How far a prompt had come after one of its messages: a conversation that goes on is looked at from there. */
interface Place {
  readonly before: Place | null;
  readonly content: string;
  /** Characters in whole blocks, and the hash of the last of these. */
  readonly at: number;
  readonly block: number;
  /** Age of the memory that knew all of them: while it is the same, nothing is forgotten. */
  readonly age: number;
}

/** A memory of about 16 million different characters. */
export function createPrefixMemory(kept = blocksKept): PrefixMemory {
  let [recent, older, age] = [new Set<number>(), new Set<number>(), 0];
  const places = new WeakMap<ChatMessage, Place>();
  const remember = (block: number): boolean => {
    if (recent.has(block)) return true;
    const known = older.has(block);
    if (recent.size >= kept) [recent, older, age] = [new Set(), recent, age + 1];
    recent.add(block);
    return known;
  };
  /** The place after the messages that a prompt before began with, those of them alone that are the very same objects. */
  const findPlace = (messages: readonly ChatMessage[]) => {
    let place: Place | null = null;
    let count = 0;
    for (const message of messages) {
      const next = places.get(message);
      if (next?.before !== place || next.content !== message.content || next.age !== age) break;
      place = next;
      count++;
    }
    return { place, count };
  };
  return {
    take: (messages) => {
      const total = lengthOf(messages);
      let { place, count } = findPlace(messages);
      let { at, block } = place ?? { at: 0, block: 0 };
      // A block counts as known only where all before it are: its hash is made of theirs.
      let known = at;
      let end = lengthOf(messages.slice(0, count));
      const { text, from } = textAfter(messages, at, count, end);
      for (const message of messages.slice(count)) {
        const before = age;
        for (end += lengthOf([message]); at + blockLength <= end; at += blockLength) {
          block = hash53(text, block | 0, at - from, at - from + blockLength);
          if (remember(block)) known = at + blockLength;
        }
        place = { before: place, content: message.content, at, block, age: age === before ? age : -1 };
        places.set(message, place);
      }
      if (at < total && remember(hash53(text, block | 0, at - from))) known = total;
      return total === 0 ? 0 : known / total;
    },
  };
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
