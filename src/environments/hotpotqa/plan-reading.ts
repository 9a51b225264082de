/** How the expert of a demonstration gets to what a question's two pages say: by the names that it comes across. */
import { createCorpus } from './corpus.js';
import { cutAtStops } from './reader.js';
import type { HotpotqaSetup } from './setup.js';
import { sentencesShown } from './split-sentences.js';
import type { Corpus } from './wiki.js';

/** One page that the answer follows from. */
export interface Reading {
  readonly title: string;
  /** What the page is called where the expert reads of it: in the question, or on the page before. */
  readonly name: string;
  /** A search for the name opens no page; the title is among those that resemble it. */
  readonly isMissed: boolean;
  /** The sentence that matters. */
  readonly sentence: string;
  /** What leads to the sentence by a lookup, where the beginning of the page does not show it. */
  readonly keyword?: string;
}

/** Words that say nothing about what is asked for. */
const plainWords: ReadonlySet<string> = new Set([
  ...[
    'which',
    'what',
    'when',
    'where',
    'with',
    'that',
    'this',
    'from',
    'have',
    'does',
    'were',
    'year',
    'more',
  ],
  ...['same', 'name', 'under', 'first', 'later', 'many', 'most', 'whose'],
]);

/**
 * The two pages in the order of reading. Null for a question whose pages are not found by names, whose sentences are not
 * shown whole, or that has no keyword for one that stands far down.
 */
export function planReading(question: string, setup: HotpotqaSetup): readonly [Reading, Reading] | null {
  const { type, supportingFacts, context = [] } = setup;
  const [first, second, ...more] = supportingFacts;
  if (first === undefined || second === undefined || more.length > 0) return null;
  const corpus = createCorpus(context);
  const read = ([title, sentence]: typeof first, mention: string): Reading | null =>
    planPage({ corpus, question, mention, title, sentence });
  const one = read(first, question);
  const two = one && read(second, type === 'bridge' ? one.sentence : question);
  // Whoever has just searched for a name in vain does not do it again.
  return one && two && one.name !== two.name ? [one, two] : null;
}

interface PageWanted {
  readonly corpus: Corpus;
  readonly question: string;
  /** The text that leads to the page. */
  readonly mention: string;
  readonly title: string;
  /** Number of the sentence that matters. */
  readonly sentence: number;
}

function planPage({ corpus, question, mention, title, sentence: number }: PageWanted): Reading | null {
  const sentences = corpus.find(title)?.sentences ?? [];
  const sentence = sentences[number]?.trim();
  const name = findName(mention, title);
  // Braces would be slots in a program.
  if (sentence === undefined || name === null || /[{}[\]]/.test(title)) return null;
  const found = corpus.find(name);
  const isMissed = found === null;
  if (isMissed ? !corpus.similar(name, sentencesShown).includes(title) : found.title !== title) return null;
  const pieces = cutAtStops(sentences.join(''));
  const at = pieces.findIndex((piece) => piece.replace(/\.+$/, '') === sentence.replace(/\.+$/, ''));
  if (at === -1) return null;
  const reading = { title, name, isMissed, sentence };
  if (at < sentencesShown) return reading;
  const keyword = chooseKeyword(question, pieces, at);
  return keyword === undefined ? null : { ...reading, keyword };
}

/** The longest part of a title that a text has: all of it, or what is left without its addition or first words. */
function findName(text: string, title: string): string | null {
  const words = title.replace(/ \([^()]*\)$/, '').split(' ');
  const names = [title, ...words.map((_, index) => words.slice(index).join(' '))];
  return names.find((name) => name.length > 3 && text.includes(name)) ?? null;
}

/** The longest word of the question that the sentence has, and none before it. */
function chooseKeyword(question: string, pieces: readonly string[], at: number): string | undefined {
  const words = [...question.matchAll(/(?<![\p{L}\p{N}])\p{Ll}{4,}/gu)].map(([word]) => word);
  return words
    .filter((word) => !plainWords.has(word))
    .filter((word) => pieces.findIndex((piece) => piece.toLowerCase().includes(word)) === at)
    .sort((a, b) => b.length - a.length)[0];
}
