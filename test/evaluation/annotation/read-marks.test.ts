import { describe, expect, it } from 'vitest';
import { drawSheet, marksByRow, readMarks, sheetTable } from '../../../src/evaluation/annotation/index.js';
import { play, runOf } from './plays.js';

const key = drawSheet([runOf('r', play(1, 'x'), play(2, '=1+1'), play(3, 'z'))], { seed: 0, annotators: 3 });
const [id1, id2, id3] = key.rows.map(({ id }) => id) as [string, string, string];

/** The sheet with marks: a list for each column, from the top. */
function filled(...columns: readonly (readonly string[])[]): string[][] {
  const table = sheetTable(key);
  columns.forEach((marks, column) => {
    marks.forEach((mark, row) => {
      const cells = table[row + 1];
      if (cells) cells[4 + column] = mark;
    });
  });
  return table;
}

const sheet = (rows: readonly (readonly string[])[], file = 's.csv') => ({ file, rows });
const all = ['yes', 'no', 'yes'];

describe('filled sheets', () => {
  it('give the marks of each annotator, row by row, however they are written', () => {
    const { annotators, problems } = readMarks(key, [
      sheet(filled(['YES', ' y ', '1'], ['No', 'n', '0'], ['True', 'FALSE', 'yes'])),
    ]);
    expect(problems).toEqual([]);
    expect(marksByRow(key, annotators)).toEqual([
      [true, false, true],
      [true, false, false],
      [true, false, true],
    ]);
  });

  it('may be copies that several people filled, sorted, with remarks and blank rows', () => {
    const first = filled(all).map((row, i) => [...row, i === 0 ? 'remark' : 'hm']);
    const [head = [], ...rows] = filled(['no', 'no', 'no']);
    const second = [head, ...rows.reverse(), ['', ''], []];
    const { annotators, problems } = readMarks(key, [sheet(first, 'a.csv'), sheet(second, 'b.csv')]);
    expect(problems).toEqual([]);
    expect(annotators.map(({ file, column }) => [file, column])).toEqual([
      ['a.csv', 'annotator_1'],
      ['b.csv', 'annotator_1'],
    ]);
    expect(marksByRow(key, annotators)).toEqual([
      [true, false],
      [false, false],
      [true, false],
    ]);
  });

  it('may lack marks', () => {
    const { annotators } = readMarks(key, [sheet(filled(all, ['yes', '', 'no']))]);
    expect(marksByRow(key, annotators)[1]).toEqual([false, null]);
  });
});

describe('what is wrong in a sheet', () => {
  /** The problems of a sheet whose table was changed. */
  function problemsOf(change: (table: string[][]) => unknown): readonly string[] {
    const table = filled(all);
    change(table);
    return readMarks(key, [sheet(table)]).problems;
  }

  const set = (row: number, column: number, text: string) => (table: string[][]) => {
    const cells = table[row];
    if (cells) cells[column] = text;
  };

  it.each<[string, (table: string[][]) => unknown, readonly string[]]>([
    ['a word that is no mark', set(2, 4, 'maybe'), ['row 3, column annotator_1: "maybe" is not yes or no']],
    [
      'an unknown id',
      set(1, 0, `${key.sheet}-999`),
      [
        `row 2, column id: there is no "${key.sheet}-999" in this sheet`,
        `column id: the row of "${id1}" is missing`,
      ],
    ],
    [
      'an id that was taken away',
      set(1, 0, ''),
      ['row 2, column id: there is no "" in this sheet', `column id: the row of "${id1}" is missing`],
    ],
    [
      'an id twice',
      set(3, 0, id1),
      [`row 4, column id: "${id1}" is in row 2 as well`, `column id: the row of "${id3}" is missing`],
    ],
    ['a row that is missing', (table) => table.splice(2, 1), [`column id: the row of "${id2}" is missing`]],
    [
      'a changed question',
      set(1, 1, 'q?'),
      [`row 2, column question: was changed to "q?"; it was "${key.rows[0]?.question}"`],
    ],
    [
      'a changed right answer',
      set(1, 2, ''),
      [`row 2, column right answer: was changed to ""; it was "${key.rows[0]?.expected}"`],
    ],
    [
      'a changed given answer',
      set(1, 3, 'w'),
      [`row 2, column given answer: was changed to "w"; it was "${key.rows[0]?.given}"`],
    ],
    ['a column that is missing', set(0, 2, 'truth'), ['row 1: there is no column "right answer"']],
    ['a column twice', set(0, 5, 'annotator_1'), ['row 1: there are two columns "annotator_1"']],
    [
      'no annotator',
      (table) =>
        table.forEach((row) => {
          row.length = 4;
        }),
      ['row 1: there is no column "annotator_1"'],
    ],
    [
      'a row that was cut',
      (table) => {
        table[3]?.splice(1);
      },
      [
        `row 4, column question: was changed to ""; it was "${key.rows[2]?.question}"`,
        `row 4, column right answer: was changed to ""; it was "${key.rows[2]?.expected}"`,
        `row 4, column given answer: was changed to ""; it was "${key.rows[2]?.given}"`,
      ],
    ],
    [
      'another sheet',
      (table) =>
        table.forEach((row, i) => {
          if (i > 0) row[0] = `s000000-00${i}`;
        }),
      [`row 2, column id: "s000000-001" is of another sheet; the key is that of sheet ${key.sheet}`],
    ],
  ])('%s is named by file, row and column', (_what, change, expected) => {
    expect(problemsOf(change)).toEqual(expected.map((problem) => `s.csv: ${problem}`));
  });

  it('is all told at once', () => {
    const { problems } = readMarks(key, [
      sheet(filled(['?', '??', '???']), 'a.csv'),
      sheet([['id']], 'b.csv'),
      sheet([], 'c.csv'),
    ]);
    expect(problems.map((problem) => problem.slice(0, 5))).toEqual([
      ...Array(3).fill('a.csv'),
      ...Array(4).fill('b.csv'),
      ...Array(5).fill('c.csv'),
    ]);
  });

  it('is an annotator who is in two sheets', () => {
    const { problems } = readMarks(key, [sheet(filled(all), 'a.csv'), sheet(filled(all, all), 'b.csv')]);
    expect(problems).toEqual([
      'b.csv: row 1, column annotator_1: is filled in a.csv as well; number annotators apart',
    ]);
  });
});
