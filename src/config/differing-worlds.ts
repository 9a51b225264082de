import { canonicalJson, type JsonValue } from '../util/json.js';
import type { Config } from './schema.js';
import { isTree } from './tree.js';

/** An arm as far as its world goes. */
export interface ArmWorld {
  readonly name: string;
  readonly config: Pick<Config, 'environment' | 'limits'>;
}

/** Settings of the world that are not the same for all arms, a sentence for each; what differs by them is not the method. */
export function differingWorlds(arms: readonly ArmWorld[]): string[] {
  const settings = arms.map(({ config: { environment, limits } }) => flatten({ environment, limits }));
  const keys = [...new Set(settings.flatMap((one) => [...one.keys()]))].sort();
  return keys.flatMap((key) => {
    const byValue = new Map<string, string[]>();
    for (const [i, { name }] of arms.entries()) {
      const value = settings[i]?.get(key) ?? 'not set';
      byValue.set(value, [...(byValue.get(value) ?? []), name]);
    }
    const words = [...byValue].map(([value, names]) => `${value} for ${names.join(', ')}`);
    return words.length === 1 ? [] : [`Not all play in the same world: ${key} is ${words.join('; ')}.`];
  });
}

/** All settings by their paths, as JSON. */
function flatten(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (value === undefined) return new Map();
  if (!isTree(value)) return new Map([[path.join('.'), canonicalJson(value as JsonValue)]]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...flatten(inner, [...path, key])]));
}
