/**
 * Reads PDDL: any text as nested lists, and problem files as their parts. PDDL does not tell upper from lower
 * case, so everything is lower-cased.
 */
import { UsageError } from '../core/errors.js';

/** A word, or a list in parentheses. */
export type Expression = string | readonly Expression[];

/** A fact or a condition of plain words: `[predicate, ...arguments]`. */
export type Atom = readonly [predicate: string, ...arguments: string[]];

/** The parts of a problem file. */
export interface PddlProblem {
  readonly name: string;
  readonly domain: string;
  /** Declared objects with their types; the type is `object` where none is given. */
  readonly objects: readonly (readonly [name: string, type: string])[];
  /** Facts that hold at the start. Numeric facts, `(= (distance a b) 3)`, are left out. */
  readonly init: readonly Atom[];
  readonly goal: Expression;
}

const newline = 10;
const openParenthesis = 40;
const closeParenthesis = 41;
const semicolon = 59;

/**
 * All expressions of a text, lower-cased, without its comments (`;` to the end of the line).
 * Throws a UsageError that names `source` and the line where parentheses do not match.
 */
export function parseExpressions(text: string, source: string): readonly Expression[] {
  const lower = text.toLowerCase();
  const outer: { list: Expression[]; start: number }[] = [];
  const root: Expression[] = [];
  let list = root;
  for (let position = 0; position < lower.length; ) {
    const code = lower.charCodeAt(position);
    const start = position++;
    if (isBlank(code)) continue;
    if (code === semicolon) {
      while (position < lower.length && lower.charCodeAt(position) !== newline) position++;
    } else if (code === openParenthesis) {
      outer.push({ list, start });
      const inner: Expression[] = [];
      list.push(inner);
      list = inner;
    } else if (code === closeParenthesis) {
      const enclosing = outer.pop();
      if (!enclosing) throw syntaxError(source, lower, start, "')' closes nothing");
      list = enclosing.list;
    } else {
      while (position < lower.length && isWordCode(lower.charCodeAt(position))) position++;
      list.push(lower.slice(start, position));
    }
  }
  const unclosed = outer.pop();
  if (unclosed) throw syntaxError(source, lower, unclosed.start, "'(' is never closed");
  return root;
}

/** A problem file as its parts. Throws a UsageError that names `source` where it is not one. */
export function parsePddlProblem(text: string, source: string): PddlProblem {
  const [definition, ...rest] = parseExpressions(text, source);
  if (!isList(definition) || definition[0] !== 'define' || rest.length > 0) {
    throw new UsageError(`${source}: not a PDDL problem: it must be one '(define ...)'`);
  }
  const section = (head: string): readonly Expression[] => {
    const found = definition.find((part) => isList(part) && part[0] === head);
    if (!isList(found)) throw new UsageError(`${source}: not a PDDL problem: '(${head} ...)' is missing`);
    return found.slice(1);
  };
  const [goal] = section(':goal');
  if (goal === undefined) throw new UsageError(`${source}: '(:goal ...)' is empty`);
  return {
    name: String(section('problem')[0] ?? ''),
    domain: String(section(':domain')[0] ?? ''),
    objects: readTypedNames(section(':objects')),
    init: section(':init').filter(isAtom),
    goal,
  };
}

/** All lists of plain words in an expression, at any depth, in order of their appearance. */
export function atomsOf(expression: Expression): readonly Atom[] {
  if (!isList(expression)) return [];
  return isAtom(expression) ? [expression] : expression.flatMap(atomsOf);
}

/** `a b - kind c` as `[a, kind], [b, kind], [c, object]`. */
function readTypedNames(words: readonly Expression[]): (readonly [string, string])[] {
  const typed: (readonly [string, string])[] = [];
  let waiting: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = String(words[i]);
    if (word !== '-') {
      waiting.push(word);
      continue;
    }
    const type = String(words[++i] ?? 'object');
    for (const name of waiting) typed.push([name, type]);
    waiting = [];
  }
  return typed.concat(waiting.map((name) => [name, 'object'] as const));
}

function isList(expression: Expression | undefined): expression is readonly Expression[] {
  return typeof expression === 'object';
}

function isAtom(expression: Expression): expression is Atom {
  return isList(expression) && expression.length > 0 && expression.every((part) => typeof part === 'string');
}

function isBlank(code: number): boolean {
  return code <= 32;
}

function isWordCode(code: number): boolean {
  return code > 32 && code !== openParenthesis && code !== closeParenthesis && code !== semicolon;
}

function syntaxError(source: string, text: string, position: number, what: string): UsageError {
  const line = text.slice(0, position).split('\n').length;
  return new UsageError(`${source}: line ${line}: ${what}`);
}
