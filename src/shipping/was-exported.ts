import { basename } from 'node:path';
import { readText } from '../util/files.js';
import { readPlan } from './read-plan.js';

/** What every form but plain text has of ours. */
const marks =
  /planwright-content-hash:|planwright\.content_hash:|<!-- planwright:plan |planwright\.pla(?:n|in)\/v\d/;

/** Whether a file is an export of a plan, with its text as it was exported. */
export function wasExported(path: string): boolean {
  try {
    if (!marks.test(readText(path))) return false;
    if (basename(path) !== 'provenance.json') readPlan(path);
    return true;
  } catch {
    return false;
  }
}
