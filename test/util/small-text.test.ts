import { expect, test } from 'vitest';
import { readSmallText } from '../../src/util/small-text.js';
import { folderWith } from '../config/small-config.js';

test('gives the text of a file up to its most bytes, without a byte order mark', () => {
  const long = 'é'.repeat(200_000);
  const folder = folderWith({ a: '\ufeffhé\n', empty: '', long });
  expect(readSmallText(`${folder}/a`, 10)).toBe('hé\n');
  expect(readSmallText(`${folder}/a`, 7)).toBe('hé\n');
  expect(() => readSmallText(`${folder}/a`, 6)).toThrow('has more than 6 bytes');
  expect(readSmallText(`${folder}/empty`, 0)).toBe('');
  expect(readSmallText(`${folder}/long`, 400_000)).toBe(long);
  expect(() => readSmallText(`${folder}/long`, 399_999)).toThrow('has more than 399999 bytes');
});

test("throws node's errors", () => {
  const folder = folderWith({});
  expect(() => readSmallText(`${folder}/absent`, 10)).toThrow(/ENOENT/);
  expect(() => readSmallText(folder, 10)).toThrow(/EISDIR/);
});
