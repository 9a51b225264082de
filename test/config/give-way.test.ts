import { expect, it } from 'vitest';
import { createGiveWay } from '../../src/config/give-way.js';
import { createScriptedModel } from '../../src/models/index.js';
import { createFakeClock } from '../models/fake-clock.js';
import { ask, createGate, rejection, settle } from '../models/requests.js';

it('passes calls on at once while the turn is young', async () => {
  let turns = 0;
  const wrap = createGiveWay(createFakeClock(), async () => void turns++);
  const model = wrap(createScriptedModel(() => 'ok'));
  expect(model.id).toBe('scripted');
  for (let call = 0; call < 100; call++) expect((await model.complete(ask())).text).toBe('ok');
  expect(turns).toBe(0);
});

it('holds all calls together for one turn when it is their time', async () => {
  const clock = createFakeClock();
  const gate = createGate();
  let turns = 0;
  const inner = createScriptedModel(() => 'ok');
  const model = createGiveWay(clock, () => {
    turns++;
    return gate.opened;
  })(inner);
  await model.complete(ask());
  await clock.sleep(25);
  const calls = [1, 2, 3].map(() => model.complete(ask()));
  await settle();
  expect([turns, inner.requests.length]).toEqual([1, 1]);
  gate.open();
  await Promise.all(calls);
  expect([turns, inner.requests.length]).toEqual([1, 4]);
  await model.complete(ask());
  expect(turns).toBe(1);
});

it('does not call for who has been aborted meanwhile', async () => {
  const clock = createFakeClock();
  const controller = new AbortController();
  const inner = createScriptedModel(() => 'ok');
  const model = createGiveWay(clock, async () => controller.abort(new Error('enough')))(inner);
  await clock.sleep(25);
  const failed = rejection(model.complete({ ...ask(), signal: controller.signal }));
  expect(await failed).toEqual(new Error('enough'));
  expect(inner.requests).toEqual([]);
});
