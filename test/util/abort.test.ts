import { describe, expect, it, vi } from 'vitest';
import { onAbort } from '../../src/util/abort.js';

describe('onAbort', () => {
  it('does everything that was not taken back, once and in order', () => {
    const abort = new AbortController();
    const done: string[] = [];
    const add = (name: string) => onAbort(abort.signal, () => done.push(name));
    add('one');
    const takeBack = add('two');
    add('three');
    takeBack();
    takeBack();
    abort.abort();
    abort.abort();
    expect(done).toEqual(['one', 'three']);
    add('late')();
    expect(done).toEqual(['one', 'three', 'late']);
  });

  it('takes one action twice', () => {
    const abort = new AbortController();
    const action = vi.fn();
    onAbort(abort.signal, action)();
    onAbort(abort.signal, action);
    onAbort(abort.signal, action);
    abort.abort();
    expect(action).toHaveBeenCalledTimes(2);
  });

  it('listens once to a signal', () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    for (let n = 0; n < 100; n++) onAbort(signal, () => {});
    expect(added).toHaveBeenCalledTimes(1);
  });
});
