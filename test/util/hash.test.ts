import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32, sha256 } from '../../src/util/hash.js';

describe('crc32', () => {
  test('the check value of its definition', () => {
    expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
    expect(crc32(Buffer.alloc(0))).toBe(0);
  });

  test('any changed byte changes it', () => {
    const change = fc.tuple(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
    );
    fc.assert(
      fc.property(change, ([bytes, position, flip]) => {
        const changed = bytes.slice();
        const at = position % bytes.length;
        changed[at] = (changed[at] ?? 0) ^ flip;
        expect(crc32(changed)).not.toBe(crc32(bytes));
      }),
    );
  });
});

test('sha256 is of the text as UTF-8', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('é')).toBe(sha256(Buffer.from([0xc3, 0xa9]).toString('utf8')));
});
