import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellHolds, formatCell, visibleText } from '../../../src/evaluation/annotation/sheet-cells.js';

describe('a cell', () => {
  it.each([
    ['Paris', 'Paris'],
    ['Álvaro Obregón', 'Álvaro Obregón'],
    ['In which year did the railway come to Stelmere, 1890 or 1891?', null],
    ['=HYPERLINK("http://x","y")', '“=HYPERLINK("http://x","y")”'],
    ['+1', '“+1”'],
    ['-1', '“-1”'],
    ['@SUM(A1)', '“@SUM(A1)”'],
    ['1990', '“1990”'],
    ['3/4', '“3/4”'],
    ['May 1990', '“May 1990”'],
    ['true', '“true”'],
    ['“Heroes”', '““Heroes””'],
    ['"Heroes"', '“"Heroes"”'],
  ])('of %s is not run or changed by a spreadsheet', (text, cell) => {
    expect(formatCell(text)).toBe(cell ?? text);
  });

  it('begins with a letter or a quotation mark, whatever was answered, and holds it', () => {
    const signs = [
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\n',
      ' ',
      'a',
      '1',
      '/',
      '“',
      '”',
      '"',
      'é',
      '\u202e',
      '\u0000',
    ];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs), minLength: 1 }), (raw) => {
        const text = visibleText(raw);
        fc.pre(text !== '');
        const cell = formatCell(text);
        expect(cell).toMatch(/^[\p{L}“]/u);
        expect(cell).not.toMatch(/[\t\r\n\u202e]/);
        expect(cellHolds(cell, text)).toBe(true);
        expect(cellHolds(`${cell}x`, text)).toBe(false);
      }),
    );
  });

  it('is one line in which nothing is hidden', () => {
    expect(visibleText('\t=1\r\n+ \u202e2\u0007 ')).toBe('=1 + <U+202E>2<U+0007>');
  });

  it('may lose its quotation marks, be decomposed, and gain spaces', () => {
    expect(cellHolds('1990', '1990')).toBe(true);
    expect(cellHolds(' “1990” ', '1990')).toBe(true);
    expect(cellHolds('Álvaro  Obregón'.normalize('NFD'), 'Álvaro Obregón')).toBe(true);
    expect(cellHolds('1-Feb', '1/2')).toBe(false);
    expect(cellHolds('', '1990')).toBe(false);
  });
});
