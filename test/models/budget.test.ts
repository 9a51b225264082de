import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BudgetError, ModelError, UsageError } from '../../src/core/errors.js';
import type { ChatModel, Spend, Usage } from '../../src/core/model.js';
import { createBudget } from '../../src/models/budget.js';
import { mostPromptTokens } from '../../src/models/estimate-tokens.js';
import type { BudgetLimits } from '../../src/models/ledger.js';
import { costOf, type PriceTable } from '../../src/models/price-table.js';
import { createScriptedModel } from '../../src/models/scripted-model.js';
import { createRandom } from '../../src/util/random.js';
import { ask, createGate, rejection, settle } from './requests.js';

const price = { input: 3, output: 11, cachedInput: 1 };
const prices: PriceTable = new Map([['priced', price]]);

function usage(promptTokens: number, completionTokens: number, cachedTokens = 0): Usage {
  return { calls: 1, promptTokens, completionTokens, cachedTokens, estimatedCalls: 0 };
}

function total(spend: Spend): number {
  return spend.usage.promptTokens + spend.usage.completionTokens;
}

/** A model that takes any share of what a call may take, and ends calls in any order. */
function createGreedy(seed: number): ChatModel {
  const random = createRandom('greedy', seed);
  return createScriptedModel(async ({ messages, sampling }) => {
    for (let turns = random.below(5); turns > 0; turns--) await Promise.resolve();
    if (random.chance(0.1)) throw new ModelError('server', 'down', { retryable: true });
    const share = random.chance(0.3) ? 1 : random.next();
    const prompt = Math.floor(mostPromptTokens(messages) * share);
    const completion = Math.floor((sampling.maxTokens ?? 4096) * share);
    return { text: 'x', usage: usage(prompt, completion, random.below(prompt + 1)) };
  }, 'priced');
}

const limits: fc.Arbitrary<BudgetLimits> = fc.record(
  {
    costUsd: fc.double({ min: 0, max: 0.05, noNaN: true }),
    tokens: fc.nat(20_000),
    calls: fc.nat(150),
  },
  { requiredKeys: [] },
);

