import { expect, it } from 'vitest';
import { showPlainly } from '../../src/util/show-plainly.js';

it('makes visible what could steer a terminal, and leaves everything else', () => {
  expect(showPlainly('a\u001b[31m\u202eb\u200b\ufeff\tc')).toBe(
    'a<U+001B>[31m<U+202E>b<U+200B><U+FEFF><U+0009>c',
  );
  const usual = 'Ünïcode “quotes” 東京\nnext line';
  expect(showPlainly(usual)).toBe(usual);
});
