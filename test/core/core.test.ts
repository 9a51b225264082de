import { describe, expect, test } from 'vitest';
import { repeatOf, repeatSuffix } from '../../src/core/episode.js';
import { ModelError, messageOf, UsageError } from '../../src/core/errors.js';
import { describeOutcome } from '../../src/core/event.js';
import { addSpend, type ChatReply, noSpend, noUsage, spendOf } from '../../src/core/model.js';

const usage = { calls: 1, promptTokens: 10, completionTokens: 2, cachedTokens: 3, estimatedCalls: 1 };
const reply: ChatReply = { text: 'a', finishReason: 'stop', usage, model: 'm' };

describe('spend', () => {
  test('of a reply with a price, one without, and one that costs nothing', () => {
    expect(spendOf({ ...reply, costUsd: 0.5 })).toEqual({ usage, costUsd: 0.5, unpricedCalls: 0 });
    expect(spendOf({ ...reply, costUsd: 0 })).toEqual({ usage, costUsd: 0, unpricedCalls: 0 });
    expect(spendOf({ ...reply, costUsd: null })).toEqual({ usage, costUsd: 0, unpricedCalls: 1 });
    expect(spendOf(reply)).toEqual({ usage, costUsd: 0, unpricedCalls: 1 });
  });

  test('adds up field by field', () => {
    const one = spendOf({ ...reply, costUsd: 0.25 });
    expect(addSpend(one, spendOf(reply))).toEqual({
      usage: { calls: 2, promptTokens: 20, completionTokens: 4, cachedTokens: 6, estimatedCalls: 2 },
      costUsd: 0.25,
      unpricedCalls: 1,
    });
    expect(addSpend(one, noSpend)).toEqual(one);
    expect(noSpend.usage).toEqual(noUsage);
  });
});

test('the number of a play stands in the id of its episode, before the trial', () => {
  for (const repeat of [0, 1, 12])
    for (const trial of ['', '/trial-3'])
      expect(repeatOf(`held-out/heat-7${repeatSuffix(repeat)}${trial}`)).toBe(repeat);
  expect(repeatOf('held-out/odd/repeat-4/name')).toBe(0);
});

test('outcomes in words', () => {
  expect(describeOutcome({ kind: 'success' })).toBe('success');
  expect(describeOutcome({ kind: 'failure' })).toBe('failure');
  expect(describeOutcome({ kind: 'truncated', by: 'tokens' })).toBe('out of tokens');
  expect(describeOutcome({ kind: 'error', code: 'environment', message: 'no' })).toBe(
    'error (environment): no',
  );
});

test('errors say what they are', () => {
  expect(new UsageError('bad', 'mend it')).toMatchObject({
    name: 'UsageError',
    message: 'bad',
    remedy: 'mend it',
  });
  expect(new UsageError('bad').remedy).toBeUndefined();
  const error = new ModelError('rate-limit', 'slow down', { retryable: true, retryAfterSeconds: 3 });
  expect(error).toMatchObject({
    name: 'ModelError',
    code: 'rate-limit',
    retryable: true,
    retryAfterSeconds: 3,
  });
  expect(messageOf(error)).toBe('slow down');
  expect(messageOf('text')).toBe('text');
});
