/** Reads a config file as YAML and remembers where each key stands. */
import { type Document, isMap, isScalar, LineCounter, parseAllDocuments, type YAMLParseError } from 'yaml';
import { messageOf, UsageError } from '../core/errors.js';
import { describeFileError, readText } from '../util/files.js';
import type { Tree } from './tree.js';

/** A config file, not checked yet. */
export interface ReadTree {
  readonly tree: Tree;
  /** `file:line:column` of a key, or the file alone where the key is not in it. */
  readonly locate: (path: readonly PropertyKey[]) => string;
}

/** Reads the file. Throws a UsageError naming file, line and column when it is no YAML map. */
export function readTree(file: string): ReadTree {
  const lines = new LineCounter();
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const documents = parseAllDocuments(readConfig(file), {
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
    text = readText(file);
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
  try {
    return document.toJS({ maxAliasCount: 100 }) as Tree;
  } catch (error) {
    throw new UsageError(`${file}: ${messageOf(error)}`, 'use fewer aliases');
  }
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
