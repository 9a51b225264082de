import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { kindOf } from '../util/files.js';
import {
  findRegistered,
  isAlias,
  isPlanId,
  listRegistered,
  type RegisteredPlan,
  refuseLink,
  registryFolder,
  versionPath,
} from './registry-files.js';

/** Whether a text has the form of a reference: `ID`, `ID@VERSION` or `ID@ALIAS`. */
export function isPlanReference(text: string): boolean {
  const { id, name } = splitReference(text);
  return isPlanId(id) && (name === null || name === 'latest' || isVersion(name) || isAlias(name));
}

/**
 * The path that a plan is given by: a file as it is, `ID@VERSION` or `ID@ALIAS` as the version in the registry, `ID` as its
 * latest version (or `ID.md` in the registry's folder). What has not the form of a reference is given back as it is. The
 * registry is the given folder, or what PLANWRIGHT_REGISTRY names, or `plans`. Throws a UsageError that names what there
 * is instead.
 */
export function resolvePlanReference(reference: string, registry?: string): string {
  if (!isPlanReference(reference) || kindOf(reference) === 'file') return reference;
  const folder = registryFolder(registry);
  const { id, name } = splitReference(reference);
  const plan = findRegistered(folder, id);
  if (plan !== null) {
    const path = versionPath(folder, id, chooseVersion(plan, name, folder));
    refuseLink(path);
    return path;
  }
  const file = join(folder, `${id}.md`);
  if (name === null && kindOf(file) === 'file') return file;
  throw new UsageError(
    `${reference}: there is no such file, and no plan ${id} in the registry ${folder}`,
    describeKnown(folder),
  );
}

function splitReference(text: string): { readonly id: string; readonly name: string | null } {
  const at = text.indexOf('@');
  return at === -1 ? { id: text, name: null } : { id: text.slice(0, at), name: text.slice(at + 1) };
}

function isVersion(name: string): boolean {
  return /^[1-9]\d{0,8}$/.test(name);
}

function chooseVersion(
  { id, versions, aliases }: RegisteredPlan,
  name: string | null,
  folder: string,
): number {
  if (name === null || name === 'latest') return versions.at(-1) ?? 1;
  const version = isVersion(name) ? Number(name) : aliases[name];
  if (version !== undefined && versions.includes(version)) return version;
  const known = [...versions.map(String), ...Object.keys(aliases)].map((one) => `${id}@${one}`);
  throw new UsageError(
    `${id}@${name}: the registry ${folder} has no such version or alias`,
    `known: ${known.slice(-20).join(', ')}`,
  );
}

function describeKnown(folder: string): string {
  const ids = listRegistered(folder).map(({ id }) => id);
  return ids.length === 0
    ? 'give a plan file, or name the registry with PLANWRIGHT_REGISTRY'
    : `known: ${ids.slice(0, 20).join(', ')}`;
}
