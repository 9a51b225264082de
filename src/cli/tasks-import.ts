/** `planwright tasks import`. */
import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import { findEnvironment, type GameImporter } from '../environments/index.js';
import { openSource, readSourceText, type Source, saveSuite } from '../suites/index.js';
import { note, print, printJson, showPlainly } from './output.js';
import { createProgressLine } from './progress-line.js';
import { renderSuiteSummary, summarizeSuite } from './suite-summary.js';

/** Options of `tasks import`. */
export interface TasksImportOptions {
  readonly out: string;
  readonly name?: string;
  readonly json?: true;
}

/** What was read from a source: games, and how many were left out for which reason. */
interface ImportedGames {
  readonly instances: readonly TaskInstance[];
  readonly skipped: Readonly<Record<string, number>>;
}

/**
 * Imports official games into a suite folder; nothing is written unless all games could be read. Throws a
 * UsageError naming source and file for a damaged archive or a malformed game.
 */
export async function importTasks(world: string, path: string, options: TasksImportOptions): Promise<void> {
  const { importer, taskTypes } = findEnvironment(world);
  if (importer === undefined) throw new UsageError(`games of the world '${world}' can not be imported`);
  const { instances, skipped } = await readGames(importer, path);
  const { out, name = world, json } = options;
  const suite = saveSuite(out, { name, environment: world, origin: { importer: world, skipped } }, instances);
  const summary = summarizeSuite(suite);
  if (json) printJson({ suite: out, skipped, ...summary });
  else print(renderSuiteSummary(summary, taskTypes));
  for (const [reason, count] of Object.entries(skipped)) note(`skipped ${count}: ${reason}`);
  if (!json) note(`\nwritten to ${showPlainly(out)}; try one with: planwright play ${showPlainly(out)}`);
}

async function readGames(importer: GameImporter, path: string): Promise<ImportedGames> {
  const source = await openSource(path);
  try {
    const names = source.names.filter((name) => importer.accepts(name));
    if (names.length === 0) throw noGames(importer, path, 'holds no games');
    const games = await readAll(importer, source, names);
    if (games.instances.length > 0) return games;
    const reasons = Object.keys(games.skipped).join(', ');
    throw noGames(importer, path, `none of its ${names.length} games can be used (${reasons})`);
  } finally {
    source.close();
  }
}

async function readAll(
  importer: GameImporter,
  source: Source,
  names: readonly string[],
): Promise<ImportedGames> {
  const instances: TaskInstance[] = [];
  const skipped: Record<string, number> = {};
  const progress = createProgressLine('reading games', names.length);
  try {
    for (const [index, name] of names.entries()) {
      progress.update(index);
      const game = importer.read(await readSourceText(source, name), join(source.path, name));
      if ('skipped' in game) skipped[game.skipped] = (skipped[game.skipped] ?? 0) + 1;
      else instances.push(game);
    }
  } finally {
    progress.clear();
  }
  return { instances, skipped };
}

function noGames({ layout }: GameImporter, path: string, what: string): UsageError {
  return new UsageError(`${path}: ${what}`, `games are expected as ${layout}`);
}
