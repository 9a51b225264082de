import { UsageError } from '../core/errors.js';
import { describeFileError } from '../util/files.js';
import { readLines } from '../util/lines.js';

/**
 * The lines of a `.jsonl` or `.jsonl.gz` file, one at a time, without their line ends. Throws a UsageError that
 * names the file when it can not be read or its compressed data is cut or damaged.
 */
export async function* readGzipLines(path: string): AsyncGenerator<string> {
  try {
    yield* readLines(path);
  } catch (error) {
    throw new UsageError(
      `${path}: ${describeFileError(error)}`,
      'give a .jsonl or .jsonl.gz file that is whole',
    );
  }
}
