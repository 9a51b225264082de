/** Reads a config file, lays `--set` values over it and checks both. Every complaint names file, line and key. */
import { basename, dirname, extname, resolve } from 'node:path';
import { isPlanReference, resolvePlanReference } from '../plans/index.js';
import { movePrompt } from '../shipping/index.js';
import { kindOf } from '../util/files.js';
import { complain } from './complain.js';
import { fromHere } from './from-here.js';
import { dropOrigin, rebaseOwn } from './own-origin.js';
import { applyOverride, nameOverride, type Override } from './parse-override.js';
import { readTree } from './read-tree.js';
import { refuseSecrets } from './refuse-secrets.js';
import { type Config, configSchema } from './schema.js';
import { forSetting, locateError, type PlaceOf } from './setting-error.js';
import { isTree, type Tree } from './tree.js';

/** A config with a name: the file's own, or the one it gives. */
export type NamedConfig = Config & { readonly name: string };

/** A config, and where each of its settings was given. */
export interface LoadedConfig {
  readonly config: NamedConfig;
  readonly placeOf: PlaceOf;
}

/**
 * Loads a config; without a file, from the overrides alone. Paths in the file are relative to the file, paths in
 * overrides to the working folder. Throws a UsageError naming file, line and column, or the `--set` that is wrong.
 */
export function loadConfig(file: string | undefined, overrides: readonly Override[] = []): LoadedConfig {
  const { tree, locate } = file === undefined ? { tree: {}, locate: () => 'config' } : readTree(file);
  if (file !== undefined) rebase(tree, dirname(file));
  for (const override of overrides) {
    dropOrigin(tree, override);
    applyOverride(tree, override);
  }
  const place = (key: string, override: Override | undefined) => {
    if (override) return nameOverride(override, key);
    return file === undefined ? key : `${locate(key.split('.'))}: ${key}`;
  };
  const placeOf: PlaceOf = (key) => place(key, findAround(overrides, key));
  refuseSecrets(tree, placeOf);
  const parsed = configSchema.safeParse(tree);
  if (!parsed.success)
    throw complain(parsed.error, tree, configSchema, (path) => {
      const key = path.map(String).join('.');
      return place(key, findAround(overrides, key) ?? findWithin(overrides, key));
    });
  const { name = nameOfFile(file) } = parsed.data;
  return { config: { ...parsed.data, name, ...resolvePlan(parsed.data, placeOf) }, placeOf };
}

/** A reference to a registry is looked up once: its alias may name another version tomorrow. */
function resolvePlan({ plan }: Config, placeOf: PlaceOf): Pick<Config, 'plan'> {
  if (plan === undefined) return {};
  try {
    return { plan: forSetting('plan', () => resolvePlanReference(plan)) };
  } catch (error) {
    throw locateError(error, placeOf);
  }
}

/** The last override of a setting, or of a group around it. */
function findAround(overrides: readonly Override[], key: string): Override | undefined {
  return overrides.findLast(({ path }) => `${key}.`.startsWith(`${path.join('.')}.`));
}

/** The last override of something within a group of settings. */
function findWithin(overrides: readonly Override[], key: string): Override | undefined {
  return overrides.findLast(({ path }) => path.join('.').startsWith(`${key}.`));
}

/** The name that a config file gives to what is made with it: plain words with hyphens. */
export function nameOfFile(file: string | undefined): string {
  const name = basename(file ?? 'run', extname(file ?? ''))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name || 'config';
}

/** Keys that name files or folders; the file gives them in its own terms. */
const pathKeys = ['suite', 'prices', 'runs'];

/** Turns the paths in a tree of settings, given from a folder, into paths from the working folder. */
export function rebase(tree: Tree, folder: string): void {
  const move = (path: string) => fromHere(resolve(folder, path));
  const moved = (value: unknown) => (typeof value === 'string' ? move(value) : value);
  for (const key of pathKeys) if (key in tree && tree[key] !== '') tree[key] = moved(tree[key]);
  const { plan } = tree;
  if (typeof plan === 'string' && plan !== '' && !namesRegistered(plan, folder))
    tree.plan = movePrompt(plan, move);
  rebaseOwn(tree, folder);
  const { prompts, model, agent, cache } = tree;
  if (isTree(cache) && 'folder' in cache && cache.folder !== '') cache.folder = moved(cache.folder);
  if (isTree(agent) && 'demonstrations' in agent && agent.demonstrations !== '')
    agent.demonstrations = moved(agent.demonstrations);
  if (isTree(prompts)) for (const key of Object.keys(prompts)) prompts[key] = moved(prompts[key]);
  if (!isTree(model)) return;
  for (const part of [model, ...Object.values(model).filter(isTree)]) {
    if (typeof part.profile === 'string' && isProfilePath(part.profile)) part.profile = moved(part.profile);
  }
}

/** Whether a plan is given as one of a registry: it has the form of a reference, and there is no such file. */
function namesRegistered(plan: string, folder: string): boolean {
  return isPlanReference(plan) && kindOf(resolve(folder, plan)) !== 'file';
}

/** Whether a profile is given as a file and not by its name. */
export function isProfilePath(profile: string): boolean {
  return /[./\\]/.test(profile);
}
