/** Which sentences of which pages an agent was shown. */
import { decodeEscapes } from './decode-escapes.js';
import type { SupportingFact } from './evaluate-official.js';
import { splitWords } from './python-text.js';
import type { Page } from './wiki.js';

/** A part of a page that was shown. */
export interface Passage {
  readonly page: Page;
  /** All that the page was cut into, in order. Blanks and full stops may have been dropped or added. */
  readonly pieces: readonly string[];
  /** The pieces shown: from this number on, and before that one. */
  readonly from: number;
  readonly to: number;
}

/**
 * The sentences that passages show a part of, as HotpotQA names them: by title and number. A page whose sentences are
 * not known gives none. One that was shown twice may be there twice.
 */
export function listFactsRead(passages: readonly Passage[]): SupportingFact[] {
  return passages.flatMap(({ page, pieces, from, to }) => {
    const start = countLetters(pieces.slice(0, from));
    const end = start + countLetters(pieces.slice(from, to));
    return overlapping(page.sentences ?? [], start, end).map((sentence) => [page.title, sentence] as const);
  });
}

/** Numbers of the sentences between two places of a page, which are told by the letters before them. */
function overlapping(sentences: readonly string[], start: number, end: number): number[] {
  const found: number[] = [];
  let at = 0;
  for (const [number, sentence] of decodeAll(sentences).entries()) {
    const next = at + countLetters([sentence]);
    if (at < end && next > start) found.push(number);
    at = next;
  }
  return found;
}

/** A page is shown with all its backslashes decoded or with none. */
function decodeAll(sentences: readonly string[]): readonly string[] {
  if (decodeEscapes(sentences.join('')) === null) return sentences;
  return sentences.map((sentence) => decodeEscapes(sentence) ?? sentence);
}

/** Characters that stay as they are when a page is cut: all but blanks and full stops. */
function countLetters(texts: readonly string[]): number {
  return splitWords(texts.join('')).join('').replace(/[\s.]/g, '').length;
}
