/** `planwright init`: a folder with a config, a tiny suite and a README that lead to a learned plan. */
import { dirname, join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { type EnvironmentDefinition, findEnvironment } from '../environments/index.js';
import { saveSuite } from '../suites/index.js';
import { describeFileError, kindOf, makeDirectory, readText, remove, writeWhole } from '../util/files.js';
import { packagePath } from '../util/package.js';
import { rememberMissing } from './runs-folder.js';
import {
  formatStarterConfig,
  formatStarterReadme,
  type StarterWorld,
  starterFiles,
  starterSizes,
  starterWorlds,
} from './starter-texts.js';

/** What a starter is made from. */
export interface StarterOptions {
  readonly folder: string;
  /** Name of its world; the first of `starterWorlds` where absent. */
  readonly world?: string;
  /** Whether files of the same names may be replaced. */
  readonly force?: boolean;
  /** How the user calls the program, for the README. */
  readonly planwright: string;
}

/**
 * Writes a starter, all of it or nothing. Gives the paths within the folder. The same options give the same bytes.
 * Rejects with a UsageError for an unknown world, for a folder that can not be written, and, without `force`, for a file
 * that is there already.
 */
export async function createStarter({
  folder,
  world,
  force = false,
  planwright,
}: StarterOptions): Promise<string[]> {
  const starter = findStarter(world);
  const definition = await findEnvironment(starter.world);
  const suite = `tasks/${starter.name}`;
  const texts: Readonly<Record<string, string>> = {
    [starterFiles.config]: formatStarterConfig(starter),
    [starterFiles.schema]: readText(packagePath('configs/schema.json')),
    [starterFiles.readme]: formatStarterReadme(starter, planwright),
  };
  const paths = [...Object.keys(texts), suite];
  writeOrUndo(folder, () => {
    for (const path of paths) checkFree(folder, path, force);
    const undo: (() => void)[] = [];
    try {
      for (const [path, text] of Object.entries(texts)) undo.push(replaceFile(join(folder, path), text));
      // Last, as it undoes itself.
      saveStarterSuite(join(folder, suite), starter, definition);
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  });
  return paths;
}

function findStarter(world: string | undefined): StarterWorld {
  const found = world === undefined ? starterWorlds[0] : starterWorlds.find((one) => one.world === world);
  if (found !== undefined) return found;
  const known = starterWorlds.map((one) => one.world).join(', ');
  throw new UsageError(`there is no world '${world}' to begin with`, `known: ${known}`);
}

/** Makes a folder's content by `work`; takes away new folders where it fails. */
function writeOrUndo(folder: string, work: () => void): void {
  if (folder === '')
    throw new UsageError('the name of the folder is empty', 'give a folder, or none for this one');
  if (kindOf(folder) === 'file') throw new UsageError(`${folder}: is a file, not a folder`, 'give a folder');
  const removeNew = [join(folder, 'tasks'), folder].map(rememberMissing);
  try {
    work();
  } catch (error) {
    for (const step of removeNew) step();
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${folder}: can not be written: ${describeFileError(error)}`,
      'choose a folder that can',
    );
  }
}

function checkFree(folder: string, path: string, force: boolean): void {
  const kind = kindOf(join(folder, path));
  if (kind === null || (force && (kind === 'file') === !path.startsWith('tasks/'))) return;
  throw new UsageError(
    `${join(folder, path)}: is there already, and nothing was written`,
    'give another folder: planwright init NEW-FOLDER; or replace it with --force',
  );
}

/** Writes a file. The function it gives makes things as they were. */
function replaceFile(path: string, text: string): () => void {
  const before = kindOf(path) === null ? null : readText(path);
  makeDirectory(dirname(path));
  writeWhole(path, text);
  return () => {
    if (before === null) remove(path);
    else writeWhole(path, before);
  };
}

function saveStarterSuite(
  folder: string,
  { world, name, taskTypes }: StarterWorld,
  { generator }: EnvironmentDefinition,
): void {
  if (generator === undefined) throw new UsageError(`the world '${world}' has no generator of its own`);
  const { seed } = generator;
  const instances = generator
    .generate(seed, starterSizes)
    .filter(({ taskType }) => taskTypes === undefined || taskTypes.includes(taskType));
  const origin = {
    generator: generator.name,
    seed,
    perType: starterSizes,
    ...(taskTypes ? { taskTypes } : {}),
  };
  saveSuite(folder, { name, environment: world, origin }, instances);
}
