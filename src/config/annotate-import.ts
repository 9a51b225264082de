/** Takes filled sheets back: checks them, lets the majority decide, and writes what comes of it into the run folders. */
import { basename, dirname, join, resolve } from 'node:path';
import { TextDecoder } from 'node:util';
import { UsageError } from '../core/errors.js';
import {
  type AnnotationSummary,
  type FilledSheet,
  marksByRow,
  parseAnnotationKey,
  readMarks,
  summarizeMarks,
} from '../evaluation/annotation/index.js';
import { parseCsv } from '../util/csv.js';
import { describeFileError, kindOf, listDirectory, readBytes, readText, writeWhole } from '../util/files.js';

/** Filled sheets. */
export interface ImportOptions {
  /** One sheet that all annotators filled, or several. */
  readonly sheets: readonly string[];
  /** The key; without it, it is looked for beside the sheets. */
  readonly keyFile?: string;
  /** How many annotators there must be; without it, as many as the sheet was made for. */
  readonly annotators?: number;
  /** Whether `annotations.json` may be replaced where it says something else. */
  readonly replace?: boolean;
}

/** What was taken over. */
export interface ImportedMarks extends AnnotationSummary {
  /** `annotations.json` of each run. */
  readonly written: readonly string[];
}

/** Sheets with which something is wrong. */
export class SheetError extends UsageError {
  /** Each names file, row and column. */
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    super(`${count} in the sheets; nothing was imported`, 'mend them and import again');
    this.problems = problems;
  }
}

/** Imports sheets. Throws a SheetError for what is wrong in them, and a UsageError for anything else. */
export function importAnnotations({
  sheets,
  keyFile,
  annotators: wanted,
  replace = false,
}: ImportOptions): ImportedMarks {
  refuseTwice(sheets);
  const tables = sheets.map(readTable);
  const broken = tables.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`));
  if (broken.length > 0) throw new SheetError(broken);
  const path = keyFile ?? findKey(sheets, tables);
  const key = parseAnnotationKey(readFile(path, readText), path);
  const { annotators, problems } = readMarks(key, tables);
  if (problems.length > 0) throw new SheetError(problems);
  checkNumber(annotators.length, wanted ?? key.annotators, sheets);
  const runs = key.runs.map(({ id, folder }) => ({ id, folder: findRun(join(dirname(path), folder), path) }));
  const summary = summarizeMarks(key, marksByRow(key, annotators));
  const folders = [...new Set(runs.map(({ folder }) => folder))];
  const files = folders.map((folder) => {
    const ids = runs.filter((run) => run.folder === folder).map(({ id }) => id);
    return {
      path: join(folder, 'annotations.json'),
      text: formatAnnotations(folder, new Set(ids), summary),
    };
  });
  if (!replace) for (const file of files) refuseOther(file);
  for (const file of files) writeAnnotations(file);
  return { ...summary, written: files.map(({ path }) => path) };
}

function refuseTwice(sheets: readonly string[]): void {
  const paths = sheets.map((sheet) => resolve(sheet));
  const at = paths.findIndex((path, i) => paths.indexOf(path) !== i);
  if (at !== -1) throw new UsageError(`${sheets[at]}: is given twice`, 'give each sheet once');
}

function readFile<T>(path: string, read: (path: string) => T): T {
  try {
    return read(path);
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`);
  }
}

function readTable(file: string): FilledSheet & { readonly problems: readonly string[] } {
  const bytes = readFile(file, readBytes);
  const remedy = 'save it as CSV in UTF-8';
  // Spreadsheets of Excel and LibreOffice are zip archives.
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw new UsageError(`${file}: is a spreadsheet, not CSV`, remedy);
  try {
    return { file, ...parseCsv(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    throw new UsageError(`${file}: is not UTF-8 text`, remedy);
  }
}

/** The key beside the sheets that knows their rows. */
function findKey(files: readonly string[], sheets: readonly FilledSheet[]): string {
  const cells = sheets.flatMap(({ rows }) => rows.flat()).map((cell) => cell.trim());
  const ids = cells.filter((cell) => /^s[0-9a-f]{6}-\d{3,}$/.test(cell));
  const found = [...new Set(files.map(dirname))]
    .flatMap((folder) => listDirectory(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.key.json'))
    .find((path) => {
      const text = readFile(path, readText);
      return ids.some((id) => text.includes(`"${id}"`));
    });
  if (found !== undefined) return found;
  throw new UsageError(
    `${files[0]}: the key of this sheet is not beside it`,
    'give the .key.json that export wrote, with --key',
  );
}

function checkNumber(given: number, wanted: number, sheets: readonly string[]): void {
  if (given >= wanted) return;
  const have = given === 0 ? 'nobody has' : `${given} annotator${given === 1 ? ' has' : 's have'}`;
  const enough = given === 0 ? '' : `, or say with --annotators ${given} that there are no more`;
  throw new UsageError(
    `${sheets.join(', ')}: ${have} marked answers, and there should be ${wanted}`,
    `give the sheets of all${enough}`,
  );
}

function findRun(folder: string, keyFile: string): string {
  if (kindOf(join(folder, 'journal.jsonl')) === 'file') return folder;
  throw new UsageError(
    `${folder}: is not a run folder, and ${keyFile} names it as one`,
    'put run and key back to where they were at the export',
  );
}

/** What concerns one folder: the rates and episodes of its run or its arms, and the pairs that they are part of. */
function formatAnnotations(
  folder: string,
  runs: ReadonlySet<string>,
  { rates, comparisons, episodes, ...summary }: AnnotationSummary,
): string {
  const document = {
    format: 'planwright-annotations/1',
    run: basename(resolve(folder)),
    ...summary,
    rates: rates.filter(({ run }) => runs.has(run)),
    comparisons: comparisons.filter(({ a, b }) => runs.has(a.run) || runs.has(b.run)),
    episodes: episodes.filter(({ run }) => runs.has(run)),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A file of an import. */
interface AnnotationsFile {
  readonly path: string;
  readonly text: string;
}

/** What annotators said is not lost by accident; the same import may be done again. */
function refuseOther({ path, text }: AnnotationsFile): void {
  if (kindOf(path) === null || readFile(path, readText) === text) return;
  throw new UsageError(
    `${path}: holds other annotations already; nothing was imported`,
    'keep a copy of it, or write over it with --replace',
  );
}

function writeAnnotations({ path, text }: AnnotationsFile): void {
  try {
    writeWhole(path, text);
  } catch (error) {
    throw new UsageError(`${path}: can not be written: ${describeFileError(error)}`);
  }
}
