import { UsageError } from '../core/errors.js';
import type { RunEvent } from '../core/event.js';
import { describeFileError } from '../util/files.js';
import { readLines } from '../util/lines.js';
import { journalFormat } from './journal-writer.js';

/**
 * The events of a journal, in order, one at a time. A last line that a crash has cut is left out. Throws a
 * UsageError that names file and line for a file that is no journal, is of another version, or is damaged before
 * its last line.
 */
export async function* readJournal(path: string): AsyncGenerator<RunEvent> {
  let line = 0;
  let cut = false;
  for await (const text of linesOf(path)) {
    line++;
    if (cut) throw new UsageError(`${path}:${line - 1}: not an event`, 'the journal is damaged');
    const value = parseObject(text);
    if (line === 1) checkHeader(value, path);
    else if (isEvent(value)) yield value;
    else cut = true;
  }
  if (line === 0) throw new UsageError(`${path}: is empty`, 'give a run folder');
}

async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    yield* readLines(path);
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`, 'give a run folder');
  }
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function checkHeader(header: object | null, path: string): void {
  const format = header !== null && 'format' in header ? header.format : undefined;
  if (format === journalFormat) return;
  const what = format === undefined ? 'is not a journal' : `has format ${JSON.stringify(format)}`;
  throw new UsageError(`${path}:1: ${what}; this version reads ${journalFormat}`, 'give a run folder');
}

function isEvent(value: object | null): value is RunEvent {
  return value !== null && 'type' in value && typeof value.type === 'string';
}
