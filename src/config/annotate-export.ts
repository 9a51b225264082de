/**
 * Writes a sheet for human annotators: the answers that runs gave on held-out questions, without a word on who gave
 * them. The protocol is that of the AutoPlan paper (section 4.1 and appendix B.2): several annotators mark every answer
 * and the majority counts. One deviation: the paper's annotators saw the supporting facts of each question as well.
 */
import { basename, dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../core/errors.js';
import {
  type AnnotationKey,
  collectAnswers,
  drawSheet,
  formatAnnotationKey,
  type MeasuredPhase,
  type RunAnswers,
  sheetTable,
} from '../evaluation/annotation/index.js';
import { renderInstructions } from '../report/index.js';
import { readJournal } from '../runs/index.js';
import { formatCsv } from '../util/csv.js';
import { describeFileError, kindOf, readText, remove, writeWhole } from '../util/files.js';
import { loadConfig } from './load-config.js';
import { resolveSuite } from './resolve-training.js';
import { locateError } from './setting-error.js';

/** What is to be annotated. */
export interface ExportOptions {
  /** Run folders of trainings and evaluations. */
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
  const read: ReadRun[] = [];
  for (const run of runs) read.push(await readRun(run, dirname(resolve(out)), phase));
  const key = drawSheet(
    read.map(({ answers }) => answers),
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

interface ReadRun {
  readonly answers: RunAnswers;
  readonly finished: boolean;
}

async function readRun(
  folder: string,
  keyFolder: string,
  phase: MeasuredPhase | undefined,
): Promise<ReadRun> {
  const journal = join(folder, 'journal.jsonl');
  if (kindOf(journal) !== 'file')
    throw new UsageError(`${folder}: is not a run folder`, 'give the folder of a train or eval run');
  const manifest = readManifest(folder);
  const { suite, answers } = resolveWorld(folder, manifest.suite.digest);
  const { played, finished } = await collectAnswers(readJournal(journal), suite.instances, answers);
  return {
    answers: {
      id: basename(resolve(folder)),
      folder: relative(keyFolder, resolve(folder)) || '.',
      suiteDigest: suite.digest,
      models: [...new Set(Object.values(manifest.models))],
      simulated: manifest.simulated,
      played: played.filter((one) => phase === undefined || one.phase === phase),
    },
    finished,
  };
}

/** The suite that a run was made with, unchanged, and what its world knows of answers. */
function resolveWorld(folder: string, digest: string) {
  const { config, placeOf } = loadConfig(join(folder, 'config.yaml'));
  try {
    const { suite, environment } = resolveSuite(config);
    if (environment.answers === undefined)
      throw new UsageError(`${folder}: the tasks of ${environment.name} do not end with an answer`);
    if (suite.digest !== digest)
      throw new UsageError(
        `${folder}: the suite ${config.suite} is not what it was when the run was made`,
        'get that suite back, or run again',
      );
    return { suite, answers: environment.answers };
  } catch (error) {
    throw locateError(error, placeOf);
  }
}

const manifestSchema = z.object({
  suite: z.object({ digest: z.string() }),
  models: z.record(z.string(), z.string()),
  simulated: z.boolean(),
});

function readManifest(folder: string): z.infer<typeof manifestSchema> {
  const file = join(folder, 'manifest.json');
  try {
    return manifestSchema.parse(JSON.parse(readText(file)));
  } catch (error) {
    const isMalformed = error instanceof SyntaxError || error instanceof z.ZodError;
    throw new UsageError(`${file}: ${isMalformed ? 'is not as a run writes it' : describeFileError(error)}`);
  }
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
