/** Reads what annotators filled in, and says what is wrong with it by file, row and column. */
import type { AnnotationKey } from './annotation-key.js';
import { textColumns, textsOf } from './draw-sheet.js';
import type { Mark } from './judge-rows.js';
import { cellHolds } from './sheet-cells.js';

/** A sheet that came back. */
export interface FilledSheet {
  /** The file as the user named it. */
  readonly file: string;
  /** Its rows, the head first. */
  readonly rows: readonly (readonly string[])[];
}

/** The marks of one annotator. */
export interface AnnotatorMarks {
  readonly file: string;
  readonly column: string;
  /** By the id of the row; a missing mark is absent. */
  readonly marks: ReadonlyMap<string, boolean>;
}

/** What sheets say. With problems, the marks are not to be used. */
export interface ReadSheets {
  readonly annotators: readonly AnnotatorMarks[];
  readonly problems: readonly string[];
}

/** Reads sheets of one key. A column that is empty throughout is no annotator; columns of other names are not read. */
export function readMarks(key: AnnotationKey, sheets: readonly FilledSheet[]): ReadSheets {
  const read = sheets.map((sheet) => readSheet(key, sheet));
  const annotators = read.flatMap((one) => one.annotators);
  return { annotators, problems: [...read.flatMap(({ problems }) => problems), ...findRepeated(read)] };
}

/** The marks of all annotators, row by row in the order of the key. */
export function marksByRow(key: AnnotationKey, annotators: readonly AnnotatorMarks[]): Mark[][] {
  return key.rows.map(({ id }) => annotators.map(({ marks }) => marks.get(id) ?? null));
}

/** What a mark says; null for what is no mark. */
export function parseMark(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (['yes', 'y', '1', 'true'].includes(word)) return true;
  return ['no', 'n', '0', 'false'].includes(word) ? false : null;
}

/** A row below the head. */
interface Line {
  /** As a spreadsheet counts: the head is row 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

type Columns = ReadonlyMap<string, number>;

function readSheet(key: AnnotationKey, { file, rows }: FilledSheet): ReadSheets {
  const columns: Columns = new Map((rows[0] ?? []).map((name, i) => [name.trim().toLowerCase(), i]));
  const problems = checkHead(rows[0] ?? [], columns);
  const lines = rows
    .map((cells, i): Line => ({ number: i + 1, cells }))
    .slice(1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const annotators: AnnotatorMarks[] = [];
  if (problems.length === 0) {
    problems.push(...checkLines(key, columns, lines));
    for (const [column, at] of columns) {
      if (!isMarkColumn(column)) continue;
      const { marks, bad } = readColumn(column, lines, at, columns.get('id') ?? 0);
      problems.push(...bad);
      if (marks.size > 0) annotators.push({ file, column, marks });
    }
  }
  return { annotators, problems: problems.map((problem) => `${file}: ${problem}`) };
}

function isMarkColumn(column: string): boolean {
  return /^annotator_\d+$/.test(column);
}

function checkHead(head: readonly string[], columns: Columns): string[] {
  const missing = ['id', ...textColumns].filter((name) => !columns.has(name));
  const problems = missing.map((name) => `row 1: there is no column "${name}"`);
  if (![...columns.keys()].some(isMarkColumn)) problems.push('row 1: there is no column "annotator_1"');
  const names = head.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  const twice = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return [...problems, ...[...twice].map((name) => `row 1: there are two columns "${name}"`)];
}

function checkLines(key: AnnotationKey, columns: Columns, lines: readonly Line[]): string[] {
  const cellOf = ({ cells }: Line, column: string) => (cells[columns.get(column) ?? -1] ?? '').trim();
  const ids = lines.map((line) => cellOf(line, 'id'));
  if (ids.length > 0 && !ids.some((id) => id.startsWith(`${key.sheet}-`)))
    return [`row 2, column id: "${ids[0]}" is of another sheet; the key is that of sheet ${key.sheet}`];
  const rows = new Map(key.rows.map((row) => [row.id, row]));
  const seen = new Map<string, number>();
  const problems = lines.flatMap((line, i) => {
    const id = ids[i] ?? '';
    const row = rows.get(id);
    const before = seen.get(id);
    const place = `row ${line.number}, column`;
    if (row === undefined) return [`${place} id: there is no "${id}" in this sheet`];
    if (before !== undefined) return [`${place} id: "${id}" is in row ${before} as well`];
    seen.set(id, line.number);
    return textsOf(row).flatMap((text, at) => {
      const column = textColumns[at] ?? '';
      const cell = cellOf(line, column);
      return cellHolds(cell, text) ? [] : [`${place} ${column}: was changed to "${cell}"; it was "${text}"`];
    });
  });
  const missing = key.rows.filter(({ id }) => !seen.has(id));
  return [...problems, ...missing.map(({ id }) => `column id: the row of "${id}" is missing`)];
}

function readColumn(
  column: string,
  lines: readonly Line[],
  at: number,
  idAt: number,
): { marks: ReadonlyMap<string, boolean>; bad: string[] } {
  const marks = new Map<string, boolean>();
  const bad = lines.flatMap(({ number, cells }) => {
    const text = cells[at]?.trim() ?? '';
    if (text === '') return [];
    const mark = parseMark(text);
    if (mark === null) return [`row ${number}, column ${column}: "${text}" is not yes or no`];
    marks.set((cells[idAt] ?? '').trim(), mark);
    return [];
  });
  return { marks, bad };
}

/**
 * Who gets a sheet of their own fills its first column; who shares a sheet takes the next one. So as soon as one sheet
 * has several filled columns, two columns of the same name are taken for the same annotator once more.
 */
function findRepeated(sheets: readonly ReadSheets[]): string[] {
  if (!sheets.some(({ annotators }) => annotators.length > 1)) return [];
  const all = sheets.flatMap(({ annotators }) => annotators);
  return all.flatMap(({ file, column }, i) => {
    const before = all.slice(0, i).find((one) => one.column === column);
    if (before === undefined) return [];
    return [`${file}: row 1, column ${column}: is filled in ${before.file} as well; number annotators apart`];
  });
}
