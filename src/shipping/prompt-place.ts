/** Where the prompt stands in a text of somebody else's: below its front matter, or within one section of Markdown. */
import { UsageError } from '../core/errors.js';
import { kindOf } from '../util/files.js';
import { splitHead } from './split-head.js';

/** A prompt within a text: everything outside of it stays as it is. */
export interface PromptPlace {
  readonly before: string;
  /** Without the empty lines around it. */
  readonly prompt: string;
  readonly after: string;
}

/** A file and a part of it: `FILE#PART`; a file may also have a # in its name, which is for the caller to find out. */
export function splitPart(reference: string): { readonly path: string; readonly part: string | null } {
  const at = reference.lastIndexOf('#');
  return at < 1
    ? { path: reference, part: null }
    : { path: reference.slice(0, at), part: reference.slice(at + 1) };
}

/** A file, or a part of one, at another path: `move` is given the path alone. */
export function movePrompt(reference: string, move: (path: string) => string): string {
  const { path, part } = splitPart(reference);
  return part === null || kindOf(move(reference)) !== null ? move(reference) : `${move(path)}#${part}`;
}

/**
 * Finds the prompt of a text: all that stands below its front matter, or the section with the given heading, up to the
 * next heading of the same or a higher rank. Throws a UsageError that names the headings where there is no such section.
 */
export function findPrompt(text: string, file: string, section?: string): PromptPlace {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const { start, end } =
    section === undefined
      ? { start: mark + splitHead(text.slice(mark)).at, end: text.length }
      : findSection(text, file, section);
  const inner = text.slice(start, end);
  const first = start + (/^(?:[ \t]*\r?\n)*/.exec(inner)?.[0].length ?? 0);
  const last = start + inner.trimEnd().length;
  return first >= last
    ? { before: text.slice(0, start), prompt: '', after: text.slice(start) }
    : { before: text.slice(0, first), prompt: text.slice(first, last), after: text.slice(last) };
}

/** The text with another prompt in its place, with the text's own line ends. */
export function replacePrompt({ before, prompt, after }: PromptPlace, next: string): string {
  const lineEnd = /\r\n/.test(before + prompt + after) ? '\r\n' : '\n';
  const words = next.replaceAll('\n', lineEnd);
  if (prompt !== '') return `${before}${words}${after}`;
  const above =
    before === '' || before === '\ufeff' ? '' : before.endsWith('\n') ? lineEnd : lineEnd + lineEnd;
  return `${before}${above}${words}${lineEnd}${after === '' || /^\r?\n/.test(after) ? '' : lineEnd}${after}`;
}

interface Heading {
  readonly rank: number;
  readonly title: string;
  /** Offset of its line, and of the line after it. */
  readonly start: number;
  readonly end: number;
}

function findSection(text: string, file: string, section: string): { start: number; end: number } {
  const headings = findHeadings(text);
  const wanted = section.trim().toLowerCase();
  const exact = headings.filter(({ title }) => title.toLowerCase() === wanted);
  const found = exact.length > 0 ? exact : headings.filter(({ title }) => anchorOf(title) === wanted);
  const [heading] = found;
  if (heading === undefined) {
    const known = headings
      .map(({ title }) => title)
      .slice(0, 20)
      .join(', ');
    throw new UsageError(
      `${file}: has no section ${JSON.stringify(section)}`,
      known === '' ? 'it has no headings: leave the section out' : `it has: ${known}`,
    );
  }
  if (found.length > 1)
    throw new UsageError(
      `${file}: has ${found.length} sections ${JSON.stringify(section)}`,
      'rename one of them',
    );
  const next = headings.find(({ start, rank }) => start > heading.start && rank <= heading.rank);
  return { start: heading.end, end: next?.start ?? text.length };
}

/** Headings with `#`, but for those within code blocks and front matter. */
function findHeadings(text: string): readonly Heading[] {
  const headings: Heading[] = [];
  let fence: string | null = null;
  const { at } = splitHead(text);
  for (const { 0: line, index } of text.slice(at).matchAll(/[^\n]*(?:\n|$)/g)) {
    const mark: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      continue;
    }
    if (mark !== undefined) fence = mark;
    const found = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\r?\n?$/.exec(line);
    if (found?.[1] === undefined) continue;
    const start = at + index;
    headings.push({ rank: found[1].length, title: found[2] ?? '', start, end: start + line.length });
  }
  return headings;
}

/** A heading as links name it: `Build and test` is `build-and-test`. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
