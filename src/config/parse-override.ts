/** Values given on the command line: `--set batchSize=8`. */
import { isAlias, parseDocument, visit } from 'yaml';
import { UsageError } from '../core/errors.js';
import { findYamlExcess } from '../util/yaml-limits.js';
import { isTree, type Tree } from './tree.js';

/** A value to lay over those of the config file. */
export interface Override {
  readonly path: readonly string[];
  readonly value: unknown;
  /** What stands before its name in complaints: `--set ` unless it was given elsewhere, as at `table.yaml:3:1: `. */
  readonly prefix?: string;
  /** The option that it was given by, as `--split`: complaints speak of that instead of the setting. */
  readonly option?: string;
}

/** What complaints call a setting that was given by an override. */
export function nameOverride({ prefix = usualPrefix, option }: Override, key: string): string {
  return option ?? `${prefix}${key}`;
}

/** What stands before the name of a setting in complaints about the command line. */
export const usualPrefix = '--set ';

const example = 'for example: --set model.provider=openai';

/** Reads `key.path=value`; the value is YAML. Throws a UsageError where it is none, or where there is no `=`. */
export function parseOverride(text: string): Override {
  const at = text.indexOf('=');
  if (at < 1)
    throw new UsageError(`--set ${text}: not of the form key=value`, 'for example: --set batchSize=8');
  return { path: text.slice(0, at).trim().split('.'), value: parseValue(text, text.slice(at + 1)) };
}

function parseValue(text: string, value: string): unknown {
  const excess = findYamlExcess(value);
  if (excess !== null) throw new UsageError(`--set ${text.slice(0, 80)}: ${excess.problem}`, 'write less');
  const document = parseDocument(value, { prettyErrors: false, logLevel: 'silent' });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem) throw new UsageError(`--set ${text}: ${problem.message}`, 'quote the value as YAML would');
  visit(document, (_key, node) => {
    if (isAlias(node)) throw new UsageError(`--set ${text}: a name after * is an alias`, 'quote the value');
  });
  return document.toJS() as unknown;
}

/** Lays an override over a tree of settings. Throws a UsageError for a path that can not be one. */
export function applyOverride(tree: Tree, override: Override): void {
  const { path, value } = override;
  const named = nameOverride(override, path.join('.'));
  if (path.some((key) => ['', '__proto__', 'constructor', 'prototype'].includes(key)))
    throw new UsageError(`${named}: not a key`, example);
  let node = tree;
  for (const [depth, key] of path.slice(0, -1).entries()) {
    const inner = node[key] ?? {};
    if (!isTree(inner)) {
      const parent = path.slice(0, depth + 1).join('.');
      throw new UsageError(`${named}: ${parent} is one value, not a group of settings`, example);
    }
    node[key] = inner;
    node = inner;
  }
  node[path.at(-1) ?? ''] = value;
}
