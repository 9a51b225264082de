import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/core/errors.js';
import type { ChatModel } from '../../src/core/model.js';
import { createLimit } from '../../src/models/limit.js';
import { prioritize } from '../../src/models/prioritize.js';
import { createScriptedModel } from '../../src/models/scripted-model.js';
import { createFakeClock } from './fake-clock.js';
import { ask, createGate, rejection, settle } from './requests.js';

/** Models that hold every call until it is let go. */
function createHeld() {
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  let inFlight = 0;
  let most = 0;
  const createModel = (id: string): ChatModel =>
    createScriptedModel(async (request) => {
      started.push(request.messages[0]?.content ?? '');
      most = Math.max(most, ++inFlight);
      const gate = createGate();
      waiting.push(gate.open);
      await gate.opened;
      inFlight--;
      return 'fine';
    }, id);
  const releaseOne = async (index = 0) => {
    waiting.splice(index, 1)[0]?.();
    await settle();
  };
  return { started, waiting, createModel, releaseOne, most: () => most, inFlight: () => inFlight };
}

describe('createLimit', () => {
  it('never has more calls in flight than it allows, over all its models, and starves none', async () => {
    const scenario = fc.record({
      calls: fc.integer({ min: 1, max: 8 }),
      requests: fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
      releases: fc.array(fc.nat(7), { minLength: 30, maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ calls, requests, releases }) => {
        const held = createHeld();
        const limit = createLimit(calls);
        const one = limit.middleware()(held.createModel('one'));
        const two = limit.middleware()(held.createModel('two'));
        const all = requests.map((first, index) => (first ? one : two).complete(ask(String(index))));
        await settle();
        for (const release of releases) {
          expect(held.inFlight()).toBe(Math.min(calls, held.waiting.length));
          await held.releaseOne(release % Math.max(1, held.waiting.length));
        }
        await Promise.all(all);
        expect(held.most()).toBe(Math.min(calls, requests.length));
        expect(held.started).toEqual(requests.map((_, index) => String(index)));
      }),
      { numRuns: 60 },
    );
  });

  it('starts calls of a higher priority first, the others in order', async () => {
    const held = createHeld();
    const limit = createLimit(1);
    const model = held.createModel('one');
    const low = limit.middleware()(model);
    const high = limit.middleware(1)(model);
    const all = [low, low, low, high, high].map((at, index) => at.complete(ask(String(index))));
    all.push(prioritize(low, 1.5).complete(ask('5')), prioritize(high, -2).complete(ask('6')));
    for (let released = 0; released < 7; released++) {
      await settle();
      await held.releaseOne();
    }
    await Promise.all(all);
    expect(held.started).toEqual(['0', '5', '3', '4', '1', '2', '6']);
  });

  it('passes errors on and frees their place', async () => {
    const model = createLimit(1).middleware()(
      createScriptedModel((_request, call) => {
        if (call === 0) throw new Error('no');
        return 'fine';
      }),
    );
    const [first, second] = await Promise.allSettled([model.complete(ask()), model.complete(ask())]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'no' } });
    expect(second).toMatchObject({ status: 'fulfilled', value: { text: 'fine' } });
  });

  it('lets an aborted call leave the queue without being sent', async () => {
    const held = createHeld();
    const model = createLimit(1).middleware()(held.createModel('one'));
    const abort = new AbortController();
    const first = model.complete(ask('first'));
    const second = rejection(model.complete({ ...ask('second'), signal: abort.signal }));
    await settle();
    abort.abort('interrupted');
    expect(await second).toBe('interrupted');
    await held.releaseOne();
    await first;
    expect(held.started).toEqual(['first']);
  });

  it('shares one signal among many calls without a warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const model = createLimit(4).middleware()(createScriptedModel(() => 'fine'));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 100 }, () => model.complete({ ...ask(), signal })));
    await settle();
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it.each([0, -1, 1.5, NaN, Infinity])('refuses %d calls', (calls) => {
    expect(() => createLimit(calls)).toThrow(/not a positive whole number/);
  });

  it('halves where the server refuses too many calls, once for all that were under way, and recovers', async () => {
    const clock = createFakeClock();
    let busy = true;
    const model = createScriptedModel(() =>
      busy ? Promise.reject(new ModelError('rate-limit', 'busy', { retryable: true })) : 'fine',
    );
    const limit = createLimit(16, clock);
    const limited = limit.middleware()(model);
    const send = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => limited.complete(ask())));
    await send(16);
    expect(limit.current()).toBe(8);
    for (let i = 0; i < 6; i++) {
      await clock.sleep(2000);
      await send(1);
    }
    expect(limit.current()).toBe(1);
    busy = false;
    await send(1 + 2 + 3);
    expect(limit.current()).toBe(4);
    await send(200);
    expect(limit.current()).toBe(16);
  });
});
