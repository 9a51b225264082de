import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJson } from '../../src/util/find-json.js';

describe('findJson', () => {
  test.each([
    ['{"a": 1}', { a: 1 }],
    ['```json\n{"a": [1, 2]}\n```', { a: [1, 2] }],
    ['Sure. Here it is:\n{"a": 1}\nDone.', { a: 1 }],
    ['The edits: [{"a": 1}, {"a": 2}].', [{ a: 1 }, { a: 2 }]],
    ['{"list": [1]} and more', { list: [1] }],
    ['[1, {"a": 2}] trailing', [1, { a: 2 }]],
    ['17', 17],
    ['null', null],
  ])('%j', (text, value) => {
    expect(findJson(text)).toEqual(value);
  });

  test.each(['', 'no', '{', '{"a": }', '[1, 2', 'a } b { c'])('%j holds none', (text) => {
    expect(findJson(text)).toBeUndefined();
  });

  test('finds any object within words', () => {
    const words = fc.stringMatching(/^[a-z .,:\n]*$/);
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), words, words, (value, before, after) => {
        const text = `${before}${JSON.stringify(value)}${after}`;
        expect(findJson(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
