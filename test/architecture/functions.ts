import { blank, type SourceFile } from './source.js';

/** A function that spans several lines. */
export interface FunctionSize {
  readonly path: string;
  readonly name: string;
  /** From the line with its name, or its arrow, to the line where it ends. */
  readonly lines: number;
}

const header =
  /\bfunction\b\s*\*?\s*([\w$]*)|^[ ]*(?:(?:async|static|override|get|set|private|protected)\s+|\*\s*)*([\w$]+)(?=\(|<[^\n()]*>\()/gm;
const notMethods = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'function', 'super', 'await']);

/** The functions of a formatted file that span several lines: declarations, methods and arrows. */
export function measureFunctions({ path, text }: SourceFile): FunctionSize[] {
  const code = blank(text);
  const sizes: FunctionSize[] = [];
  const add = (name: string, start: number, end: number) => {
    const lines = code.slice(start, end).split('\n').length;
    if (lines > 1) sizes.push({ path, name, lines });
  };
  for (const match of code.matchAll(header)) {
    const name = match[1] ?? match[2] ?? '';
    if (match[1] === undefined && notMethods.has(name)) continue;
    const start = match.index + match[0].search(/\S/);
    const body = findBody(code, code.indexOf('(', match.index + match[0].length));
    if (body !== null) add(name, start, closeOf(code, body));
  }
  for (const match of code.matchAll(/=>\s*/g)) {
    const body = match.index + match[0].length;
    if (isType(code, match.index)) continue;
    add(
      nameOfArrow(code, match.index),
      match.index,
      code[body] === '{' ? closeOf(code, body) : endOfExpression(code, body),
    );
  }
  return sizes;
}

/** Where the body of a function opens whose parameters open at `start`; null where there is none. */
function findBody(code: string, start: number): number | null {
  let at = closeOf(code, start);
  for (; at < code.length; at++) {
    const character = code[at] ?? '';
    if (character === '{') {
      // In a type a brace follows one of these; a body follows a whole type or the parameters.
      if (!/[:|&<,([]\s*$|=>\s*$|\bis\s*$/.test(code.slice(0, at))) return at;
      at = closeOf(code, at) - 1;
    } else if (character === '(' || character === '[') at = closeOf(code, at) - 1;
    else if (character === ';' || character === ',' || character === ')' || character === '}') return null;
    else if (character === '=' && code[at + 1] !== '>') return null;
    else if (character === '.' || character === '?') return null;
  }
  return null;
}

/** Just behind the bracket that closes the one at `start`. */
function closeOf(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if ('([{'.includes(code[at] ?? ' ')) depth++;
    else if (')]}'.includes(code[at] ?? ' ') && --depth === 0) return at + 1;
  }
  return code.length;
}

function endOfExpression(code: string, start: number): number {
  for (let at = start; at < code.length; at++) {
    const character = code[at] ?? ' ';
    if ('([{'.includes(character)) at = closeOf(code, at) - 1;
    else if (')]},;'.includes(character)) return at;
  }
  return code.length;
}

/** The arrow of a named function type. */
function isType(code: string, arrow: number): boolean {
  return /\btype\s+[\w$]+(?:<[^=]*>)?\s*=\s*(?:<[^<>]*>)?\([^()]*\)\s*$/.test(code.slice(0, arrow));
}

function nameOfArrow(code: string, arrow: number): string {
  const before = code.slice(Math.max(0, arrow - 300), arrow);
  return (
    /(?:const\s+|^|[\s{,])([\w$]+)\s*[:=]\s*(?:async\s*)?(?:\([^=]*\)[^=]*|[\w$]+)\s*$/.exec(before)?.[1] ??
    '=>'
  );
}
