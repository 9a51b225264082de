import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repr, reprList, splitWords, strip } from '../../../src/environments/hotpotqa/python-text.js';
import { sharedFile } from '../../shared-data.js';

describe('texts as Python has them', () => {
  it.each([
    ['plain', "'plain'"],
    ["it's", `"it's"`],
    ['say "hi"', `'say "hi"'`],
    [`both ' and "`, `'both \\' and "'`],
    ['a\\b', "'a\\\\b'"],
    ['tab\tline\nreturn\r', "'tab\\tline\\nreturn\\r'"],
    ['\u0007\u00a0\u00ad', "'\\x07\\xa0\\xad'"],
    ['\u200b\u2028\ufeff', "'\\u200b\\u2028\\ufeff'"],
    ['\u202egnp.exe', "'\\u202egnp.exe'"],
    ['😀 é \u{e0001}', "'😀 é \\U000e0001'"],
    ['\ud800', "'\\ud800'"],
  ])('repr of %j', (text, expected) => {
    expect(repr(text)).toBe(expected);
    expect(reprList([text, text])).toBe(`[${expected}, ${expected}]`);
  });

  it('strips and splits at what Python counts as whitespace', () => {
    expect(strip('\u001c\u0085\u00a0 a b \u3000\u2028\n')).toBe('a b');
    expect(strip('\ufeffa\u200b')).toBe('\ufeffa\u200b');
    expect(strip(' \n ')).toBe('');
    expect(splitWords('\u001fa\u0085b  c\ufeffd ')).toEqual(['a', 'b', 'c\ufeffd']);
  });

  it('strips what splitting leaves out, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(' ', '\u0085', '\u001c', '\ufeff', 'a', '\u2003') }),
        (text) => {
          expect(splitWords(strip(text))).toEqual(splitWords(text));
          expect(strip(strip(text))).toBe(strip(text));
        },
      ),
    );
  });

  const gold = sharedFile('gold', 'hotpotqa', 'python_repr.json');
  it.runIf(gold)('agrees with what Python itself gave', () => {
    const rows: { s: string; repr_list: string; strip: string; lower: string }[] = JSON.parse(
      readFileSync(gold ?? '', 'utf8'),
    );
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) {
      const ours = {
        s: row.s,
        repr_list: reprList([row.s]),
        strip: strip(row.s),
        lower: row.s.toLowerCase(),
      };
      expect(ours).toEqual(row);
    }
  });
});
