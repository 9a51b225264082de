import { describe, expect, it } from 'vitest';
import { takeTurns } from '../../src/environments/take-turns.js';

describe('takeTurns', () => {
  it('goes through the options, and begins anew after the last', () => {
    const pick = takeTurns(0);
    expect([1, 2, 3, 4].map(() => pick(['a', 'b', 'c']))).toEqual(['a', 'b', 'c', 'a']);
  });

  it('begins with another option where it is told to', () => {
    expect([0, 1, 2, 3].map((start) => takeTurns(start)(['a', 'b', 'c']))).toEqual(['a', 'b', 'c', 'a']);
  });

  it('refuses to pick from nothing', () => {
    expect(() => takeTurns(0)([])).toThrow(RangeError);
  });
});
