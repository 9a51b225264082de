/** Our own questions: a small invented encyclopedia and what can be asked about it. */
import type { TaskInstance } from '../../core/task.js';
import { createRandom, type Random } from '../../util/random.js';
import type { GameGenerator, SplitSizes } from '../define-environment.js';
import { createDistrict } from './encyclopedia-district.js';
import { type Article, writeArticles } from './encyclopedia-pages.js';
import { type AskedQuestion, askAgreements, askBridges, askComparisons } from './encyclopedia-questions.js';
import { createNames } from './encyclopedia-words.js';
import type { Paragraph } from './wiki.js';

const splits = ['train', 'validation', 'held-out'] as const;

/** Paragraphs of a question: its two pages among others. */
const paragraphsPerQuestion = 10;

/** About one district of some forty pages is asked so often, and no page is the beginning of two questions. */
const questionsPerDistrict = 10;

/** The kinds of questions by turns: seven bridges in ten. `agree` stands for yes and no by turns. */
const turns = [
  'bridge',
  'bridge',
  'pick',
  'bridge',
  'bridge',
  'agree',
  'bridge',
  'bridge',
  'pick',
  'bridge',
] as const;

/** The generator of the suite that ships with us. */
export const encyclopedia: GameGenerator = {
  name: 'encyclopedia',
  perType: { train: 50, validation: 20, 'held-out': 60 },
  seed: 1,
  generate: generateQuestions,
};

/**
 * Questions about invented people, towns and works, in three splits that have no page in common. Each has ten
 * paragraphs: the two pages that the answer takes, and eight that resemble them. The same arguments give the same
 * questions.
 */
export function generateQuestions(seed: number, sizes: SplitSizes): readonly TaskInstance[] {
  const taken = new Set<string>();
  return splits.flatMap((split) => {
    const random = createRandom('encyclopedia', seed, split);
    const names = createNames(random, taken);
    const districts = Array.from({ length: Math.ceil(sizes[split] / questionsPerDistrict) }, () =>
      createDistrict(random, names),
    );
    const articles = writeArticles(districts.flat(), random);
    return draw(articles, sizes[split], random).map((asked, index): TaskInstance => {
      const number = String(index).padStart(3, '0');
      const context = createContext(asked, articles, random);
      return createInstance(`${split}-${number}`, split, asked, context);
    });
  });
}

function createInstance(
  id: string,
  split: string,
  { question, answer, type, gold }: AskedQuestion,
  context: readonly Paragraph[],
): TaskInstance {
  const supportingFacts = gold.map(({ article, sentence }) => [article.title, sentence] as const);
  return {
    id,
    environment: 'hotpotqa',
    taskType: 'qa',
    split,
    goal: question,
    setup: { answer, type, level: 'hard', supportingFacts, context },
  };
}

/** Questions in random order, but such that all topics come up about as often. */
function shuffleTopics(questions: Iterable<AskedQuestion>, random: Random): readonly AskedQuestion[] {
  const times = new Map<string, number>();
  const rounds = random.shuffle([...questions]).map((question) => {
    const round = times.get(question.topic) ?? 0;
    times.set(question.topic, round + 1);
    return { question, round };
  });
  return rounds.sort((a, b) => a.round - b.round).map(({ question }) => question);
}

/** Draws questions of all kinds, each about a first page that no other begins with. */
function draw(articles: readonly Article[], size: number, random: Random): AskedQuestion[] {
  const shuffled = random.shuffle(articles);
  const used = new Set<Article>();
  const deck = (questions: Iterable<AskedQuestion>) => {
    const cards = shuffleTopics(questions, random).values();
    return (): AskedQuestion | undefined => {
      for (const card of cards) if (!isUsed(card, used)) return card;
      return undefined;
    };
  };
  const bridge = deck(askBridges(shuffled, random));
  const pick = deck(askComparisons(shuffled));
  const [yes, no] = [deck(askAgreements(shuffled, 'yes')), deck(askAgreements(shuffled, 'no'))];
  const drawn: AskedQuestion[] = [];
  while (drawn.length < size) {
    const turn = turns[drawn.length % turns.length];
    const agree = Math.floor(drawn.length / turns.length) % 2 === 0 ? yes : no;
    const question = (turn === 'pick' ? pick() : turn === 'agree' ? agree() : undefined) ?? bridge();
    if (question === undefined)
      throw new RangeError(`only ${drawn.length} of ${size} questions can be asked`);
    const [first, second] = question.gold;
    used.add(first.article);
    if (question.type === 'comparison') used.add(second.article);
    drawn.push(question);
  }
  return drawn;
}

function isUsed({ type, gold: [first, second] }: AskedQuestion, used: ReadonlySet<Article>): boolean {
  return used.has(first.article) || (type === 'comparison' && used.has(second.article));
}

/** The two pages and those that resemble them most, in random order. */
function createContext(
  { gold: [first, second] }: AskedQuestion,
  articles: readonly Article[],
  random: Random,
): readonly Paragraph[] {
  const own = [first.article, second.article];
  const at = articles.indexOf(first.article);
  const near = articles.slice(Math.max(0, at - 40), at + 40);
  const far = Array.from({ length: 80 }, () => random.pick(articles));
  const others = [...new Set([...near, ...far])].filter((article) => !own.includes(article));
  const ranked = others
    .map((article) => ({ article, rank: resemblance(article, own) + random.next() }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, paragraphsPerQuestion - own.length);
  const pages = random.shuffle([...own, ...ranked.map(({ article }) => article)]);
  return pages.map(({ title, sentences }) => [title, sentences]);
}

/** How easily a page is taken for one of these: by its kind, the words of its title, and by naming them. */
function resemblance({ entity, title, sentences }: Article, pages: readonly Article[]): number {
  return pages.reduce((sum, page) => {
    const words = page.title.split(' ').filter((word) => word.length > 3);
    const sharesWord = words.some((word) => title.includes(word));
    const namesIt = sentences.some((sentence) => sentence.includes(page.entity.name));
    return sum + (entity.kind === page.entity.kind ? 1 : 0) + (sharesWord ? 1 : 0) + (namesIt ? 1 : 0);
  }, 0);
}
