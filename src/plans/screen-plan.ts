import { hideSecrets } from '../util/secrets.js';
import { hidesSomething, showOnOneLine, withoutHidden } from '../util/show-plainly.js';
import { type CopySources, findCopies } from './find-copies.js';
import { type FlagKind, suspiciousPatterns } from './suspicious-patterns.js';

/** A place of a plan that a person should look at before anyone else is given the plan. */
export interface PlanFlag {
  readonly kind: FlagKind;
  /** Number of the line of the plan, from 1. */
  readonly line: number;
  /** What stands there, on one line, cut, with hidden characters made visible and keys taken out. */
  readonly quote: string;
}

/** Most characters of a quote. */
const quoteLength = 120;
/** Characters beyond which a plan is not searched: no plan is that long, and a person would not read it. */
const mostCharacters = 64 * 1024;

/**
 * Looks for what has no business in a plan: addresses, keys, markup, commands, encoded or hidden text, words that
 * address an AI, and, where it is known what observations said, text copied from them. One flag for each kind and line,
 * in order of lines. A plan without flags may still be bad: it was not understood, only looked at.
 */
export function screenPlan(plan: string, sources?: CopySources): readonly PlanFlag[] {
  const text = plan.slice(0, mostCharacters);
  const flags = new Map<string, PlanFlag>();
  const add = (kind: FlagKind, line: number, quote: string) => {
    const key = `${line} ${kind}`;
    if (!flags.has(key)) flags.set(key, { kind, line, quote: quoteOf(quote) });
  };
  text.split('\n').forEach((line, i) => {
    if (hidesSomething(line) || mixesAlphabets(line)) add('hidden-characters', i + 1, line.trim());
    if (hideSecrets(line) !== line) add('secret', i + 1, line.trim());
  });
  searchPatterns(text, add);
  if (sources !== undefined) {
    const withoutKeys = createKeyCover(text);
    for (const { line, text: copy } of findCopies(text, sources)) add('copied', line, withoutKeys(copy));
  }
  if (plan.length > text.length)
    add('encoded', text.split('\n').length, 'the plan is too long to be searched');
  return [...flags.values()].sort((a, b) => a.line - b.line);
}

/** Searches the text as it is, and as it is read by who sees through disguises: emphasis, wide letters, hidden ones. */
function searchPatterns(text: string, add: (kind: FlagKind, line: number, quote: string) => void): void {
  const plain = withoutHidden(text).normalize('NFKC');
  const bare = plain.replace(/[*_`~"'“”‘’]/g, '');
  for (const lines of new Set([text, plain, bare])) {
    const lineOf = createLineFinder(lines);
    const withoutKeys = createKeyCover(lines);
    for (const shown of [lines, lines.replaceAll('\n', ' ')])
      for (const [kind, patterns] of suspiciousPatterns)
        for (const pattern of patterns)
          for (const { 0: found, index } of shown.matchAll(pattern))
            add(kind, lineOf(index), withoutKeys(found));
  }
}

/** Leaves parts of a text as they are, but for those that have a part in a key. */
function createKeyCover(text: string): (part: string) => string {
  const covered = hideSecrets(text);
  return (part) => (covered === text || covered.includes(part) ? part : 'a part of a key');
}

/** The number of the line at an offset. */
function createLineFinder(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** Whether a word has letters of several alphabets that look alike. */
function mixesAlphabets(line: string): boolean {
  return /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u.test(
    line,
  );
}

function quoteOf(text: string): string {
  const line = showOnOneLine(hideSecrets(text.trim()));
  return line.length > quoteLength ? `${line.slice(0, quoteLength - 1)}…` : line;
}
