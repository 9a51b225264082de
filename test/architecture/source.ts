import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** A source file by its path below `src`, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** All TypeScript files below a folder. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(`${folder}/${path}`, 'utf8') }));
}

/** What a file imports, as written: from static imports, re-exports, side-effect and dynamic imports. */
export function importsOf({ text }: SourceFile): string[] {
  const code = blank(text);
  const pattern = /\b(?:from\s*|import\s*\(?\s*)['"]([^'"]+)['"]/g;
  // The words must be code, not part of a string or a comment.
  return [...text.matchAll(pattern)].flatMap(([, name = ''], i, all) =>
    /\w/.test(code[all[i]?.index ?? 0] ?? '') ? [name] : [],
  );
}

/** The files of the same tree that a file imports. */
export function localImportsOf(file: SourceFile): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(file.path), name).replace(/\.js$/, '.ts'));
}

/** Code with comments, strings and regular expressions turned into blanks; line breaks and code inside `${}` stay. */
export function blank(text: string): string {
  let code = '';
  let at = 0;
  /** For each open template, how many braces are open inside its `${`. */
  const templates: number[] = [];
  const erase = (end: number) => {
    code += text.slice(at, end).replace(/[^\n]/g, ' ');
    at = end;
  };
  const template = () => {
    let end = at;
    while (end < text.length && text[end] !== '`' && !text.startsWith('${', end))
      end += text[end] === '\\' ? 2 : 1;
    erase(end);
    if (text[at] === '`') erase(at + 1);
    else if (at < text.length) {
      erase(at + 2);
      templates.push(0);
    }
  };
  while (at < text.length) {
    const character = text[at] ?? '';
    const open = templates.at(-1);
    if (text.startsWith('//', at)) erase(endOf(text, at, /\n|$/g, 0));
    else if (text.startsWith('/*', at)) erase(endOf(text, at, /\*\/|$/g));
    else if (character === "'" || character === '"')
      erase(
        endOf(text, at + 1, character === "'" ? /(?:[^'\\\n]|\\[\s\S])*'?/g : /(?:[^"\\\n]|\\[\s\S])*"?/g),
      );
    else if (character === '/' && /(?:^|[(,=:[!&|?{};>]|\breturn)\s*$/.test(code))
      erase(endOf(text, at + 1, /(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*\/[a-z]*/g));
    else if (character === '`') {
      erase(at + 1);
      template();
    } else if (open !== undefined && character === '}' && open === 0) {
      templates.pop();
      erase(at + 1);
      template();
    } else {
      if (open !== undefined && (character === '{' || character === '}'))
        templates[templates.length - 1] = open + (character === '{' ? 1 : -1);
      code += text[at++];
    }
  }
  return code;
}

/** Where the next match from `start` on ends, or begins with `side` 0. */
function endOf(text: string, start: number, pattern: RegExp, side: 0 | 1 = 1): number {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  return match === null ? text.length : match.index + side * match[0].length;
}
