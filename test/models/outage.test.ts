import { describe, expect, test } from 'vitest';
import { ModelError, OutageError } from '../../src/core/errors.js';
import { createOutage, createRetry } from '../../src/models/index.js';
import { createScriptedModel } from '../../src/testing.js';
import { createFakeClock } from './fake-clock.js';
import { ask, rejection } from './requests.js';

const down = new ModelError('connection', 'm: refused', { retryable: true });

/** A server that is there, gone for some attempts, and there again. */
function setUp({ gone, patienceSeconds = 300 }: { gone: number; patienceSeconds?: number }) {
  const clock = createFakeClock();
  const changes: boolean[] = [];
  const model = createScriptedModel((_request, call) =>
    call >= 1 && call < 1 + gone ? Promise.reject(down) : `answer ${call}`,
  );
  const outage = createOutage({
    failures: 4,
    patienceSeconds,
    clock,
    onChange: ({ waiting }) => changes.push(waiting),
  });
  const retry = createRetry({ attempts: 5, clock });
  return { clock, changes, model, guarded: retry(outage(model)), outage };
}

describe('an outage', () => {
  test('is waited for: a call that began before it is answered after it', async () => {
    const { guarded, model, changes, clock } = setUp({ gone: 12 });
    await guarded.complete(ask('first'));
    expect((await guarded.complete(ask('second'))).text).toBe('answer 13');
    expect(model.requests).toHaveLength(14);
    expect(changes).toEqual([true, false]);
    expect(Math.max(...clock.sleeps)).toBeLessThanOrEqual(30_000);
  });

  test('lets one attempt through at a time, whatever waits', async () => {
    const { guarded, model } = setUp({ gone: 40 });
    await guarded.complete(ask('first'));
    const calls = Array.from({ length: 30 }, (_, i) => guarded.complete(ask(`call ${i}`)));
    await Promise.all(calls);
    // 30 that were under way when it began, then single tries, then the 29 that waited.
    expect(model.requests.length).toBeLessThan(1 + 40 + 30 + 1);
  });

  test('that lasts too long ends every call with what was last said, and no more are sent', async () => {
    const { guarded, model } = setUp({ gone: Infinity, patienceSeconds: 60 });
    await guarded.complete(ask('first'));
    const errors = await Promise.all([1, 2, 3].map((i) => rejection(guarded.complete(ask(`call ${i}`)))));
    for (const error of errors) expect(error).toBeInstanceOf(OutageError);
    expect(String(errors[0])).toMatch(/not answered for \d+ s.*m: refused/);
    const sent = model.requests.length;
    expect(await rejection(guarded.complete(ask('later')))).toBeInstanceOf(OutageError);
    expect(model.requests).toHaveLength(sent);
  });

  test('is no matter of a server that has never answered', async () => {
    const clock = createFakeClock();
    const model = createScriptedModel(() => Promise.reject(down));
    const outage = createOutage({ failures: 2, patienceSeconds: 60, clock });
    for (let i = 0; i < 5; i++) expect(await rejection(outage(model).complete(ask()))).toBe(down);
    expect(clock.sleeps).toEqual([]);
  });

  test('is not made of bad answers, nor of refused requests', async () => {
    const bad = new ModelError('bad-reply', 'm: no text', { retryable: true });
    const model = createScriptedModel((_request, call) => (call === 0 ? 'fine' : Promise.reject(bad)));
    const guarded = createOutage({ failures: 2, patienceSeconds: 60, clock: createFakeClock() })(model);
    await guarded.complete(ask());
    for (let i = 0; i < 10; i++) expect(await rejection(guarded.complete(ask()))).toBe(bad);
  });

  test('ends for all who wait when the run is interrupted', async () => {
    const { outage, model } = setUp({ gone: Infinity });
    const guarded = outage(model);
    await guarded.complete(ask('first'));
    for (let i = 0; i < 3; i++) await rejection(guarded.complete(ask()));
    const controller = new AbortController();
    const calls = [1, 2, 3].map((i) => guarded.complete({ ...ask(`${i}`), signal: controller.signal }));
    controller.abort(new Error('interrupted'));
    for (const call of calls) expect(String(await rejection(call))).toMatch(/interrupted|refused/);
  });
});
