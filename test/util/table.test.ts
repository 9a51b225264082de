import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alignRows } from '../../src/util/table.js';

it('puts numbers to the right and words to the left', () => {
  expect(
    alignRows([
      ['type', 'won', 'rate', '95 %', 'p', 'note'],
      ['heat', '34/40', '85 %', '[71, 93]', '< 0.0001', 'a'],
      ['all', '1/4', '-', '5-70', '1', ''],
    ]),
  ).toEqual([
    'type    won  rate      95 %         p  note',
    'heat  34/40  85 %  [71, 93]  < 0.0001  a',
    'all     1/4     -      5-70         1',
  ]);
});

it('takes rows of any length, and none', () => {
  expect(alignRows([])).toEqual([]);
  expect(alignRows([[], ['a'], ['bb', '1']])).toEqual(['', 'a', 'bb  1']);
});

it('keeps every cell, in lines no longer than the columns need', () => {
  const cell = fc.stringMatching(/^[a-z0-9 .%]{0,8}$/).map((text) => text.trim());
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rows, (table) => {
      const lines = alignRows(table);
      const widest = [0, 1, 2].reduce(
        (sum, i) => sum + Math.max(...table.map((row) => row[i]?.length ?? 0)),
        4,
      );
      for (const [index, row] of table.entries()) {
        expect(lines[index]?.length).toBeLessThanOrEqual(widest);
        for (const text of row) expect(lines[index]).toContain(text);
      }
    }),
  );
});
