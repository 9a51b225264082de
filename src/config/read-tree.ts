/** Reads a config file as YAML and remembers where each key stands. */
import { type Document, isMap, isScalar, LineCounter, parseAllDocuments, type YAMLParseError } from 'yaml';
import { messageOf, UsageError } from '../core/errors.js';
import { describeFileError } from '../util/files.js';
import { readSmallText } from '../util/small-text.js';
import { findYamlExcess } from '../util/yaml-limits.js';
import type { Tree } from './tree.js';

/** A config file, not checked yet. */
export interface ReadTree {
  readonly tree: Tree;
  /** `file:line:column` of a key, or the file alone where the key is not in it. */
  readonly locate: (path: readonly PropertyKey[]) => string;
}

/** Most bytes of a config: no person writes more. */
const mostBytes = 256 * 1024;

/** Reads the file. Throws a UsageError naming file, line and column when it is no YAML map. */
export function readTree(file: string): ReadTree {
  const lines = new LineCounter();
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const text = readConfig(file);
  const excess = findYamlExcess(text);
  if (excess !== null)
    throw new UsageError(`${file}:${excess.line}:${excess.column}: ${excess.problem}`, 'correct the YAML');
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document, second] = documents;
  const problem: YAMLParseError | undefined = document?.errors[0] ?? document?.warnings[0];
  if (problem) throw new UsageError(`${place(problem.pos[0])}: ${problem.message}`, 'correct the YAML');
  if (second)
    throw new UsageError(`${place(second.range[0])}: a second document begins here`, 'keep one per file');
  if (!document || !isMap(document.contents))
    throw new UsageError(
      `${file}:1:1: a config is a map of settings, and this holds none`,
      'for example: suite: tasks/household',
    );
  const locate = (path: readonly PropertyKey[]) => {
    const offset = offsetOf(document, path);
    return offset === undefined ? file : place(offset);
  };
  return { tree: toTree(document, file), locate };
}

function readConfig(file: string): string {
  let text: string;
  try {
    text = readSmallText(file, mostBytes);
  } catch (error) {
    throw new UsageError(
      `${file}: ${describeFileError(error)}`,
      'give a config file such as configs/quickstart.yaml',
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text))
    throw new UsageError(`${file}: is not a text file in UTF-8`, 'give a YAML file');
  return text;
}

function toTree(document: Document, file: string): Tree {
  let tree: Tree;
  try {
    tree = document.toJS({ maxAliasCount: 100 }) as Tree;
  } catch (error) {
    throw new UsageError(`${file}: ${messageOf(error)}`, 'use fewer aliases');
  }
  if (holdsItself(tree, []))
    throw new UsageError(`${file}: an alias stands within what it names`, 'write it out');
  return tree;
}

function holdsItself(node: unknown, around: readonly unknown[]): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (around.includes(node)) return true;
  return Object.values(node).some((inner) => holdsItself(inner, [...around, node]));
}

/** Where a key stands in the text, or else the nearest group around it. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  for (let depth = path.length; depth > 0; depth--) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path[depth - 1]))
      : undefined;
    const range = (pair?.key as { range?: readonly number[] } | undefined)?.range;
    if (range) return range[0];
  }
  return undefined;
}
