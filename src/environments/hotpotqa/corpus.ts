/** Many paragraphs as one encyclopedia, with an index over their titles. */
import MiniSearch from 'minisearch';
import type { Corpus, Page, Paragraph } from './wiki.js';

/** Letters of a word that may differ in a misspelt title. The time it takes grows with the square of the length. */
function lettersWrong(word: string): number {
  if (word.length < 4 || word.length > longestMisspelt) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Longer words are taken as they are. */
const longestMisspelt = 40;

/** More words are not looked at: no title has as many. */
const mostWords = 50;

/** Words shorter than this do not stand for the words that begin with them. */
const shortestPrefix = 3;

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * An encyclopedia of these paragraphs; of several with one title the first counts. `find` takes a title exactly, else
 * in other case, else with other accents, underscores or typographic marks, as MediaWiki's own search does; a name
 * without its addition (`Ossel` for `Ossel (river)`) is only similar. `similar` ranks titles by their words, misspelt
 * or begun ones too, and equal ranks by title; the order of the paragraphs does not matter.
 */
export function createCorpus(paragraphs: Iterable<Paragraph>): Corpus {
  const pages = new Map<string, readonly string[]>();
  for (const [title, sentences] of paragraphs) if (!pages.has(title)) pages.set(title, sentences);
  const titles = [...pages.keys()].sort(byCodeUnit);
  const aliases = createAliases(titles);
  const index = indexTitles(titles);
  return {
    find: (name) => {
      const title = pages.has(name) ? name : aliases(name);
      return title === undefined ? null : createPage(title, pages.get(title) ?? []);
    },
    similar: (name, count) =>
      index
        .search(name)
        .map(({ id, score }) => ({ title: titles[id as number] ?? '', score }))
        .sort((a, b) => b.score - a.score || byCodeUnit(a.title, b.title))
        .slice(0, Math.max(0, count))
        .map(({ title }) => title),
  };
}

/** A paragraph as a page of one block, whose sentences are known. */
export function createPage(title: string, sentences: readonly string[]): Page {
  return { title, blocks: [sentences.join('')], sentences };
}

function indexTitles(titles: readonly string[]): MiniSearch<{ id: number; title: string }> {
  const index = new MiniSearch<{ id: number; title: string }>({
    fields: ['title'],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: {
      tokenize: (text) => wordsOf(text).slice(0, mostWords),
      fuzzy: lettersWrong,
      prefix: (word) => word.length >= shortestPrefix,
    },
  });
  index.addAll(titles.map((title, id) => ({ id, title })));
  return index;
}

function wordsOf(text: string): string[] {
  return foldMarks(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Finds the title that a name stands for. The nearer ways of writing a title come before the others. */
function createAliases(titles: readonly string[]): (name: string) => string | undefined {
  const byCase = firstOf(titles, foldCase);
  const byMarks = firstOf(titles, foldMarks);
  return (name) => byCase.get(foldCase(name)) ?? byMarks.get(foldMarks(name));
}

function firstOf(titles: readonly string[], fold: (title: string) => string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const title of titles) {
    const key = fold(title);
    if (!found.has(key)) found.set(key, title);
  }
  return found;
}

function foldCase(text: string): string {
  return text.trim().toLowerCase();
}

/** Lower case without accents, with plain quotes and dashes, and one blank where there are several or underscores. */
function foldMarks(text: string): string {
  return foldCase(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/[\s_]+/g, ' ')
    .trim();
}
