/**
 * Writes a sheet for human annotators: the answers that runs gave on held-out questions, without a word on who gave
 * them. The protocol is that of the AutoPlan paper (section 4.1 and appendix B.2): several annotators mark every answer
 * and the majority counts. One deviation: the paper's annotators saw the supporting facts of each question as well.
 */
import { basename, dirname, resolve } from 'node:path';
import { UsageError } from '../core/errors.js';
import {
  type AnnotationKey,
  drawSheet,
  formatAnnotationKey,
  type MeasuredPhase,
  sheetTable,
} from '../evaluation/annotation/index.js';
import { renderInstructions } from '../report/index.js';
import { formatCsv } from '../util/csv.js';
import { describeFileError, kindOf, remove, writeWhole } from '../util/files.js';
import { type ReadAnswers, readAnswers } from './read-answers.js';

/** What is to be annotated. */
export interface ExportOptions {
  /** Run folders of trainings, evaluations and ablations. */
  readonly runs: readonly string[];
  /** The sheet; instructions and key are written beside it. */
  readonly out: string;
  readonly annotators: number;
  readonly seed: number;
  /** Most questions: a seeded sample. */
  readonly sample?: number;
  /** Only this phase of the runs. */
  readonly phase?: MeasuredPhase;
}

/** What was written. */
export interface ExportedSheet {
  readonly sheet: string;
  readonly instructions: string;
  readonly keyFile: string;
  readonly key: AnnotationKey;
  /** Runs that did not come to their own end: some of their questions may be missing. */
  readonly unfinished: readonly string[];
}

/** Writes sheet, instructions and key. Rejects with a UsageError; nothing is overwritten and nothing half-written. */
export async function exportAnnotations(options: ExportOptions): Promise<ExportedSheet> {
  const { runs, out, phase, ...plan } = options;
  const files = filesOf(out);
  for (const file of Object.values(files)) refuseExisting(file);
  refuseTwins(runs);
  const read: ReadAnswers[] = [];
  for (const run of runs) read.push(await readAnswers(run, dirname(resolve(out)), phase));
  const key = drawSheet(
    read.flatMap(({ parts }) => parts),
    plan,
  );
  if (key.rows.length === 0)
    throw new UsageError(
      `${runs.join(', ')}: no answers to annotate${phase === undefined ? '' : ` in phase ${phase}`}`,
    );
  const { sheet, instructions, keyFile } = files;
  writeAll([
    [keyFile, formatAnnotationKey(key)],
    [instructions, renderInstructions({ sheet: basename(sheet), rows: key.rows.length })],
    [sheet, formatCsv(sheetTable(key))],
  ]);
  return { ...files, key, unfinished: runs.filter((_, i) => read[i]?.finished === false) };
}

function filesOf(out: string) {
  const base = out.replace(/\.csv$/i, '');
  return { sheet: out, instructions: `${base}.md`, keyFile: `${base}.key.json` };
}

function refuseExisting(file: string): void {
  if (kindOf(file) === null) return;
  throw new UsageError(`${file}: exists already, and may hold marks`, 'choose another name with --out');
}

/** Results are told by the name of the run folder, so that two runs must not share one. */
function refuseTwins(runs: readonly string[]): void {
  const names = runs.map((run) => basename(resolve(run)));
  const at = names.findIndex((name, i) => names.indexOf(name) !== i);
  if (at === -1) return;
  throw new UsageError(`${runs[at]}: a run named ${names[at]} is given twice`, 'give each run once');
}

function writeAll(files: readonly (readonly [path: string, text: string])[]): void {
  const written: string[] = [];
  for (const [path, text] of files) {
    try {
      writeWhole(path, text);
      written.push(path);
    } catch (error) {
      for (const one of written) remove(one);
      throw new UsageError(`${path}: can not be written: ${describeFileError(error)}`);
    }
  }
}
