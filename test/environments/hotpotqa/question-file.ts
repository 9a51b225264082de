import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** One invented question in the form of the official files, with its fields replaced where given. */
export function questionRecord(number: number, fields: Readonly<Record<string, unknown>> = {}) {
  return {
    _id: `id-${number}`,
    question: `Who wrote book ${number}?`,
    answer: `Author ${number}`,
    type: number % 4 === 0 ? 'comparison' : 'bridge',
    level: 'hard',
    supporting_facts: [
      [`Book ${number}`, 0],
      [`Author ${number}`, 1],
    ],
    context: [
      [`Book ${number}`, [`Book ${number} was written by Author ${number}.`]],
      [`Author ${number}`, [`Author ${number} writes.`, ' Nobody reads it.']],
    ],
    ...fields,
  };
}

/** Questions with these numbers, `from` counted. */
export const questionRecords = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => questionRecord(from + index));

/** A folder with these files in it, gone after the test; gives their paths. */
export function writeFiles(...contents: readonly (string | Buffer)[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-questions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return contents.map((content, index) => {
    const path = join(folder, `file-${index}.json`);
    writeFileSync(path, content);
    return path;
  });
}
