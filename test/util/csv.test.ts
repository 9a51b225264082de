import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsv, parseCsv } from '../../src/util/csv.js';

describe('CSV', () => {
  it('is written as RFC 4180 says, with the mark that Excel needs', () => {
    const rows = [
      ['a', 'b c'],
      ['say "x"', 'y, z'],
      ['two\nlines', ''],
    ];
    expect(formatCsv(rows)).toBe('\ufeffa,b c\r\n"say ""x""","y, z"\r\n"two\nlines",\r\n');
  });

  it('gives back what was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'é', '“', '\t', '=') });
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(table, (rows) => {
        const { rows: read, problems } = parseCsv(formatCsv([['x', 'y', 'z'], ...rows]));
        expect(problems).toEqual([]);
        expect(read.slice(1, rows.length + 1)).toEqual(rows);
      }),
    );
  });

  it.each([
    ['commas', 'id,mark\r\n1,"a;b"\r\n'],
    ['semicolons', 'id;mark\r\n1;"a;b"\r\n'],
    ['tabs', 'id\tmark\r\n1\ta;b\r\n'],
    ['line feeds', 'id,mark\n1,a;b\n'],
    ['carriage returns', 'id,mark\r1,a;b\r'],
    ['a byte order mark', '\ufeffid,mark\n1,a;b'],
  ])('is read with %s', (_what, text) => {
    expect(parseCsv(text).rows.slice(0, 2)).toEqual([
      ['id', 'mark'],
      ['1', 'a;b'],
    ]);
  });

  it('names the row of a quotation mark that is never closed', () => {
    expect(parseCsv('id,mark\n1,a\n2,"b\n3,c\n').problems).toEqual([
      expect.stringMatching(/^row 3: .*unterminated/),
    ]);
  });
});
