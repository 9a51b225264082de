/** Measures the corpus of the HotpotQA world: 100,000 invented pages, then misspelt titles of them. */
import { median, quantile } from 'simple-statistics';
import { createCorpus } from '../../src/environments/hotpotqa/corpus.js';
import type { Paragraph } from '../../src/environments/hotpotqa/wiki.js';
import { systemClock } from '../../src/util/clock.js';
import { createRandom, type Random } from '../../src/util/random.js';

const pageCount = 100_000;
const queryCount = 500;

const syllables =
  'ba ber bo car chel dan del dor el fen gal gra hil in kar lan lor mar men mor nan nor ol per quin ral ros sal ser tan tor ul val ver wil zan';
const additions = [
  '(film)',
  '(band)',
  '(album)',
  '(river)',
  'of the North',
  'and Sons',
  'Railway Station',
  '(born 1931)',
];

function inventWord(random: Random): string {
  const parts = Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables.split(' ')));
  const word = parts.join('');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** Titles of one to three words out of a vocabulary in which some words are far more common than others. */
function inventTitles(random: Random): string[] {
  const words = Array.from({ length: 60_000 }, () => inventWord(random));
  const pick = () => words[Math.floor(words.length * random.next() ** 3)] ?? '';
  const titles = new Set<string>();
  while (titles.size < pageCount) {
    const name = Array.from({ length: 1 + random.below(3) }, pick).join(' ');
    titles.add(random.chance(0.2) ? `${name} ${random.pick(additions)}` : name);
  }
  return [...titles];
}

/** One letter left out, doubled, swapped with the next or replaced. */
function misspell(title: string, random: Random): string {
  const at = 1 + random.below(Math.max(1, title.length - 2));
  const [before, letter, after] = [title.slice(0, at), title.charAt(at), title.slice(at + 1)];
  return random.pick([
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
    `${before}e${after}`,
  ]);
}

function measure<T>(work: () => T): { result: T; milliseconds: number } {
  const begin = systemClock.elapsed();
  const result = work();
  return { result, milliseconds: systemClock.elapsed() - begin };
}

const random = createRandom('corpus bench');
const titles = inventTitles(random);
const paragraphs = titles.map((title): Paragraph => [title, [`${title} is the subject of this page.`]]);
const built = measure(() => createCorpus(paragraphs));
const queries = random.shuffle(titles).slice(0, queryCount);
const answers = queries.map((title) => {
  const query = misspell(title, random);
  const { result, milliseconds } = measure(() => built.result.similar(query, 5));
  return { found: result.includes(title), milliseconds };
});
const times = answers.map(({ milliseconds }) => milliseconds);
process.stdout.write(
  `corpus of ${pageCount} pages: built in ${(built.milliseconds / 1000).toFixed(2)} s\n` +
    `${queryCount} misspelt titles: median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ` +
    `the right page among the first five in ${answers.filter(({ found }) => found).length}\n`,
);
