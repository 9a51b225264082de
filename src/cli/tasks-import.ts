/** `planwright tasks import`. */
import { UsageError } from '../core/errors.js';
import {
  findEnvironment,
  type ImportFolder,
  type ImportRequest,
  type SplitSizes,
} from '../environments/index.js';
import { openSource, readSourceText, saveSuite } from '../suites/index.js';
import { note, print, printJson } from './output.js';
import { createProgressLine } from './progress-line.js';
import { renderSuiteSummary, summarizeSuite } from './suite-summary.js';

/** Options of `tasks import`; sizes are instances of the whole split. */
export interface TasksImportOptions {
  readonly out: string;
  readonly name?: string;
  readonly seed?: number;
  readonly train?: number;
  readonly validation?: number;
  readonly heldOut?: number;
  readonly json?: true;
}

/**
 * Imports official data into a suite folder; nothing is written unless all of it could be read. Throws a UsageError
 * naming source and place for a damaged source or a malformed task.
 */
export async function importTasks(
  world: string,
  paths: readonly string[],
  options: TasksImportOptions,
): Promise<void> {
  const { importer, taskTypes } = await findEnvironment(world);
  if (importer === undefined) throw new UsageError(`tasks of the world '${world}' can not be imported`);
  const progress = createProgressLine('reading tasks');
  const tools = { withFolder, progress: progress.update };
  const read = importer.read(paths, requestOf(options), tools).finally(progress.clear);
  const { instances, skipped, noted = {}, origin } = await read;
  const { out, name = world, json } = options;
  const description = { name, environment: world, origin: { importer: world, ...origin, skipped } };
  const summary = summarizeSuite(saveSuite(out, description, instances));
  if (json) printJson({ suite: out, skipped, noted, ...summary });
  else print(renderSuiteSummary(summary, taskTypes));
  for (const [reason, count] of Object.entries(skipped)) note(`skipped ${count}: ${reason}`);
  for (const [what, count] of Object.entries(noted)) note(`note: ${count} taken ${what}`);
  if (!json) note(`\nwritten to ${out}; try one with: planwright play ${out}`);
}

function requestOf({ seed, train, validation, heldOut }: TasksImportOptions): ImportRequest {
  const sizes: Partial<SplitSizes> = {
    ...(train !== undefined && { train }),
    ...(validation !== undefined && { validation }),
    ...(heldOut !== undefined && { 'held-out': heldOut }),
  };
  return { ...(seed !== undefined && { seed }), ...(Object.keys(sizes).length > 0 && { sizes }) };
}

async function withFolder<T>(path: string, read: (folder: ImportFolder) => Promise<T>): Promise<T> {
  const source = await openSource(path);
  try {
    return await read({ path, names: source.names, readText: (name) => readSourceText(source, name) });
  } finally {
    source.close();
  }
}
