import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BudgetError, ModelError } from '../../src/core/errors.js';
import { createRetry } from '../../src/models/retry.js';
import { createScriptedModel } from '../../src/models/scripted-model.js';
import { systemClock } from '../../src/util/clock.js';
import { createFakeClock } from './fake-clock.js';
import { ask, rejection } from './requests.js';

const busy = (retryAfterSeconds?: number) =>
  new ModelError('rate-limit', 'busy', { retryable: true, retryAfterSeconds });

/** A model that fails with the errors in turn and then answers. */
function createFailing(errors: readonly Error[]) {
  return createScriptedModel((_request, call) => {
    const error = errors[call];
    if (error) throw error;
    return 'fine';
  });
}

describe('createRetry', () => {
  it('repeats the very same request until it is answered', async () => {
    const clock = createFakeClock();
    const inner = createFailing([busy(), busy(), busy()]);
    const request = { ...ask('hi', { seed: 3 }), callId: 'a/act/0' };
    const reply = await createRetry({ clock })(inner).complete(request);
    expect(reply.text).toBe('fine');
    expect(inner.requests).toHaveLength(4);
    for (const sent of inner.requests) expect(sent).toBe(request);
    expect(clock.sleeps).toHaveLength(3);
  });

  it('gives the last error when the attempts are used up', async () => {
    const clock = createFakeClock();
    const errors = [busy(), busy(), new ModelError('server', 'the last', { retryable: true }), busy()];
    const inner = createFailing(errors);
    const error = await rejection(createRetry({ clock, attempts: 3 })(inner).complete(ask()));
    expect(error).toBe(errors[2]);
    expect(inner.requests).toHaveLength(3);
    expect(clock.sleeps).toHaveLength(2);
  });

  it('gives up sooner where no server has been heard of', async () => {
    const refused = () => new ModelError('connection', 'refused', { retryable: true });
    const attemptsOf = async (first: readonly Error[]) => {
      const inner = createFailing([...first, ...Array.from({ length: 50 }, refused)]);
      await rejection(createRetry({ clock: createFakeClock(), attempts: 16 })(inner).complete(ask()));
      return inner.requests.length;
    };
    expect(await attemptsOf([])).toBe(5);
    expect(await attemptsOf([refused(), refused(), busy()])).toBe(16);
  });

  it('tells of each pause before it is made', async () => {
    const clock = createFakeClock();
    const pauses: unknown[] = [];
    const onPause = (pause: unknown) => pauses.push([pause, clock.sleeps.length]);
    const retry = createRetry({ clock, onPause });
    await retry(createFailing([busy(30), busy(0.5)])).complete({ ...ask(), callId: 'a/act/0' });
    expect(pauses).toEqual(
      clock.sleeps.map((milliseconds, i) => [{ callId: 'a/act/0', milliseconds, message: 'busy' }, i]),
    );
    expect(pauses).toHaveLength(2);
  });

  it.each([
    new ModelError('authentication', 'no', { retryable: false }),
    new BudgetError('no money'),
    new TypeError('a bug'),
  ])('does not repeat after %s', async (error) => {
    const clock = createFakeClock();
    const inner = createFailing([error]);
    expect(await rejection(createRetry({ clock })(inner).complete(ask()))).toBe(error);
    expect(inner.requests).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  it('draws pauses evenly below a bound that doubles up to its cap', async () => {
    const drawn: number[][] = [[], [], [], []];
    for (let seed = 0; seed < 300; seed++) {
      const clock = createFakeClock();
      const errors = [busy(), busy(), busy(), busy()];
      await createRetry({ clock, seed, baseMilliseconds: 100, capMilliseconds: 300 })(
        createFailing(errors),
      ).complete(ask());
      clock.sleeps.forEach((sleep, index) => {
        drawn[index]?.push(sleep);
      });
    }
    [100, 200, 300, 300].forEach((bound, index) => {
      const sleeps = drawn[index] ?? [];
      expect(Math.max(...sleeps)).toBeLessThan(bound);
      expect(Math.max(...sleeps)).toBeGreaterThan(0.9 * bound);
      expect(Math.min(...sleeps)).toBeLessThan(0.1 * bound);
      const mean = sleeps.reduce((sum, sleep) => sum + sleep, 0) / sleeps.length;
      expect(mean / bound).toBeGreaterThan(0.42);
      expect(mean / bound).toBeLessThan(0.58);
    });
  });

  it('draws the same pauses for the same seed and call, other ones for another call', async () => {
    const pauses = async (callId: string) => {
      const clock = createFakeClock();
      await createRetry({ clock, seed: 1 })(createFailing([busy(), busy()])).complete({ ...ask(), callId });
      return clock.sleeps;
    };
    expect(await pauses('a')).toEqual(await pauses('a'));
    expect(await pauses('a')).not.toEqual(await pauses('b'));
  });

  it('waits as long as the server asks, but never longer than the cap', async () => {
    const asked = fc.oneof(
      fc.constantFrom(-5, 0, 1, 90, 86_400, Infinity, -Infinity, undefined),
      fc.double({ noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(asked, async (seconds) => {
        const clock = createFakeClock();
        await createRetry({ clock })(createFailing([busy(seconds)])).complete(ask());
        const [sleep = NaN] = clock.sleeps;
        expect(sleep).toBeGreaterThanOrEqual(Math.min(Math.max(seconds ?? 0, 0), 60) * 1000);
        expect(sleep).toBeLessThanOrEqual(60_000);
      }),
    );
  });

  it('still backs off when the server asks for no wait at all', async () => {
    const clock = createFakeClock();
    await createRetry({ clock, seed: 2 })(createFailing([busy(0), busy(-3)])).complete(ask());
    for (const sleep of clock.sleeps) expect(sleep).toBeGreaterThan(0);
  });

  it('stops at once when the call is aborted in a pause', async () => {
    const abort = new AbortController();
    const inner = createFailing([busy(30)]);
    const pending = rejection(
      createRetry({ clock: systemClock })(inner).complete({ ...ask(), signal: abort.signal }),
    );
    setImmediate(() => abort.abort('interrupted'));
    expect(await pending).toBe('interrupted');
    expect(inner.requests).toHaveLength(1);
  });
});
