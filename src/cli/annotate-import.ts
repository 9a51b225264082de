/** `planwright annotate import`. */
import { type ImportedMarks, importAnnotations, SheetError } from '../config/index.js';
import { renderAnnotations } from '../report/index.js';
import { note, print, printJson } from './output.js';

/** What can be chosen. */
export interface AnnotateImportOptions {
  readonly key?: string;
  readonly annotators?: number;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** Problems that are shown at once. */
const mostProblems = 20;

/** Imports sheets and says what they say. Throws a UsageError; what is wrong in sheets is listed before. */
export function importSheets(
  sheets: readonly string[],
  { key, annotators, replace, json }: AnnotateImportOptions,
): void {
  const imported = importOrList({
    sheets,
    ...(key === undefined ? {} : { keyFile: key }),
    ...(annotators === undefined ? {} : { annotators }),
    ...(replace === undefined ? {} : { replace }),
  });
  if (json) printJson(imported);
  else print(`${renderAnnotations(imported)}\n\n${renderPlaces(imported)}`);
}

function importOrList(options: Parameters<typeof importAnnotations>[0]): ImportedMarks {
  try {
    return importAnnotations(options);
  } catch (error) {
    if (error instanceof SheetError) listProblems(error.problems);
    throw error;
  }
}

function listProblems(problems: readonly string[]): void {
  for (const problem of problems.slice(0, mostProblems)) note(problem);
  if (problems.length > mostProblems) note(`... and ${problems.length - mostProblems} more`);
}

function renderPlaces({ written }: ImportedMarks): string {
  return written.map((path) => `Written  ${path}`).join('\n');
}
