/** What can be asked about our own encyclopedia: questions whose answer takes two of its pages. */
import type { Random } from '../../util/random.js';
import type { Kind } from './encyclopedia-kinds.js';
import type { Article, StatedFact } from './encyclopedia-pages.js';

/** A question, and where its answer follows from. */
export interface AskedQuestion {
  readonly question: string;
  readonly answer: string;
  readonly type: 'bridge' | 'comparison';
  /** What leads to the answer, for example `album.producer`. */
  readonly topic: string;
  /** The two pages, the one to begin with first, each with the index of the sentence that matters. */
  readonly gold: readonly [GoldSentence, GoldSentence];
}

/** A sentence that the answer follows from. */
export interface GoldSentence {
  readonly article: Article;
  readonly sentence: number;
}

type Phrases = Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>>;

/** How a thing is called by way of another, `{a}`, whose page names it in this slot. */
const relations: Phrases = {
  mountain: { climber: 'the first climber of {a}' },
  river: { source: 'the mountain on which the river {a} rises' },
  town: { river: 'the river that runs through the town of {a}' },
  person: { birthplace: 'the birthplace of {a}' },
  company: {
    founder: 'the founder of the company {a}',
    seat: 'the town in which the company {a} has its seat',
  },
  band: { singer: 'the singer of the band {a}', town: 'the home town of the band {a}' },
  album: { band: 'the band that made the album {a}', producer: 'the producer of the album {a}' },
  novel: { author: 'the author of the novel {a}', setting: 'the town in which the novel {a} is set' },
  film: {
    director: 'the director of the film {a}',
    composer: 'the composer of the music for the film {a}',
    author: 'the author of the book that the film {a} is based on',
    place: 'the town in which most scenes of the film {a} were shot',
  },
  bridge: { architect: 'the architect of {a}', river: 'the river that is crossed by {a}' },
  university: { rector: 'the rector of the {a}', town: 'the town in which the {a} stands' },
  ship: {
    builder: 'the company that built the ship {a}',
    captain: 'the captain of the ship {a}',
    port: 'the town whose port is home to the ship {a}',
  },
};

/** What is asked about a thing `{b}` whose page states this slot. */
const asks: Phrases = {
  person: {
    birthDate: 'On which day was {b} born?',
    birthplace: 'In which town was {b} born?',
    university: 'At which university did {b} study?',
    nickname: 'What is the nickname of {b}?',
    award: 'Which award was given to {b}?',
    instrument: 'Which instrument does {b} play?',
  },
  town: {
    founded: 'In which year was {b} founded?',
    population: 'How many inhabitants does {b} have?',
    elevation: 'How many metres above the sea does {b} stand?',
    oldName: 'Under which name does {b} appear on old maps?',
    railway: 'In which year did the railway come to {b}?',
  },
  river: {
    length: 'How many kilometres long is {b}?',
    source: 'On the slopes of which mountain does {b} rise?',
    lake: 'In which lake does {b} end?',
    flood: 'In which year did the worst flood of {b} come?',
  },
  mountain: {
    height: 'How many metres high is {b}?',
    climber: 'Who was the first to reach the summit of {b}?',
    stone: 'Of which stone is most of {b}?',
  },
  company: {
    founded: 'In which year was {b} founded?',
    founder: 'Who founded {b}?',
    employees: 'How many employees does {b} have?',
    fire: 'In which year did {b} lose its old workshop to a fire?',
  },
  band: {
    formed: 'In which year was {b} formed?',
    singer: 'Who is the singer of {b}?',
    formerName: 'Under which name did {b} perform at first?',
    town: 'From which town does {b} come?',
  },
};

/** Which of two is asked for, and whether by the greater or the smaller order. */
const comparisons: Readonly<
  Partial<Record<Kind, Readonly<Record<string, readonly [string, 'most' | 'least']>>>>
> = {
  person: { birthDate: ['Who was born first, {a} or {b}?', 'least'] },
  town: {
    founded: ['Which town is older, {a} or {b}?', 'least'],
    population: ['Which town has more inhabitants, {a} or {b}?', 'most'],
  },
  river: { length: ['Which river is longer, the {a} or the {b}?', 'most'] },
  mountain: { height: ['Which mountain is higher, {a} or {b}?', 'most'] },
  company: { founded: ['Which company was founded later, {a} or {b}?', 'most'] },
  band: { formed: ['Which band was formed first, {a} or {b}?', 'least'] },
  album: { tracks: ['Which album has more tracks, {a} or {b}?', 'most'] },
  novel: { published: ['Which novel came out first, {a} or {b}?', 'least'] },
  film: { minutes: ['Which film is longer, {a} or {b}?', 'most'] },
  bridge: { length: ['Which bridge is shorter, {a} or {b}?', 'least'] },
  university: { students: ['Which university has fewer students, the {a} or the {b}?', 'least'] },
  ship: { launched: ['Which ship was launched later, the {a} or the {b}?', 'most'] },
};

