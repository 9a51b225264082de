import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ModelError } from '../../src/core/errors.js';
import type { ChatReply, ChatRequest, Purpose } from '../../src/core/model.js';
import type { AnswerSource, AnswerStore, KeptAnswer } from '../../src/models/index.js';
import { createCache, createMeter, createRetry, keyOfAnswer, wrapModel } from '../../src/models/index.js';
import type { CallRecord } from '../../src/models/meter.js';
import { createScriptedModel } from '../../src/testing.js';
import { createFakeClock } from './fake-clock.js';
import { ask, rejection } from './requests.js';

const source: AnswerSource = {
  provider: 'openai',
  baseUrl: 'https://host/v1',
  maxTokensField: 'max_tokens',
};
const request: ChatRequest = { ...ask('hello', { seed: 1, temperature: 1 }), callId: 'held-out/a/act/3' };

/** A store in memory. */
function createMemoryStore(): AnswerStore & { readonly answers: Map<string, KeptAnswer> } {
  const answers = new Map<string, KeptAnswer>();
  return {
    answers,
    read: async (key) => answers.get(key) ?? null,
    write: async (key, _model, reply) => {
      answers.set(key, reply);
    },
  };
}

describe('the key', () => {
  const key = (change: Partial<ChatRequest> = {}, of: Partial<AnswerSource> = {}, model = 'm') =>
    keyOfAnswer({ ...source, ...of }, model, { ...request, ...change });

  test('is a digest', () => {
    expect(key()).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, () => string]>([
    ['the provider', () => key({}, { provider: 'other' })],
    ['the server', () => key({}, { baseUrl: 'https://host/v2' })],
    ['the name of the token limit', () => key({}, { maxTokensField: 'max_completion_tokens' })],
    ['the model', () => key({}, {}, 'n')],
    ['a message', () => key({ messages: [{ role: 'user', content: 'hello!' }] })],
    ['a role', () => key({ messages: [{ role: 'system', content: 'hello' }] })],
    ['the seed', () => key({ sampling: { seed: 2, temperature: 1 } })],
    ['the temperature', () => key({ sampling: { seed: 1, temperature: 0 } })],
    ['the token limit', () => key({ sampling: { ...request.sampling, maxTokens: 5 } })],
    ['the nucleus', () => key({ sampling: { ...request.sampling, topP: 0.9 } })],
    ['a stop', () => key({ sampling: { ...request.sampling, stop: ['\n'] } })],
    ['the repeat', () => key({ callId: 'held-out/a/repeat-1/act/3' })],
    ['the trial', () => key({ callId: 'held-out/a/trial-1/act/3' })],
    ['the phase', () => key({ callId: 'baseline/a/act/3' })],
    ['the instance', () => key({ callId: 'held-out/b/act/3' })],
    ['the number of the call', () => key({ callId: 'held-out/a/act/4' })],
    ['having no place', () => keyOfAnswer(source, 'm', ask('hello', { seed: 1, temperature: 1 }))],
  ])('changes with %s', (_what, other) => {
    expect(other()).not.toBe(key());
  });

  test('does not change with purpose, signal, or the order of what is given', () => {
    const { signal } = new AbortController();
    expect(key({ purpose: 'think', callId: 'held-out/a/think/3' })).toBe(key());
    expect(key({ signal })).toBe(key());
    expect(key({ sampling: { temperature: 1, seed: 1 } })).toBe(key());
  });

  const text = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('a', 'act', '0', '/', 'repeat-1', '"', '\ud800'),
  );
  const asked = fc.record({
    source: fc.record({ provider: text, baseUrl: text, maxTokensField: text }),
    model: text,
    messages: fc.array(fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: text }), {
      maxLength: 3,
    }),
    sampling: fc.record(
      { seed: fc.nat(3), temperature: fc.constantFrom(0, 0.5, 1), maxTokens: fc.integer({ min: 1, max: 3 }) },
      { requiredKeys: [] },
    ),
    scope: fc.array(text, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
    number: fc.nat(3),
    purpose: fc.constantFrom<Purpose>('act', 'think', 'judge'),
  });
  const keyOf = ({
    source,
    model,
    messages,
    sampling,
    scope,
    number,
    purpose,
  }: typeof asked extends fc.Arbitrary<infer T> ? T : never) =>
    keyOfAnswer(source, model, {
      purpose,
      messages,
      sampling,
      callId: `${scope}/${purpose}/${number}`,
    } as ChatRequest);

  test('is the same for the same, whatever the purpose', () => {
    fc.assert(
      fc.property(asked, fc.constantFrom<Purpose>('act', 'update-plan'), (one, purpose) => {
        expect(keyOf({ ...structuredClone(one), purpose })).toBe(keyOf(one));
      }),
    );
  });

  test('is another one for anything else', () => {
    const without = ({ purpose: _purpose, ...rest }: object & { purpose: Purpose }) => rest;
    fc.assert(
      fc.property(asked, asked, (one, other) => {
        const same = JSON.stringify(sorted(without(one))) === JSON.stringify(sorted(without(other)));
        expect(keyOf(one) === keyOf(other)).toBe(same);
      }),
    );
    fc.assert(
      fc.property(
        asked,
        fc.constantFrom('source', 'model', 'messages', 'sampling', 'scope', 'number'),
        asked,
        (one, field, other) => {
          const mixed = { ...one, [field]: other[field] };
          fc.pre(JSON.stringify(sorted(mixed)) !== JSON.stringify(sorted(one)));
          expect(keyOf(mixed)).not.toBe(keyOf(one));
        },
      ),
    );
  });
});

