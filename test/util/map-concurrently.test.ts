import { describe, expect, test } from 'vitest';
import { mapConcurrently } from '../../src/util/map-concurrently.js';
import { createGate, rejection, settle } from '../models/requests.js';

describe('mapConcurrently', () => {
  test('gives results in the order of the items, whatever ends first', async () => {
    const gates = [createGate(), createGate(), createGate()];
    const results = mapConcurrently(gates, 3, async (gate) => {
      await gate.opened;
      return gates.indexOf(gate);
    });
    for (const gate of gates.toReversed()) {
      gate.open();
      await settle();
    }
    expect(await results).toEqual([0, 1, 2]);
  });

  test('keeps to the limit, and uses all of it', async () => {
    const gates = Array.from({ length: 5 }, createGate);
    let running = 0;
    const seen: number[] = [];
    const all = mapConcurrently(gates, 2, async (gate) => {
      seen.push(++running);
      await gate.opened;
      running--;
    });
    for (const gate of gates) {
      await settle();
      gate.open();
    }
    await all;
    expect(seen).toEqual([1, 2, 2, 2, 2]);
  });

  test('starts nothing after a failure, and ends when all that ran has ended', async () => {
    const gate = createGate();
    const started: number[] = [];
    let ended = false;
    const all = rejection(
      mapConcurrently([0, 1, 2, 3], 2, async (item) => {
        started.push(item);
        if (item === 0) throw new Error('first');
        await gate.opened;
        throw new Error('second');
      }),
    ).then((error) => {
      ended = true;
      return error;
    });
    await settle();
    expect(ended).toBe(false);
    gate.open();
    expect(await all).toEqual(new Error('first'));
    expect(started).toEqual([0, 1]);
  });

  test('passes on a failure that is undefined, and does nothing for nothing', async () => {
    await expect(mapConcurrently([1], 1, () => Promise.reject(undefined))).rejects.toBeUndefined();
    expect(await mapConcurrently([], 3, () => Promise.reject(new Error('no')))).toEqual([]);
  });
});
