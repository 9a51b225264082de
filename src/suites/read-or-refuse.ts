import { UsageError } from '../core/errors.js';
import { describeFileError } from '../util/files.js';
import { readSmallText } from '../util/small-text.js';

/** The text of a file. Throws a UsageError with this remedy where it can not be read, or is longer than so many bytes. */
export function readOrRefuse(file: string, remedy: string, mostBytes: number): string {
  try {
    return readSmallText(file, mostBytes);
  } catch (error) {
    throw new UsageError(`${file}: ${describeFileError(error)}`, remedy);
  }
}
