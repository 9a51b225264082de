import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, findPrice } from '../../src/models/price-table.js';
import { createPricing } from '../../src/models/pricing.js';
import { createScriptedModel } from '../../src/models/scripted-model.js';
import { ask } from './requests.js';

const usage = {
  calls: 1,
  promptTokens: 1_000_000,
  completionTokens: 100_000,
  cachedTokens: 400_000,
  estimatedCalls: 0,
};
const prices = new Map([
  ['gpt-4o', { input: 2.5, output: 10, cachedInput: 1.25 }],
  ['plain', { input: 2, output: 10 }],
  ['simulated-*', { input: 0, output: 0 }],
  ['sim*', { input: 1, output: 1 }],
]);

describe('createPricing', () => {
  it.each([
    ['gpt-4o', 0.6 * 2.5 + 0.4 * 1.25 + 0.1 * 10],
    ['plain', 2 + 1],
    ['simulated-strong', 0],
    ['similar', 1.1],
    ['gpt-4o-mini', null],
    ['', null],
  ])('prices a reply of "%s" at %d', async (id, costUsd) => {
    const model = createPricing(prices)(createScriptedModel([{ text: 'x', usage }], id));
    expect((await model.complete(ask())).costUsd).toBe(costUsd);
  });

  it('changes nothing else', async () => {
    const inner = createScriptedModel(['hello', 'hello'], 'plain');
    const { costUsd, ...rest } = await createPricing(prices)(inner).complete(ask());
    expect(rest).toEqual(await inner.complete(ask()));
    expect(costUsd).toBeGreaterThan(0);
  });
});

describe('costOf', () => {
  it('never charges a cached token twice', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), (prompt, cached, completion) => {
        const some = {
          ...usage,
          promptTokens: prompt,
          cachedTokens: Math.min(prompt, cached),
          completionTokens: completion,
        };
        const cheaper = costOf({ input: 2, output: 8, cachedInput: 0.5 }, some);
        const full = costOf({ input: 2, output: 8 }, some);
        expect(full).toBeCloseTo((prompt * 2 + completion * 8) / 1e6, 9);
        expect(full - cheaper).toBeCloseTo((some.cachedTokens * 1.5) / 1e6, 9);
      }),
    );
  });
});

describe('findPrice', () => {
  it('finds nothing in an empty table, and everything under *', () => {
    expect(findPrice(new Map(), 'x')).toBeNull();
    const free = { input: 0, output: 0 };
    expect(findPrice(new Map([['*', free]]), 'x')).toBe(free);
  });
});
