import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/core/errors.js';
import { addSpend, spendOf } from '../../src/core/model.js';
import { digestRequest } from '../../src/models/digest-request.js';
import { type CallRecord, createMeter } from '../../src/models/meter.js';
import { createScriptedModel } from '../../src/models/scripted-model.js';
import { createFakeClock } from './fake-clock.js';
import { ask, rejection } from './requests.js';

describe('createMeter', () => {
  it('adds up per purpose and in all, over several models', async () => {
    const meter = createMeter();
    const one = meter.middleware(createScriptedModel(() => ({ text: 'one', costUsd: 0.25 }), 'one'));
    const two = meter.middleware(createScriptedModel(() => ({ text: 'two', costUsd: null }), 'two'));
    const replies = [
      await one.complete(ask('a', {}, 'act')),
      await two.complete(ask('b', {}, 'act')),
      await one.complete(ask('c', {}, 'think')),
    ];
    const [act1, act2, think] = replies.map(spendOf);
    if (!act1 || !act2 || !think) throw new Error('three replies');
    expect([...meter.byPurpose()]).toEqual([
      ['act', addSpend(act1, act2)],
      ['think', think],
    ]);
    expect(meter.total()).toEqual(addSpend(addSpend(act1, act2), think));
    expect(meter.total()).toMatchObject({ costUsd: 0.5, unpricedCalls: 1 });
  });

  it('reports each call with its time', async () => {
    const clock = createFakeClock();
    const records: CallRecord[] = [];
    const failure = new ModelError('server', 'm: down', { retryable: true });
    const inner = createScriptedModel(async (_request, call) => {
      await clock.sleep(40 + call);
      if (call === 1) throw failure;
      return { text: 'fine', costUsd: 2 };
    }, 'm');
    const model = createMeter((record) => records.push(record), clock).middleware(inner);
    const reply = await model.complete({ ...ask(), callId: 'x/act/0' });
    expect(await rejection(model.complete(ask()))).toBe(failure);
    expect(records).toEqual([
      {
        callId: 'x/act/0',
        purpose: 'act',
        model: 'm',
        request: digestRequest('m', ask()),
        spend: spendOf(reply),
        milliseconds: 40,
        reply,
        error: null,
      },
      {
        callId: 'act',
        purpose: 'act',
        model: 'm',
        request: digestRequest('m', ask()),
        spend: {
          usage: { ...spendOf(reply).usage, calls: 0, promptTokens: 0, completionTokens: 0 },
          costUsd: 0,
          unpricedCalls: 0,
        },
        milliseconds: 41,
        reply: null,
        error: 'm: down',
      },
    ]);
  });

  it('reports what is thrown by an abort too', async () => {
    const records: CallRecord[] = [];
    const inner = createScriptedModel(() => Promise.reject('interrupted'));
    const meter = createMeter((record) => records.push(record));
    expect(await rejection(meter.middleware(inner).complete(ask()))).toBe('interrupted');
    expect(meter.byPurpose().size).toBe(0);
    expect(records).toMatchObject([{ error: 'interrupted', reply: null }]);
  });
});