describe('createBudget', () => {
  it('is never exceeded by a single call, with 64 callers at once', async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.nat(), async (allowed, seed) => {
        const budget = createBudget(allowed, prices);
        const model = budget.middleware(createGreedy(seed));
        const callers = Array.from({ length: 64 }, async (_, caller) => {
          for (let call = 0; call < 4; call++) {
            const request = ask('word '.repeat((caller * 7 + call) % 50), { maxTokens: 1 + caller * 5 });
            const error = await model.complete(request).catch((reason: unknown) => reason);
            if (error instanceof BudgetError) return 'stopped';
            const spent = budget.spent();
            expect(spent.usage.calls).toBeLessThanOrEqual(allowed.calls ?? Infinity);
            expect(total(spent)).toBeLessThanOrEqual(allowed.tokens ?? Infinity);
            expect(spent.costUsd).toBeLessThanOrEqual(allowed.costUsd ?? Infinity);
          }
          return 'ended';
        });
        const ends = await Promise.all(callers);
        if (ends.every((end) => end === 'ended')) expect(budget.spent().usage.calls).toBe(256);
      }),
      { numRuns: 60 },
    );
  });

  it('uses a call limit to the last call, however many ask at once', async () => {
    const budget = createBudget({ calls: 10 }, prices);
    const model = budget.middleware(createScriptedModel(() => 'fine'));
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => model.complete(ask())));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10);
    expect(budget.spent().usage.calls).toBe(10);
  });

  it('does not send a call that does not fit, and says what is spent', async () => {
    const inner = createScriptedModel([{ text: 'x', usage: usage(90, 4) }]);
    const budget = createBudget({ tokens: 100 }, prices);
    const model = budget.middleware(inner);
    await model.complete(ask('hi', { maxTokens: 4 }));
    const error = await rejection(model.complete(ask('hi', { maxTokens: 4 })));
    expect(error).toBeInstanceOf(BudgetError);
    expect((error as Error).message).toBe(
      'budget reached: 94 of 100 tokens are used, and the next call may take 13',
    );
    expect(inner.requests).toHaveLength(1);
  });

  it('says US$ and calls likewise', async () => {
    const inner = createScriptedModel(() => ({ text: 'x', usage: usage(1000, 100) }), 'priced');
    const money = createBudget({ costUsd: 0.005 }, prices).middleware(inner);
    await money.complete(ask('hi', { maxTokens: 4 }));
    expect(await rejection(money.complete(ask('hi', { maxTokens: 400 })))).toMatchObject({
      message: 'budget reached: US$ 0.0041 of 0.0050 are spent, and the next call may cost 0.0044',
    });
    const calls = createBudget({ calls: 0 }, prices).middleware(inner);
    expect(await rejection(calls.complete(ask()))).toMatchObject({
      message: 'budget reached: 0 of 0 calls are used',
    });
  });

  it('waits for calls in flight where they may leave enough', async () => {
    const gate = createGate();
    const inner = createScriptedModel(async (_request, call) => {
      if (call === 0) await gate.opened;
      return { text: 'x', usage: usage(5, 5) };
    });
    const model = createBudget({ tokens: 150 }, prices).middleware(inner);
    const first = model.complete(ask('hi', { maxTokens: 80 }));
    const second = model.complete(ask('hi', { maxTokens: 80 }));
    await settle();
    expect(inner.requests).toHaveLength(1);
    gate.open();
    await Promise.all([first, second]);
    expect(inner.requests).toHaveLength(2);
  });

  it('refuses a waiting call when the calls in flight left too little', async () => {
    const gate = createGate();
    const inner = createScriptedModel(async () => {
      await gate.opened;
      return { text: 'x', usage: usage(9, 80) };
    });
    const model = createBudget({ tokens: 150 }, prices).middleware(inner);
    const first = model.complete(ask('hi', { maxTokens: 80 }));
    const second = rejection(model.complete(ask('hi', { maxTokens: 80 })));
    gate.open();
    await first;
    expect(await second).toBeInstanceOf(BudgetError);
    expect(inner.requests).toHaveLength(1);
  });

  it('gives back what was set aside for a call that failed', async () => {
    const inner = createScriptedModel((_request, call) => {
      if (call === 0) throw new ModelError('timeout', 'slow', { retryable: true });
      return { text: 'x', usage: usage(1, 1) };
    });
    const budget = createBudget({ tokens: 100 }, prices);
    const model = budget.middleware(inner);
    await rejection(model.complete(ask('hi', { maxTokens: 80 })));
    await model.complete(ask('hi', { maxTokens: 80 }));
    expect(budget.spent().usage).toMatchObject({ calls: 2, promptTokens: 1, completionTokens: 1 });
  });

  it('is shared by its models, each at its own price', async () => {
    const two = new Map([...prices, ['cheap', { input: 1, output: 1 }]]);
    const budget = createBudget({ costUsd: 1 }, two);
    const reply = { text: 'x', usage: usage(1000, 500, 200) };
    await budget.middleware(createScriptedModel([reply], 'priced')).complete(ask());
    await budget.middleware(createScriptedModel([reply], 'cheap')).complete(ask());
    expect(budget.spent()).toEqual({
      usage: { calls: 2, promptTokens: 2000, completionTokens: 1000, cachedTokens: 400, estimatedCalls: 0 },
      costUsd: costOf(price, reply.usage) + 0.0015,
      unpricedCalls: 0,
    });
  });

  it('needs prices only where US$ are limited', async () => {
    const inner = createScriptedModel(['fine'], 'unknown');
    const limited = () => createBudget({ costUsd: 1 }, prices).middleware(inner);
    expect(limited).toThrow(UsageError);
    expect(limited).toThrow(/model "unknown" has no price/);
    const budget = createBudget({ tokens: 10_000 }, prices);
    await budget.middleware(inner).complete(ask());
    expect(budget.spent()).toMatchObject({ costUsd: 0, unpricedCalls: 1 });
  });
});

describe('mostPromptTokens', () => {
  it('is twice what prose needs, and covers scripts other than Latin', () => {
    const prose = 'You are in the middle of a room. Looking quickly around you, you see a bed. '.repeat(20);
    expect(mostPromptTokens([{ role: 'user', content: prose }])).toBe(prose.length / 2 + 8);
    expect(mostPromptTokens([{ role: 'user', content: '部屋の中央' }])).toBe(Math.ceil(15 / 2) + 8);
    expect(mostPromptTokens([])).toBe(0);
  });
});
