/** Finds and imports a module of the user's, and says what it was. */
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, UsageError } from '../core/errors.js';
import { describeFileError, errorCode, kindOf, readBytes, readText } from '../util/files.js';
import { sha256Bytes } from '../util/hash.js';
import { showOnOneLine } from '../util/show-plainly.js';

/** A module of the user's. */
export interface ModuleName {
  /** A path (`./world.js`), or the name of a package. */
  readonly module: string;
  /** What it exports the thing as. */
  readonly name: string;
  /** Where a path begins, and where packages are looked for. */
  readonly folder: string;
}

/** An exported value, with the digest of the file that it is from. */
export interface ImportedValue {
  readonly value: unknown;
  /** `sha256:` and the hash of the module's own file; what it imports is not in it. */
  readonly digest: string;
}

/** For messages: `./world.js, export "world"`. */
export function describeModule({ module, name }: ModuleName): string {
  return `${module}, export "${name}"`;
}

/** Imports a value. Rejects with a UsageError that names module and export where there is none. */
export async function importValue(where: ModuleName): Promise<ImportedValue> {
  const file = findModule(where);
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await import(pathToFileURL(file).href);
  } catch (error) {
    const hint = /\.[cm]?ts$/.test(file) ? 'compile TypeScript to JavaScript first' : undefined;
    throw new UsageError(`${where.module}: can not be imported: ${showOnOneLine(messageOf(error))}`, hint);
  }
  if (!Object.hasOwn(exported, where.name) || exported[where.name] === undefined) {
    const names = Object.keys(exported).join(', ') || 'nothing';
    throw new UsageError(`${where.module}: exports no "${where.name}"`, `it exports: ${names}`);
  }
  return { value: exported[where.name], digest: `sha256:${sha256Bytes(readBytes(file))}` };
}

/** The module's file. Throws a UsageError where there is none. */
function findModule({ module, folder }: ModuleName): string {
  if (/^\.{1,2}[\\/]/.test(module) || isAbsolute(module)) {
    const file = resolve(folder, module);
    if (kindOf(file) === 'file') return file;
    throw new UsageError(`${module}: there is no such file in ${folder}`);
  }
  const require = createRequire(resolve(folder, 'config.js'));
  try {
    return require.resolve(module);
  } catch (error) {
    const main = errorCode(error) === 'ERR_PACKAGE_PATH_NOT_EXPORTED' ? findImported(module, require) : null;
    if (main !== null) return main;
    const remedy = `give a path such as ./world.js, or install the package in ${folder}`;
    throw new UsageError(`${module}: there is no such package here`, remedy);
  }
}

/** The main file of a package that can be imported but not required; null where it is not found. */
function findImported(name: string, require: NodeJS.Require): string | null {
  const folders = require.resolve.paths(name) ?? [];
  const found = folders.map((one) => join(one, name, 'package.json')).find((one) => kindOf(one) === 'file');
  if (found === undefined) return null;
  const { exports } = JSON.parse(readText(found)) as { readonly exports?: unknown };
  const main = mainOf(exports);
  return main === null ? null : resolve(dirname(found), main);
}

/** What `exports` of a package.json says of the package itself, for who imports it. */
function mainOf(exports: unknown): string | null {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return null;
  const conditions = exports as Readonly<Record<string, unknown>>;
  for (const key of ['.', 'import', 'node', 'module', 'default']) {
    const main = key in conditions ? mainOf(conditions[key]) : null;
    if (main !== null) return main;
  }
  return null;
}

/** Digest of those words of a command that are files in its folder; empty where none is. */
export function digestCommand(command: readonly string[], folder: string): string {
  const files = command.map((word) => resolve(folder, word)).filter((path) => isFile(path));
  const digests = files.map((path) => sha256Bytes(readBytes(path)));
  return digests.length === 0 ? '' : `sha256:${sha256Bytes(Buffer.from(digests.join(' ')))}`;
}

function isFile(path: string): boolean {
  try {
    return kindOf(path) === 'file';
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`);
  }
}
