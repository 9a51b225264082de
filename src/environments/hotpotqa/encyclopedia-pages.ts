import type { Random } from '../../util/random.js';
import type { Entity, Fact } from './encyclopedia-district.js';
import { type PageTemplate, pageTemplates } from './encyclopedia-kinds.js';

/** A fact on a page, and the sentence that states it. */
export interface StatedFact extends Fact {
  /** Index of the first sentence with it. */
  readonly sentence: number;
}

/** A page of the encyclopedia. */
export interface Article {
  readonly entity: Entity;
  readonly title: string;
  /** As HotpotQA has them: all but the first begin with a blank. */
  readonly sentences: readonly string[];
  /** By slot; what is not here the page does not say. */
  readonly facts: ReadonlyMap<string, StatedFact>;
}

/** Sentences of a page, the opening included. */
const [fewestSentences, mostSentences] = [4, 8];

/** The pages of these things. Things of one name get titles with their kind, as in `The Salt Orchard (film)`. */
export function writeArticles(entities: readonly Entity[], random: Random): readonly Article[] {
  const timesNamed = new Map<string, number>();
  for (const { name } of entities) timesNamed.set(name, (timesNamed.get(name) ?? 0) + 1);
  return entities.map((entity) => {
    const { kind, name } = entity;
    const plain = timesNamed.get(name) === 1 && kind !== 'river';
    return { entity, title: plain ? name : `${name} (${kind})`, ...writeSentences(entity, random) };
  });
}

function writeSentences(entity: Entity, random: Random): Pick<Article, 'sentences' | 'facts'> {
  const { openings, statements }: PageTemplate = pageTemplates[entity.kind];
  const length = fewestSentences + random.below(mostSentences - fewestSentences + 1);
  const templates = [random.pick(openings), ...random.shuffle(statements).slice(0, length - 1)];
  const facts = new Map<string, StatedFact>();
  const sentences = templates.map((template, sentence) => {
    const text = template.replace(/\{(\w+)\}/g, (_all, slot: string) => {
      const fact = entity.facts.get(slot);
      if (fact === undefined) throw new RangeError(`a ${entity.kind} has no ${slot}`);
      if (!facts.has(slot)) facts.set(slot, { ...fact, sentence });
      return fact.text;
    });
    return (sentence === 0 ? '' : ' ') + withArticles(text);
  });
  return { sentences, facts };
}

/** `a` before a vowel as `an`, but not before one that sounds like `you`. */
function withArticles(text: string): string {
  return text.replace(/\b([Aa]) (?=[aeiou])(?!uni)/g, '$1n ');
}
