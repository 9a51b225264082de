import { describe, expect, it } from 'vitest';
import { runTogether } from '../../src/util/run-together.js';
import { rejection } from '../models/requests.js';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason));
  });

describe('runTogether', () => {
  it('gives both results', async () => {
    expect(
      await runTogether(
        undefined,
        async () => 1,
        async () => 'two',
      ),
    ).toEqual([1, 'two']);
  });

  it('stops the one when the other fails, waits for its end, and passes the first failure on', async () => {
    const failure = new Error('first');
    let ended = false;
    const slow = async (signal: AbortSignal) => {
      try {
        return await untilAborted(signal);
      } finally {
        await Promise.resolve();
        ended = true;
      }
    };
    expect(await rejection(runTogether(undefined, () => Promise.reject(failure), slow))).toBe(failure);
    expect(ended).toBe(true);
    expect(await rejection(runTogether(undefined, slow, () => Promise.reject(failure)))).toBe(failure);
  });

  it('stops both when it is told to', async () => {
    const stop = new AbortController();
    const both = rejection(runTogether(stop.signal, untilAborted, untilAborted));
    stop.abort(new Error('enough'));
    expect(await both).toMatchObject({ message: 'enough' });
  });
});
