/** What an agent has open, and where it is in its lookups: the same in both originals. */
import { decodeEscapes } from './decode-escapes.js';
import type { Passage } from './facts-read.js';
import { strip } from './python-text.js';
import { sentencesShown } from './split-sentences.js';
import type { Page } from './wiki.js';

/** One episode's reader. */
export interface Reader {
  /** The open page's paragraphs; empty before the first page. */
  paragraphs(): readonly string[];
  /** Opens a page and forgets the lookups. Throws an error for a page of more than 5 million characters. */
  open(page: Page): void;
  /** How the open page begins: the first five sentences that `cut` makes of its paragraphs. */
  begin(cut: (paragraph: string) => readonly string[]): readonly string[];
  /** The next sentence of the open page with the keyword, upper and lower case alike. Another keyword starts anew. */
  lookUp(keyword: string): string;
  /** What was shown so far, in order. */
  passages(): readonly Passage[];
}

/** No page of text is that long: a server that sends one is broken. */
const mostCharacters = 5_000_000;
const nothingOpen: Page = { title: '', blocks: [] };

/** A reader with nothing open. */
export function createReader(): Reader {
  const passages: Passage[] = [];
  let page = nothingOpen;
  let paragraphs: readonly string[] = [];
  let sentences: readonly string[] | null = null;
  let current: { readonly keyword: string; readonly hits: readonly number[]; shown: number } | null = null;
  const cutOpenPage = () => {
    sentences ??= paragraphs.flatMap(cutAtStops);
    return sentences;
  };
  const find = (keyword: string) => {
    const wanted = keyword.toLowerCase();
    return cutOpenPage().flatMap((sentence, at) => (sentence.toLowerCase().includes(wanted) ? [at] : []));
  };
  return {
    paragraphs: () => paragraphs,
    passages: () => passages,
    open: (opened) => {
      paragraphs = readParagraphs(opened);
      page = opened;
      sentences = null;
      current = null;
    },
    begin: (cut) => {
      const pieces = paragraphs.flatMap(cut);
      passages.push({ page, pieces, from: 0, to: sentencesShown });
      return pieces.slice(0, sentencesShown);
    },
    lookUp: (keyword) => {
      // The keyword itself is compared as it is written.
      if (current?.keyword !== keyword) current = { keyword, hits: find(keyword), shown: 0 };
      const hit = current.hits[current.shown];
      if (hit === undefined) return 'No more results.\n';
      current.shown++;
      passages.push({ page, pieces: cutOpenPage(), from: hit, to: hit + 1 });
      return `(Result ${current.shown} / ${current.hits.length}) ${cutOpenPage()[hit]}`;
    },
  };
}

/** A paragraph cut at each full stop with a blank, with the stop given back; the last one has two then. */
export function cutAtStops(paragraph: string): string[] {
  return paragraph
    .split('. ')
    .map(strip)
    .filter(isFilled)
    .map((sentence) => `${sentence}.`);
}

/** The lines of a page, without blocks of one or two words. */
function readParagraphs({ title, blocks }: Page): string[] {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  if (length > mostCharacters) {
    throw new Error(
      `page ${JSON.stringify(title)} has ${length} characters; at most ${mostCharacters} are read`,
    );
  }
  return blocks
    .map(strip)
    .filter((block) => block.split(' ').length > 2)
    .flatMap((block) => (decodeEscapes(block) ?? block).split('\n'))
    .map(strip)
    .filter(isFilled);
}

function isFilled(text: string): boolean {
  return text !== '';
}
