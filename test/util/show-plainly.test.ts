import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hidesSomething,
  showJsonPlainly,
  showOnOneLine,
  showPlainly,
  withoutHidden,
} from '../../src/util/show-plainly.js';

test.each([
  ['\u001b[31mred', '<U+001B>[31mred'],
  ['a\u009b2Jb', 'a<U+009B>2Jb'],
  ['\u0007\u0008\r\t\u007f', '<U+0007><U+0008><U+000D><U+0009><U+007F>'],
  ['\u001b]8;;http://a\u001b\\x\u001b]8;;\u0007', '<U+001B>]8;;http://a<U+001B>\\x<U+001B>]8;;<U+0007>'],
  ['\u202eabc\u2066\u061c\u200f', '<U+202E>abc<U+2066><U+061C><U+200F>'],
  ['a\u200bb\ufeffc\u00add\u2060', 'a<U+200B>b<U+FEFF>c<U+00AD>d<U+2060>'],
  ['\u{e0041}\u{e007f}\u{e0100}\ufe0f', '<U+E0041><U+E007F><U+E0100><U+FE0F>'],
  ['\u2028\u2029\u3164\u115f', '<U+2028><U+2029><U+3164><U+115F>'],
  ['\ud800x\udc00', '<U+D800>x<U+DC00>'],
  ['two\nlines', 'two\nlines'],
  ['Zürich, 東京, 😀, नमस्ते, “quotes”', 'Zürich, 東京, 😀, नमस्ते, “quotes”'],
])('%j is shown as %j', (text, shown) => {
  expect(showPlainly(text)).toBe(shown);
  expect(showPlainly(shown)).toBe(shown);
});

test('one line stays one line', () => {
  expect(showOnOneLine('a\nb\u001b')).toBe('a<U+000A>b<U+001B>');
});

test('tabs hide nothing', () => {
  expect(hidesSomething('a\tb\n')).toBe(false);
  expect(hidesSomething('a\u200bb')).toBe(true);
  expect(withoutHidden('a\u200b\tb\n\u{e0041}')).toBe('a b\n');
});

test('any text is left without anything that steers, and JSON says the same as before', () => {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0x10ffff }), fc.integer({ min: 0, max: 0xff }));
  const texts = fc
    .array(unit, { maxLength: 40 })
    .map((codes) => codes.map((code) => String.fromCodePoint(code)).join(''));
  fc.assert(
    fc.property(texts, (text) => {
      for (const character of showPlainly(text)) {
        const code = character.codePointAt(0) ?? 0;
        expect(code === 0x0a || (code >= 0x20 && (code < 0x7f || code > 0x9f))).toBe(true);
        expect(code < 0xd800 || code > 0xdfff).toBe(true);
        expect(code < 0xe0000 || code > 0xe0fff).toBe(true);
      }
      const json = showJsonPlainly(JSON.stringify({ [text]: [text] }, null, 2));
      expect(JSON.parse(json)).toEqual({ [text]: [text] });
      expect(hidesSomething(json)).toBe(false);
    }),
    { numRuns: 500 },
  );
});
