import { type CST, Parser } from 'yaml';

/** Levels of lists and maps within each other that a YAML file of ours may have. */
const mostLevels = 50;
/** Keys that one map of such a file may have. */
const mostKeys = 2000;

/** A place of a YAML text that no parser should be given. */
export interface YamlExcess {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly problem: string;
}

/**
 * The first place where YAML is nested too deeply or a map has too many keys; null where there is none. To be asked
 * before a text from outside is parsed: the parser calls itself for each level, until the process ends, and compares each
 * key of a map with all others.
 */
export function findYamlExcess(text: string): YamlExcess | null {
  const left: { readonly token: CST.Token; readonly depth: number }[] = [];
  const visit = (token: CST.Token | null | undefined, depth: number) => {
    if (token) left.push({ token, depth });
  };
  for (const document of new Parser().parse(text)) visit(document, 0);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { token, depth } = next;
    if (token.type === 'document') visit(token.value, depth);
    if (!('items' in token)) continue;
    if (depth >= mostLevels)
      return { ...placeOf(text, token.offset), problem: `nested deeper than ${mostLevels} levels` };
    const keys = token.type === 'block-seq' ? 0 : token.items.length;
    if (keys > mostKeys)
      return { ...placeOf(text, token.offset), problem: `has more than ${mostKeys} keys in one map` };
    for (const { key, value } of token.items) {
      visit(key, depth + 1);
      visit(value, depth + 1);
    }
  }
  return null;
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
