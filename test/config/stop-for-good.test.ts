import { expect, it } from 'vitest';
import { createStopForGood } from '../../src/config/stop-for-good.js';
import { BudgetError, ModelError, OutageError, UsageError } from '../../src/core/errors.js';
import { createScriptedModel } from '../../src/models/index.js';
import { ask, createGate, rejection } from '../models/requests.js';

const gone = () => new ModelError('connection', 'no connection', { retryable: true });

/** A model that does what `next` does. */
function modelOf(next: (call: number) => string | Promise<string>) {
  const inner = createScriptedModel((_request, call) => next(call));
  return { inner, model: createStopForGood()(inner) };
}

it.each([new BudgetError('budget reached'), new UsageError('wrong key'), new OutageError('gone')])(
  'sends nothing after %s',
  async (error) => {
    const { inner, model } = modelOf((call) => {
      if (call === 1) throw error;
      return 'ok';
    });
    expect((await model.complete(ask())).text).toBe('ok');
    for (let call = 0; call < 3; call++) expect(await rejection(model.complete(ask()))).toBe(error);
    expect(inner.requests).toHaveLength(2);
  },
);

it('lets calls under way come to their end', async () => {
  const gate = createGate();
  const { model } = modelOf(async (call) => {
    if (call === 1) throw new BudgetError('budget reached');
    await gate.opened;
    return 'late';
  });
  const early = model.complete(ask());
  await rejection(model.complete(ask()));
  gate.open();
  expect((await early).text).toBe('late');
});

it('stops all models that share it', async () => {
  const stop = createStopForGood();
  const error = new BudgetError('budget reached');
  const first = stop(
    createScriptedModel(() => {
      throw error;
    }),
  );
  const second = stop(createScriptedModel(() => 'ok'));
  expect((await second.complete(ask())).text).toBe('ok');
  await rejection(first.complete(ask()));
  expect(await rejection(second.complete(ask()))).toBe(error);
});

it.each([
  new ModelError('authentication', 'm: HTTP 401: Incorrect API key', { retryable: false }),
  new ModelError('rate-limit', 'm: HTTP 429: You exceeded your current quota', { retryable: false }),
])('stops at once when the server lets nobody in: %s', async (error) => {
  const { inner, model } = modelOf((call) => {
    if (call === 1) throw error;
    return 'ok';
  });
  await model.complete(ask());
  const first = await rejection(model.complete(ask()));
  expect(first).toBeInstanceOf(OutageError);
  expect((first as Error).message).toContain(error.message);
  expect(await rejection(model.complete(ask()))).toBe(first);
  expect(inner.requests).toHaveLength(2);
});

it.each([gone(), new ModelError('request', 'm: HTTP 400', { retryable: false })])(
  'stops after 3 failures in a row, and no sooner: %s',
  async (error) => {
    const { inner, model } = modelOf((call) => {
      if (call === 2) return 'ok';
      throw error;
    });
    for (let call = 0; call < 5; call++) {
      if (call === 2) await model.complete(ask());
      else expect(await rejection(model.complete(ask()))).toBe(error);
    }
    const last = await rejection(model.complete(ask()));
    expect(last).toBeInstanceOf(OutageError);
    expect((last as Error).message).toBe(`3 model calls in a row failed; the last: ${error.message}`);
    expect(await rejection(model.complete(ask()))).toBe(last);
    expect(inner.requests).toHaveLength(6);
  },
);

it('counts calls that were under way together once', async () => {
  const tooLong = new ModelError('request', 'm: HTTP 400: context length', { retryable: false });
  const { inner, model } = modelOf(() => {
    throw tooLong;
  });
  for (let round = 1; round < 3; round++) {
    const errors = await Promise.all(Array.from({ length: 20 }, () => rejection(model.complete(ask()))));
    expect(new Set(errors)).toEqual(new Set([tooLong]));
  }
  expect(await rejection(model.complete(ask()))).toBeInstanceOf(OutageError);
  expect(inner.requests).toHaveLength(41);
});

it('does not take a model that refuses to answer for gone', async () => {
  const refusal = new ModelError('refusal', 'no', { retryable: false });
  const { model } = modelOf(() => {
    throw refusal;
  });
  for (let call = 0; call < 50; call++) expect(await rejection(model.complete(ask()))).toBe(refusal);
});

it('does not take an answer from the cache for one of the server', async () => {
  const refused = new ModelError('request', 'HTTP 404', { retryable: false });
  const inner = createScriptedModel((_request, call) => {
    if (call % 2 === 1) return { text: 'had before', fromCache: true };
    throw refused;
  });
  const model = createStopForGood()(inner);
  for (let call = 0; call < 8; call++) await model.complete(ask()).catch(() => {});
  expect(await rejection(model.complete(ask()))).toBeInstanceOf(OutageError);
});
