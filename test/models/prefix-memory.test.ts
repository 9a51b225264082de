import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../src/core/model.js';
import { createPrefixCache, createPrefixMemory } from '../../src/models/prefix-memory.js';
import { createScriptedModel } from '../../src/testing.js';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const rules: ChatMessage = { role: 'system', content: 'rule '.repeat(100) };

describe('what prompts begin with', () => {
  it('is known where a prompt before began with it, and only from the beginning on', () => {
    const memory = createPrefixMemory();
    expect(memory.take([rules, user('one')])).toBe(0);
    expect(memory.take([rules, user('two')])).toBeGreaterThan(0.85);
    expect(memory.take([rules, user('two')])).toBe(1);
    expect(memory.take([user('two'), rules])).toBe(0);
    expect(memory.take([{ ...rules, role: 'user' }])).toBe(0);
    expect(memory.take([])).toBe(0);
  });

  it('sums up to the same in any order', () => {
    const prompt = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(prompt, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (prompts, places) => {
        const texts = prompts.map((parts) => [user(parts.map((part) => part.repeat(64)).join(''))]);
        const shared = (ordered: readonly (readonly ChatMessage[])[]) => {
          const memory = createPrefixMemory();
          return ordered.reduce((sum, [message]) => {
            const { length } = `user\u001e${message?.content}\u001f`;
            return sum + Math.round(memory.take(message ? [message] : []) * length);
          }, 0);
        };
        const shuffled = texts
          .map((text) => ({ text, place: places.next().value as number }))
          .sort((a, b) => a.place - b.place)
          .map(({ text }) => text);
        expect(shared(shuffled)).toBe(shared(texts));
      }),
    );
  });

  it('is the same for a conversation that goes on as for its messages made anew', () => {
    const part = fc.tuple(fc.constantFrom('a', 'b'), fc.nat(200)).map(([letter, n]) => letter.repeat(n));
    const move = fc.record({ talk: fc.nat(3), content: part, asks: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 60 }), fc.array(move, { maxLength: 40 }), (kept, moves) => {
        const [memory, plain] = [createPrefixMemory(kept), createPrefixMemory(kept)];
        const talks = [0, 1, 2, 3].map((): ChatMessage[] => [rules]);
        for (const { talk, content, asks } of moves) {
          const messages = talks[talk] ?? [];
          messages.push(user(content));
          const prompt = asks ? [...messages, user('now')] : messages;
          expect(memory.take(prompt)).toBe(plain.take(prompt.map((message) => ({ ...message }))));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is forgotten when nobody has asked for it in a long time', () => {
    const memory = createPrefixMemory(10);
    memory.take([rules]);
    for (let i = 0; i < 20; i++) memory.take([user(`${i} `.repeat(60))]);
    expect(memory.take([rules])).toBe(0);
  });
});

it('a server with a cache of prefixes says what it did not have to work out', async () => {
  const model = createPrefixCache()(createScriptedModel(() => 'fine'));
  const ask = async (...messages: ChatMessage[]) =>
    (await model.complete({ purpose: 'act', messages, sampling: {} })).usage;
  expect((await ask(rules)).cachedTokens).toBe(0);
  const { cachedTokens, promptTokens } = await ask(rules, user('go on'));
  expect(cachedTokens).toBeGreaterThan(0.8 * promptTokens);
  expect(cachedTokens).toBeLessThanOrEqual(promptTokens);
});