/** Whether two have something in common: yes or no. */
const agreements: Phrases = {
  person: {
    birthplace: 'Were {a} and {b} born in the same town?',
    profession: 'Do {a} and {b} have the same profession?',
  },
  town: { country: 'Are {a} and {b} in the same country?' },
  river: { country: 'Do the rivers {a} and {b} run through the same country?' },
  mountain: { country: 'Are {a} and {b} in the same country?' },
  album: { band: 'Were the albums {a} and {b} made by the same band?' },
  bridge: { river: 'Do {a} and {b} cross the same river?' },
};

/** All bridge questions: through what a page names to what the other page says, and the first page does not. */
export function* askBridges(articles: readonly Article[], random: Random): Generator<AskedQuestion> {
  const articleOf = new Map(articles.map((article) => [article.entity, article]));
  for (const first of articles) {
    for (const [slot, relation] of phrasesOf(relations, first)) {
      const link = first.facts.get(slot);
      const second = link?.entity && articleOf.get(link.entity);
      if (link === undefined || second === undefined) continue;
      const also = first.facts.get('also')?.text;
      const name = also !== undefined && random.chance(0.5) ? withoutArticle(also) : first.entity.name;
      for (const [asked, ask] of phrasesOf(asks, second)) {
        const fact = second.facts.get(asked);
        const question = ask.replace('{b}', () => relation.replace('{a}', () => name));
        if (fact === undefined || question.includes(fact.text) || says(first, fact.text)) continue;
        const topic = `${first.entity.kind}.${slot}`;
        yield {
          question,
          answer: fact.text,
          type: 'bridge',
          topic,
          gold: goldOf([first, link], [second, fact]),
        };
      }
    }
  }
}

/** Questions which of two neighbours in `articles` is the older, longer, higher. */
export function* askComparisons(articles: readonly Article[]): Generator<AskedQuestion> {
  for (const [kind, bySlot] of Object.entries(comparisons)) {
    for (const [slot, [text, wanted]] of Object.entries(bySlot)) {
      for (const [one, other] of pairsOf(stating(articles, kind, slot))) {
        const [a, b] = [one[1].order ?? 0, other[1].order ?? 0];
        if (a === b) continue;
        const [{ entity }] = a > b === (wanted === 'most') ? one : other;
        yield compare(`${kind}.${slot}`, text, entity.name, one, other);
      }
    }
  }
}

/** Questions whether two have something in common, with this answer. */
export function* askAgreements(articles: readonly Article[], answer: 'yes' | 'no'): Generator<AskedQuestion> {
  for (const [kind, bySlot] of Object.entries(agreements)) {
    for (const [slot, text] of Object.entries(bySlot)) {
      const all = stating(articles, kind, slot);
      // Neighbours agree more often where those who do stand together.
      const ordered =
        answer === 'no'
          ? all
          : all.toSorted(([, a], [, b]) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
      for (const [one, other] of pairsOf(ordered)) {
        if ((one[1].text === other[1].text) === (answer === 'yes'))
          yield compare(`${kind}.${slot}`, text, answer, one, other);
      }
    }
  }
}

type Stating = readonly [article: Article, fact: StatedFact];

function compare(topic: string, text: string, answer: string, one: Stating, other: Stating): AskedQuestion {
  const question = text.replace('{a}', () => one[0].entity.name).replace('{b}', () => other[0].entity.name);
  return { question, answer, type: 'comparison', topic, gold: goldOf(one, other) };
}

function goldOf(...[one, other]: readonly [Stating, Stating]): AskedQuestion['gold'] {
  return [
    { article: one[0], sentence: one[1].sentence },
    { article: other[0], sentence: other[1].sentence },
  ];
}

function stating(articles: readonly Article[], kind: string, slot: string): Stating[] {
  return articles.flatMap((article): Stating[] => {
    const fact = article.entity.kind === kind ? article.facts.get(slot) : undefined;
    return fact === undefined ? [] : [[article, fact]];
  });
}

function* pairsOf<T>(items: readonly T[]): Generator<readonly [T, T]> {
  for (let i = 0; i + 1 < items.length; i++) yield [items[i] as T, items[i + 1] as T];
}

function phrasesOf(phrases: Phrases, { entity }: Article): [slot: string, phrase: string][] {
  return Object.entries(phrases[entity.kind] ?? {});
}

const withoutArticle = (name: string): string => name.replace(/^(?:the|River) /, '');

/** Whether a page has these words, in any part of a word. */
function says({ sentences }: Article, text: string): boolean {
  return sentences.some((sentence) => sentence.includes(text));
}
