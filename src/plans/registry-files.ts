/**
 * A registry on disk: `registry.json`, and for each plan a folder `<id>` with the versions `1.md`, `2.md`, ..., which never
 * change, and a file `@<alias>` for each alias, which holds the number of the version that it names. What two processes
 * write at once never gets lost: a version is a new file, an alias a whole one.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../core/errors.js';
import { describeFileError, isLink, kindOf, listDirectory } from '../util/files.js';
import { readSmallText } from '../util/small-text.js';

/** A plan of a registry. */
export interface RegisteredPlan {
  readonly id: string;
  /** Numbers of its versions, from 1, in order. */
  readonly versions: readonly number[];
  /** The version that each alias names, in order of the aliases. */
  readonly aliases: Readonly<Record<string, number>>;
}

/** Name and major version of the registry's format. */
export const registryFormat = 'planwright-registry/1';
/** Says that a folder is a registry. */
export const registryFile = 'registry.json';

const words = '[a-z0-9]+(?:-[a-z0-9]+)*';
const idPattern = new RegExp(`^(?=.{1,64}$)${words}$`);
const versionPattern = /^([1-9]\d{0,8})\.md$/;
const aliasPattern = new RegExp(`^(?=.{1,64}$)(?!\\d+$)(?!latest$)${words}$`);

/** Whether a text can be the id of a plan. */
export function isPlanId(text: string): boolean {
  return idPattern.test(text);
}

/** Whether a text can be an alias: words of a-z and 0-9 joined by hyphens, no number and not `latest`. */
export function isAlias(text: string): boolean {
  return aliasPattern.test(text);
}

/** The folder of the registry: the one given, or else the one that PLANWRIGHT_REGISTRY names, or else `plans`. */
export function registryFolder(given?: string): string {
  return given ?? (process.env.PLANWRIGHT_REGISTRY || 'plans');
}

/** Whether a folder is a registry. Throws a UsageError for one of a later format. */
export function isRegistry(folder: string): boolean {
  const file = join(folder, registryFile);
  if (kindOf(file) !== 'file') return false;
  const format = readFormat(file);
  if (format === registryFormat) return true;
  throw new UsageError(
    `${file}: has format ${JSON.stringify(format ?? null)}; this version reads ${registryFormat}`,
    'update planwright, or give another registry',
  );
}

function readFormat(file: string): unknown {
  try {
    const value: unknown = JSON.parse(readSmallText(file, 10_000));
    return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw new UsageError(`${file}: ${describeFileError(error)}`, 'give another registry');
  }
}

/** Path of a version. */
export function versionPath(folder: string, id: string, version: number): string {
  return join(folder, id, `${version}.md`);
}

/** Path of the file that holds an alias. */
export function aliasPath(folder: string, id: string, alias: string): string {
  return join(folder, id, `@${alias}`);
}

/** Whether a path is that of a version in a registry: such files are never written again. */
export function isRegistryVersion(path: string): boolean {
  return versionPattern.test(basename(path)) && isRegistry(dirname(dirname(resolve(path))));
}

/** A plan of a registry; null where it has none of that id. Throws a UsageError for what is no registry of ours. */
export function findRegistered(folder: string, id: string): RegisteredPlan | null {
  if (!isPlanId(id) || !isRegistry(folder)) return null;
  const home = join(folder, id);
  if (kindOf(home) !== 'directory') return null;
  refuseLink(home);
  const names = listDirectory(home);
  const versions = names.flatMap((name) => versionPattern.exec(name)?.[1] ?? []).map(Number);
  if (versions.length === 0) return null;
  versions.sort((a, b) => a - b);
  return { id, versions, aliases: readAliases(home, names, versions) };
}

/** The plans of a registry in order of their ids; none where the folder is no registry. */
export function listRegistered(folder: string): readonly RegisteredPlan[] {
  if (!isRegistry(folder)) return [];
  const names = listDirectory(folder).filter((name) => isPlanId(name) && !isLink(join(folder, name)));
  return names.flatMap((id) => findRegistered(folder, id) ?? []);
}

/** Aliases that name a version that is there. */
function readAliases(
  home: string,
  names: readonly string[],
  versions: readonly number[],
): Readonly<Record<string, number>> {
  const aliases = names.filter((name) => name.startsWith('@') && isAlias(name.slice(1)));
  return Object.fromEntries(
    aliases.flatMap((name) => {
      const version = readAlias(join(home, name));
      return version !== null && versions.includes(version) ? [[name.slice(1), version]] : [];
    }),
  );
}

function readAlias(path: string): number | null {
  if (isLink(path) || kindOf(path) !== 'file') return null;
  try {
    const text = readSmallText(path, 100);
    return /^[1-9]\d{0,8}\n?$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

/** A link would lead out of the registry. Throws a UsageError where a path is one. */
export function refuseLink(path: string): void {
  if (!isLink(path)) return;
  throw new UsageError(`${path}: is a link, and a registry has none`, 'put the file itself there');
}
