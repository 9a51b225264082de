import { basename } from 'node:path';
import { readText } from '../util/files.js';
import { readPlan } from './read-plan.js';

/** What an export has of ours, by form. Plan files and plain texts have none: they may be somebody's only copy. */
const marks = [
  /^ {2}planwright-content-hash: /m,
  /^planwright\.content_hash: /m,
  /^<!-- planwright:plan /m,
  /^ *"schema": "planwright\.pla(?:n|in)\/v\d/m,
];

/** Whether a file is an export of the same form as `text`, with its plan as it was exported. */
export function wasExported(path: string, text: string): boolean {
  const mark = marks.find((one) => one.test(text));
  try {
    if (mark === undefined || !mark.test(readText(path))) return false;
    if (basename(path) !== 'provenance.json') readPlan(path);
    return true;
  } catch {
    return false;
  }
}
