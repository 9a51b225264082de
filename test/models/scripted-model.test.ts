import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../src/models/scripted-model.js';
import { ask, rejection } from './requests.js';

describe('createScriptedModel', () => {
  it('follows a list, records requests, and ends with an error', async () => {
    const model = createScriptedModel(['one two', { text: 'three', finishReason: 'length', model: 'big' }]);
    const request = ask('12345678');
    expect(await model.complete(request)).toEqual({
      text: 'one two',
      finishReason: 'stop',
      usage: { calls: 1, promptTokens: 2, completionTokens: 2, cachedTokens: 0, estimatedCalls: 0 },
      model: 'scripted',
    });
    expect(await model.complete(ask())).toMatchObject({
      text: 'three',
      finishReason: 'length',
      model: 'big',
    });
    expect(model.requests[0]).toBe(request);
    expect(await rejection(model.complete(ask()))).toMatchObject({
      message: 'the script of model "scripted" has no reply for call 2',
    });
  });

  it('follows a function of request and call', async () => {
    const model = createScriptedModel((request, call) => `${call}: ${request.purpose}`, 'mine');
    expect((await model.complete(ask())).text).toBe('0: act');
    expect((await model.complete(ask('x', {}, 'think'))).text).toBe('1: think');
    expect(model.id).toBe('mine');
  });
});
