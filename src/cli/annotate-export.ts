/** `planwright annotate export`. */
import { type ExportedSheet, exportAnnotations, findRun, latestRun } from '../config/index.js';
import { countShared, type MeasuredPhase } from '../evaluation/annotation/index.js';
import { note, print, printJson } from './output.js';

/** What can be chosen. */
export interface AnnotateExportOptions {
  readonly out: string;
  readonly annotators: number;
  readonly sample?: number;
  readonly seed: number;
  readonly phase?: MeasuredPhase;
  readonly json?: boolean;
}

/** Writes the sheet and says what is in it. Rejects with a UsageError. */
export async function exportSheet(
  given: readonly string[],
  { json, ...options }: AnnotateExportOptions,
): Promise<void> {
  const runs = given.map((run) => (run === latestRun ? findRun() : run));
  const exported = await exportAnnotations({ runs, ...options });
  for (const run of exported.unfinished)
    note(`note: ${run} did not come to its end: some of its questions may be missing`);
  if (json) printJson(describeSheet(exported));
  else print(renderSheet(exported));
}

function describeSheet({ sheet, instructions, keyFile, key }: ExportedSheet) {
  return {
    sheet,
    instructions,
    key: keyFile,
    id: key.sheet,
    rows: key.rows.length,
    questions: countQuestions(key),
    playedByAll: countShared(key),
    annotators: key.annotators,
    episodes: {
      shown: key.rows.reduce((sum, { episodes }) => sum + episodes.length, 0),
      unanswered: key.unanswered.length,
      errors: key.errors.length,
    },
    runs: key.runs.map(({ id }) => id),
  };
}

function countQuestions({ rows }: ExportedSheet['key']): number {
  return new Set(rows.map(({ question, expected }) => JSON.stringify([question, expected]))).size;
}

function renderSheet(exported: ExportedSheet): string {
  const { sheet, instructions, key, id, rows, questions, playedByAll, annotators, episodes, runs } =
    describeSheet(exported);
  return [
    `Sheet         ${sheet}: ${rows} answers to ${questions} questions, for ${annotators} annotator${annotators === 1 ? '' : 's'}`,
    `Instructions  ${instructions}`,
    `Key           ${key}: keep it, and show it to no annotator`,
    '',
    `Sheet ${id} stands for ${episodes.shown} episodes of ${runs.join('; ')}.`,
    ...(episodes.unanswered > 0
      ? [`${episodes.unanswered} more gave no answer; they count as wrong and are not shown.`]
      : []),
    ...(runs.length > 1
      ? [
          `${playedByAll} questions were played by all ${runs.length}: as many pairs does each two of them have.`,
        ]
      : []),
    ...(episodes.errors > 0 ? [`${episodes.errors} more ended in an error and are left out.`] : []),
  ].join('\n');
}
