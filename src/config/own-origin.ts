/** Where a world or an agent of the user's own comes from, in a tree of settings that is not checked yet. */
import { resolve } from 'node:path';
import { fromHere } from './from-here.js';
import type { Override } from './parse-override.js';
import { isTree, type Tree } from './tree.js';

/** The groups of settings that can name something of the user's own. */
const groups = ['environment', 'agent'] as const;
const originKeys = ['module', 'command', 'export', 'folder', 'timeoutSeconds'] as const;

/** What is the user's own is looked for, and run, beside the file that names it, unless that says where. */
export function rebaseOwn(tree: Tree, folder: string): void {
  for (const group of groups) {
    const own = tree[group];
    if (!isTree(own)) continue;
    const { module, command, folder: given } = own;
    if (module === undefined && command === undefined && given === undefined) continue;
    // Last of the group, as settings that are laid over others one by one keep what comes after a module.
    delete own.folder;
    own.folder = given === undefined || isPath(given) ? fromHere(resolve(folder, given ?? '.')) : given;
  }
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A module or a command that is laid over others takes the place of both, and one of our agents that of the user's. */
export function dropOrigin(tree: Tree, { path: [group, key, ...deeper], value }: Override): void {
  const own = groups.some((one) => one === group) ? tree[group ?? ''] : undefined;
  if (!isTree(own) || deeper.length > 0) return;
  const isOther =
    key === 'module' || key === 'command' || (key === 'name' && group === 'agent' && value !== 'own');
  if (isOther) for (const one of originKeys) delete own[one];
}
