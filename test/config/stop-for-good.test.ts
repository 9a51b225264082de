import { expect, it } from 'vitest';
import { createStopForGood } from '../../src/config/stop-for-good.js';
import { BudgetError, ModelError, UsageError } from '../../src/core/errors.js';
import { createScriptedModel } from '../../src/models/index.js';
import { ask, createGate, rejection } from '../models/requests.js';

const gone = () => new ModelError('connection', 'no connection', { retryable: true });

/** A model that does what `next` does. */
function modelOf(next: (call: number) => string | Promise<string>) {
  const inner = createScriptedModel((_request, call) => next(call));
  return { inner, model: createStopForGood()(inner) };
}

it.each([new BudgetError('budget reached'), new UsageError('wrong key')])(
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

it('takes a server for gone after 24 failures in a row, and no sooner', async () => {
  const { inner, model } = modelOf((call) => {
    if (call === 20) return 'ok';
    throw gone();
  });
  for (let call = 0; call < 44; call++) {
    if (call === 20) await model.complete(ask());
    else expect(await rejection(model.complete(ask()))).toBeInstanceOf(ModelError);
  }
  const last = await rejection(model.complete(ask()));
  expect(last).toBeInstanceOf(UsageError);
  expect((last as Error).message).toBe('24 model calls in a row failed; the last: no connection');
  expect(await rejection(model.complete(ask()))).toBe(last);
  expect(inner.requests).toHaveLength(45);
});

it('does not take a model that refuses requests for gone', async () => {
  const refusal = new ModelError('refusal', 'no', { retryable: false });
  const { model } = modelOf(() => {
    throw refusal;
  });
  for (let call = 0; call < 50; call++) expect(await rejection(model.complete(ask()))).toBe(refusal);
});
