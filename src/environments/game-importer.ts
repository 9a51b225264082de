/** The importer of worlds whose official data is a folder or archive with a file for each game. */
import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import type { ImportedTasks, ImportFolder, ImportTools, TaskImporter } from './define-environment.js';

/** A game that an import leaves out, and why, for example `marked as not solvable`. */
export interface SkippedGame {
  readonly skipped: string;
}

/** How one file becomes one instance. */
export interface GameFiles {
  /** The layout of the folder, in words for messages. */
  readonly layout: string;
  /** Whether a file, by its path in the folder or archive, is a game. */
  accepts(path: string): boolean;
  /** One game as an instance. Throws a UsageError naming `path` for a game that is malformed. */
  read(text: string, path: string): TaskInstance | SkippedGame;
}

/** An importer that takes one folder or archive and keeps the splits that its layout names. */
export function createGameImporter(games: GameFiles): TaskImporter {
  return {
    read: async (paths, { seed, sizes }, tools) => {
      const [path, second] = paths;
      if (path === undefined || second !== undefined) {
        throw new UsageError(
          `${paths.length} sources are given`,
          `one is taken, with games as ${games.layout}`,
        );
      }
      if (seed !== undefined || sizes !== undefined) {
        throw new UsageError(`${path}: its games come with their splits`, 'leave out seed and sizes');
      }
      return tools.withFolder(path, (folder) => readGames(games, folder, tools));
    },
  };
}

async function readGames(games: GameFiles, folder: ImportFolder, tools: ImportTools): Promise<ImportedTasks> {
  const names = folder.names.filter((name) => games.accepts(name));
  if (names.length === 0) throw noGames(games, folder, 'holds no games');
  const instances: TaskInstance[] = [];
  const skipped: Record<string, number> = {};
  for (const [index, name] of names.entries()) {
    tools.progress(index, names.length);
    const game = games.read(await folder.readText(name), join(folder.path, name));
    if ('skipped' in game) skipped[game.skipped] = (skipped[game.skipped] ?? 0) + 1;
    else instances.push(game);
  }
  if (instances.length > 0) return { instances, skipped };
  const reasons = Object.keys(skipped).join(', ');
  throw noGames(games, folder, `none of its ${names.length} games can be used (${reasons})`);
}

function noGames({ layout }: GameFiles, { path }: ImportFolder, what: string): UsageError {
  return new UsageError(`${path}: ${what}`, `games are expected as ${layout}`);
}
