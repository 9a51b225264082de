/** Reads a config file, lays `--set` values over it and checks both. Every complaint names file, line and key. */
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { type Document, isMap, isScalar, LineCounter, parseDocument, parse as parseYaml } from 'yaml';
import type { z } from 'zod';
import { messageOf, UsageError } from '../core/errors.js';
import { describeFileError, readText } from '../util/files.js';
import { type Config, configSchema } from './schema.js';

/** A value given on the command line: `batchSize=8`. */
export interface Override {
  readonly path: readonly string[];
  readonly value: unknown;
}

type Tree = Record<string, unknown>;
type Locate = (path: readonly PropertyKey[]) => string;

/** Reads `key.path=value`; the value is YAML. Throws a UsageError when there is no `=`. */
export function parseOverride(text: string): Override {
  const at = text.indexOf('=');
  if (at < 1)
    throw new UsageError(`--set ${text}: not of the form key=value`, 'for example: --set batchSize=8');
  const raw = text.slice(at + 1);
  try {
    return { path: text.slice(0, at).trim().split('.'), value: parseYaml(raw) as unknown };
  } catch (error) {
    throw new UsageError(
      `--set ${text}: ${messageOf(error).split('\n')[0]}`,
      'quote the value as YAML would',
    );
  }
}

/**
 * Loads a config; without a file, from the overrides alone. Paths in the file are relative to the file; paths in overrides are relative to the working
 * folder. Throws a UsageError naming file, line and column, or the `--set` that is wrong.
 */
export function loadConfig(
  file: string | undefined,
  overrides: readonly Override[] = [],
): Config & { readonly name: string } {
  const { tree, locate } = file === undefined ? { tree: {}, locate: () => 'options' } : readTree(file);
  if (file !== undefined) rebase(tree, dirname(file));
  for (const override of overrides) applyOverride(tree, override);
  const parsed = configSchema.safeParse(tree);
  if (!parsed.success) throw complain(parsed.error, locate, overrides);
  const fallback = basename(file ?? 'run', extname(file ?? ''))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return { ...parsed.data, name: parsed.data.name ?? (fallback || 'config') };
}

function readTree(file: string): { tree: Tree; locate: Locate } {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    throw new UsageError(
      `${file}: ${describeFileError(error)}`,
      'give a config file such as configs/quickstart.yaml',
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const problem = document.errors[0];
  if (problem) throw new UsageError(`${place(problem.pos[0])}: ${problem.message}`, 'correct the YAML');
  if (!isMap(document.contents))
    throw new UsageError(`${file}:1:1: a config is a map of settings`, 'for example: suite: tasks/household');
  return { tree: toTree(document, file), locate: (path) => place(offsetOf(document, path)) };
}

function toTree(document: Document, file: string): Tree {
  try {
    return document.toJS({ maxAliasCount: 100 }) as Tree;
  } catch (error) {
    throw new UsageError(`${file}: ${messageOf(error)}`, 'use fewer aliases');
  }
}

/** Where a key stands, or the nearest key around it that the file has. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const parent = document.getIn(path.slice(0, depth - 1), true);
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path[depth - 1]))
      : undefined;
    const range = (pair?.key as { range?: readonly number[] } | undefined)?.range;
    if (range) return range[0] ?? 0;
  }
  return 0;
}

/** Keys that name files, in the file's own terms. */
const pathKeys = ['suite', 'plan', 'prices'];

function rebase(tree: Tree, folder: string): void {
  const moved = (value: unknown) => (typeof value === 'string' ? fromHere(resolve(folder, value)) : value);
  for (const key of pathKeys) if (key in tree) tree[key] = moved(tree[key]);
  const { prompts, model } = tree;
  if (isTree(prompts)) for (const key of Object.keys(prompts)) prompts[key] = moved(prompts[key]);
  if (isTree(model))
    for (const part of [model, ...Object.values(model).filter(isTree)]) rebaseProfile(part, moved);
}

function rebaseProfile(model: Tree, moved: (value: unknown) => unknown): void {
  if (typeof model.profile === 'string' && isProfilePath(model.profile)) model.profile = moved(model.profile);
}

/** Whether a profile is given as a file and not by its name. */
export function isProfilePath(profile: string): boolean {
  return /[./\\]/.test(profile);
}

function fromHere(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function applyOverride(tree: Tree, { path, value }: Override): void {
  if (path.some((key) => key === '' || key === '__proto__' || key === 'constructor' || key === 'prototype')) {
    throw new UsageError(`--set ${path.join('.')}: not a key`, 'for example: --set model.provider=openai');
  }
  let node = tree;
  for (const key of path.slice(0, -1)) {
    if (!isTree(node[key])) node[key] = {};
    node = node[key] as Tree;
  }
  node[path.at(-1) ?? ''] = value;
}

function complain(error: z.ZodError, locate: Locate, overrides: readonly Override[]): UsageError {
  const issue = error.issues[0];
  if (!issue) return new UsageError(`${locate([])}: not a valid config`);
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = unknown === undefined ? issue.path : [...issue.path, unknown];
  const key = path.map(String).join('.');
  const override = overrides.find(
    (one) => key === one.path.join('.') || key.startsWith(`${one.path.join('.')}.`),
  );
  const place = override ? `--set ${override.path.join('.')}` : `${locate(path)}: ${key}`;
  if (unknown === undefined) return new UsageError(`${place}: ${issue.message}`);
  return new UsageError(`${place}: unknown key`, `known here: ${knownKeys(issue.path).join(', ')}`);
}

/** Names of the keys that the schema has at a path. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  let schema: unknown = configSchema;
  for (const key of path) schema = shapeOf(schema)?.[String(key)];
  return Object.keys(shapeOf(schema) ?? {});
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  let inner = schema as { shape?: Record<string, unknown>; def?: { innerType?: unknown } } | undefined;
  while (inner && !inner.shape && inner.def?.innerType) inner = inner.def.innerType as typeof inner;
  return inner?.shape;
}
