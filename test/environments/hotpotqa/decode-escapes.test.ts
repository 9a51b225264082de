import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEscapes } from '../../../src/environments/hotpotqa/decode-escapes.js';

describe('decodeEscapes', () => {
  it.each([
    ['C:\\dir', 'C:\\dir'],
    ['\\alpha \\beta \\frac \\textstyle', '\u0007lpha \beta \frac \textstyle'],
    ['\\101\\102 \\8 \\0', 'AB \\8 \0'],
    ['\\xc3\\xa9', 'é'],
    ['\\u0041\\U00000042', 'AB'],
    ['é \\\\ “x” 😀', 'é \\ “x” 😀'],
    ['a\\\nb', 'ab'],
    ['\\\'\\"', '\'"'],
  ])('%j becomes %j', (text, expected) => {
    expect(decodeEscapes(text)).toBe(expected);
  });

  it.each([
    ['a cut u', '\\upsilon'],
    ['a cut x', '\\x1'],
    ['bytes that are no UTF-8', 'caf\\xe9'],
    ['a character that does not fit', '\\u2014'],
    ['an octal number that does not fit', '\\777'],
    ['a character beyond all', '\\Uffffffff'],
    ['a name', '\\N{BULLET}'],
    ['a backslash at the end', 'end \\'],
  ])('is null for %s', (_, text) => {
    expect(decodeEscapes(text)).toBeNull();
  });

  it('leaves text without a backslash as it is, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const decoded = decodeEscapes(text);
        if (!text.includes('\\')) expect(decoded).toBe(text);
      }),
    );
  });
});
