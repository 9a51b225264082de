import { describe, expect, test } from 'vitest';
import { ModelError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import type { ChatReply } from '../../src/core/model.js';
import { createAttemptLog, createRecall, createRetry, digestRequest } from '../../src/models/index.js';
import { createScriptedModel } from '../../src/testing.js';
import { createFakeClock } from './fake-clock.js';
import { ask } from './requests.js';

const request = { ...ask('hello', { seed: 1 }), callId: 'train/0/a/act/0' };
const committed = async () => {};

describe('recall', () => {
  test('answers from the record, and sends what is not in it', async () => {
    const model = createScriptedModel(['new']);
    const known = await createScriptedModel(['old']).complete(request);
    const digest = digestRequest('scripted', request);
    const recorded = {
      reply: (callId: string, asked: string): ChatReply | null =>
        callId === request.callId && asked === digest ? known : null,
    };
    const recalling = createRecall({ recorded, committed })(model);
    expect((await recalling.complete(request)).text).toBe('old');
    expect(model.requests).toHaveLength(0);
    expect((await recalling.complete({ ...request, callId: 'train/0/b/act/0' })).text).toBe('new');
  });

  test('gives a new answer only when its record is safe', async () => {
    const order: string[] = [];
    const recalling = createRecall({
      committed: async () => {
        await Promise.resolve();
        order.push('safe');
      },
    })(createScriptedModel(['new']));
    await recalling.complete(request).then(() => order.push('given'));
    expect(order).toEqual(['safe', 'given']);
  });

  test('an answer whose record can not be written is not used', async () => {
    const full = new Error('full');
    const recalling = createRecall({ committed: () => Promise.reject(full) })(createScriptedModel(['new']));
    await expect(recalling.complete(request)).rejects.toBe(full);
  });

  test('the digest changes with model, messages and sampling, not with purpose or id', () => {
    const digest = digestRequest('m', request);
    const { callId: _id, ...rest } = request;
    expect(digestRequest('m', { ...rest, purpose: 'think' })).toBe(digest);
    const others = [
      digestRequest('n', request),
      digestRequest('m', ask('hello!', { seed: 1 })),
      digestRequest('m', ask('hello', { seed: 2 })),
    ];
    expect(new Set([digest, ...others]).size).toBe(4);
  });
});

describe('the log of attempts', () => {
  test('names each before it is sent, and each failure', async () => {
    const events: RunEvent[] = [];
    const down = new ModelError('server', 'down', { retryable: true });
    const model = createScriptedModel((_request, call) => {
      events.push({ type: 'run-end', outcome: 'finished', message: `call ${call}` });
      return call === 0 ? Promise.reject(down) : 'fine';
    });
    const log = createAttemptLog((event) => events.push(event), committed);
    const retry = createRetry({ attempts: 3, clock: createFakeClock() });
    await retry(log(model)).complete(request);
    const { callId } = request;
    expect(events).toEqual([
      { type: 'call-sent', callId, attempt: 1 },
      { type: 'run-end', outcome: 'finished', message: 'call 0' },
      { type: 'call-failed', callId, attempt: 1, code: 'server' },
      { type: 'call-sent', callId, attempt: 2 },
      { type: 'run-end', outcome: 'finished', message: 'call 1' },
    ]);
  });
});
