import { messageOf, UsageError } from '../core/errors.js';
import { describeFileError, isFileError } from '../util/files.js';

/** The answers to what can not be shown. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 500;

/** Why there is no page, for whoever asked for it. */
export class PageProblem extends Error {
  readonly status: ProblemStatus;
  readonly remedy: string;

  constructor(status: ProblemStatus, message: string, remedy = '') {
    super(message);
    this.status = status;
    this.remedy = remedy;
  }
}

/** Anything that went wrong, as what is shown of it: never where in the code. */
export function toPageProblem(error: unknown): PageProblem {
  if (error instanceof PageProblem) return error;
  if (error instanceof UsageError) return new PageProblem(400, error.message, error.remedy ?? '');
  if (isFileError(error)) return new PageProblem(404, `A file ${describeFileError(error)}.`);
  return new PageProblem(500, `This page could not be made: ${messageOf(error)}`);
}
