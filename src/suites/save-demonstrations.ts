import { stringify } from 'yaml';
import { UsageError } from '../core/errors.js';
import { describeFileError, kindOf, readText, writeWhole } from '../util/files.js';
import { type DemonstrationSet, demonstrationsFormat } from './load-demonstrations.js';

/** A file of demonstrations as text (YAML). Equal arguments give equal bytes. */
export function formatDemonstrations({ environment, demonstrations }: DemonstrationSet): string {
  const content = { format: demonstrationsFormat, world: environment, demonstrations };
  return stringify(content, { lineWidth: 0, aliasDuplicateObjects: false });
}

/**
 * Writes a file of demonstrations, whole or not at all. One of the same world that is there already is replaced; throws a
 * UsageError where the file is anything else, or can not be written.
 */
export function saveDemonstrations(file: string, set: DemonstrationSet): void {
  checkDemonstrationsTarget(file, set.environment);
  try {
    writeWhole(file, formatDemonstrations(set));
  } catch (error) {
    throw new UsageError(
      `${file}: can not write the demonstrations: ${describeFileError(error)}`,
      'choose a file that can be written',
    );
  }
}

/**
 * Whether demonstrations of a world may be written there, before they are recorded. Throws a UsageError where the path is
 * a folder, or a file that holds anything but demonstrations of that world.
 */
export function checkDemonstrationsTarget(file: string, environment: string): void {
  const found = lookAt(file);
  if (found === null) return;
  if (found.startsWith('format: planwright-demonstrations/')) {
    const world = /^world: *(\S+) *$/m.exec(found)?.[1] ?? 'another world';
    if (world === environment) return;
    throw new UsageError(
      `${file}: holds demonstrations of ${world}, so it is not overwritten with those of ${environment}`,
      'choose a new file',
    );
  }
  throw new UsageError(`${file}: holds no demonstrations, so it is not overwritten`, 'choose a new file');
}

/** The text of a file; null where there is none. */
function lookAt(file: string): string | null {
  try {
    return kindOf(file) === null ? null : readText(file);
  } catch (error) {
    throw new UsageError(`${file}: ${describeFileError(error)}`, 'choose a new file');
  }
}
