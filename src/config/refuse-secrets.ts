import { UsageError } from '../core/errors.js';
import { hideSecrets, keepSecret } from '../util/secrets.js';
import type { PlaceOf } from './setting-error.js';
import { isTree, type Tree } from './tree.js';

/**
 * Settings are written down with each run, so none may hold a key. Remembers the values of the environment variables
 * that do hold them. Throws a UsageError that names the setting, never its value.
 */
export function refuseSecrets(tree: Tree, placeOf: PlaceOf): void {
  const settings = [...listSettings(tree, [])];
  for (const { path, value } of settings)
    if (path.at(-1) === 'apiKeyEnv') keepSecret(process.env[value] ?? '');
  keepSecret(process.env.OPENAI_API_KEY ?? '');
  for (const { path, value } of settings) {
    const namesUser = /url$/i.test(path.at(-1) ?? '') && value.includes('@');
    if (hideSecrets(value) === value && !namesUser) continue;
    const what = namesUser ? 'holds a user name or a password' : 'holds what looks like a key';
    throw new UsageError(
      `${placeOf(path.join('.'))}: ${what}; settings are written down with each run`,
      'put the key into an environment variable and name it with model.apiKeyEnv',
    );
  }
}

/** All texts of a tree with their places, in lists and groups of any depth. */
function* listSettings(
  node: unknown,
  path: readonly string[],
): Generator<{ readonly path: readonly string[]; readonly value: string }> {
  if (typeof node === 'string') yield { path, value: node };
  else if (Array.isArray(node))
    for (const [i, inner] of node.entries()) yield* listSettings(inner, [...path, String(i)]);
  else if (isTree(node))
    for (const [key, inner] of Object.entries(node)) yield* listSettings(inner, [...path, key]);
}