/** A copy with the keys of objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, sorted(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

describe('the cache', () => {
  test('sends what it does not know, and answers what it knows', async () => {
    const model = createScriptedModel(['one', 'two']);
    const cache = createCache(createMemoryStore(), source)(model);
    const first = await cache.complete(request);
    expect(first).not.toHaveProperty('fromCache');
    expect(await cache.complete(request)).toEqual({ ...first, fromCache: true });
    expect((await cache.complete({ ...request, callId: 'held-out/a/repeat-1/act/3' })).text).toBe('two');
    expect(model.requests).toHaveLength(2);
  });

  test('never keeps a failure', async () => {
    const down = new ModelError('server', 'down', { retryable: false });
    const store = createMemoryStore();
    const model = createScriptedModel((_request, call) => (call === 0 ? Promise.reject(down) : 'fine'));
    const cache = createCache(store, source)(model);
    expect(await rejection(cache.complete(request))).toBe(down);
    expect(store.answers.size).toBe(0);
    expect((await cache.complete(request)).text).toBe('fine');
    expect(store.answers.size).toBe(1);
  });

  test('the attempt that succeeds does not count', async () => {
    const down = new ModelError('server', 'down', { retryable: true });
    const store = createMemoryStore();
    const at = (failures: number) =>
      wrapModel(
        createScriptedModel((_request, call) =>
          call < failures ? Promise.reject(down) : `after ${failures}`,
        ),
        [createCache(store, source), createRetry({ clock: createFakeClock() })],
      );
    expect((await at(2).complete(request)).text).toBe('after 2');
    expect((await at(0).complete(request)).text).toBe('after 2');
  });

  test('an aborted call is not answered', async () => {
    const cache = createCache(createMemoryStore(), source)(createScriptedModel(['one']));
    await cache.complete(request);
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(cache.complete({ ...request, signal })).rejects.toThrow('stop');
  });

  test('the meter counts what it answers, and tells it apart', async () => {
    const records: CallRecord[] = [];
    const meter = createMeter((record) => records.push(record), createFakeClock());
    const priced = createScriptedModel(() => ({ text: 'one', costUsd: 0.25 }));
    const model = wrapModel(priced, [meter.middleware, createCache(createMemoryStore(), source)]);
    const replies: ChatReply[] = [await model.complete(request), await model.complete(request)];
    expect(replies[1]).toEqual({ ...replies[0], fromCache: true });
    expect(records.map(({ cached }) => cached)).toEqual([undefined, true]);
    expect(records[1]).toEqual({ ...records[0], cached: true });
    expect(meter.total()).toMatchObject({ usage: { calls: 2 }, costUsd: 0.5 });
    expect(meter.cached()).toMatchObject({ usage: { calls: 1 }, costUsd: 0.25 });
  });
});
