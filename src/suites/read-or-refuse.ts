import { UsageError } from '../core/errors.js';
import { describeFileError, readText } from '../util/files.js';

/** The text of a file. Throws a UsageError with this remedy where it can not be read. */
export function readOrRefuse(file: string, remedy: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw new UsageError(`${file}: ${describeFileError(error)}`, remedy);
  }
}
