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

  it('gives the results of any number of things in their order, whichever ends first', async () => {
    const begun: number[] = [];
    const after = (turns: number) => async () => {
      begun.push(turns);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      return turns;
    };
    expect(await runTogether<number[]>(undefined, ...[9, 3, 6].map(after))).toEqual([9, 3, 6]);
    expect(begun).toEqual([9, 3, 6]);
    expect(await runTogether(undefined)).toEqual([]);
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
