import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scopeCalls } from '../../src/models/scope-calls.js';
import { createScriptedModel } from '../../src/models/scripted-model.js';
import { seedFrom } from '../../src/util/random.js';
import { ask } from './requests.js';

describe('scopeCalls', () => {
  it('numbers calls per purpose and seeds each of them', async () => {
    const inner = createScriptedModel(() => 'fine');
    const model = scopeCalls(inner, { scope: 'train/0/heat-17', seed: 5 });
    for (const purpose of ['think', 'act', 'think', 'act'] as const)
      await model.complete(ask('x', {}, purpose));
    expect(inner.requests.map((request) => request.callId)).toEqual([
      'train/0/heat-17/think/0',
      'train/0/heat-17/act/0',
      'train/0/heat-17/think/1',
      'train/0/heat-17/act/1',
    ]);
    expect(inner.requests[2]?.sampling).toEqual({ seed: seedFrom(5, 'train/0/heat-17', 'think', 1) });
    expect(new Set(inner.requests.map((request) => request.sampling.seed)).size).toBe(4);
    expect(model.id).toBe(inner.id);
  });

  it('gives a call the same id and seed whatever runs beside it', async () => {
    const order = fc.shuffledSubarray([0, 0, 0, 1, 1, 1, 2, 2, 2], { minLength: 9 });
    await fc.assert(
      fc.asyncProperty(order, async (turns) => {
        const inner = createScriptedModel(() => 'fine');
        const scopes = [0, 1, 2].map((scope) => scopeCalls(inner, { scope: `s${scope}`, seed: 1 }));
        for (const turn of turns) await scopes[turn]?.complete(ask());
        const seeds = inner.requests.map((request) => `${request.callId} ${request.sampling.seed}`).sort();
        const expected = [0, 1, 2].flatMap((scope) =>
          [0, 1, 2].map((n) => `s${scope}/act/${n} ${seedFrom(1, `s${scope}`, 'act', n)}`),
        );
        expect(seeds).toEqual(expected);
      }),
    );
  });

  it('can draw like another scope under an id of its own', async () => {
    const inner = createScriptedModel(() => 'fine');
    await scopeCalls(inner, { scope: 'baseline/heat-1', seedScope: 'heat-1', seed: 1 }).complete(ask());
    await scopeCalls(inner, { scope: 'held-out/heat-1', seedScope: 'heat-1', seed: 1 }).complete(ask());
    const [first, second] = inner.requests;
    expect(first?.callId).toBe('baseline/heat-1/act/0');
    expect(second?.callId).toBe('held-out/heat-1/act/0');
    expect(first?.sampling).toEqual(second?.sampling);
  });

  it('fills in sampling that a request leaves out, and nothing more', async () => {
    const inner = createScriptedModel(() => 'fine');
    const model = scopeCalls(inner, { scope: 's', seed: 1, sampling: { topP: 0.9, maxTokens: 100 } });
    await model.complete({ ...ask('x', { maxTokens: 50, seed: 7 }), callId: 'mine' });
    expect(inner.requests[0]).toEqual({
      ...ask('x', { topP: 0.9, maxTokens: 50, seed: 7 }),
      callId: 'mine',
    });
  });
});
