/** What the expert of a demonstration thinks about a question. A thought says only what was read before. */
import type { Reading } from './plan-reading.js';

/** Chooses among wordings. */
export type Choose = (wordings: readonly string[]) => string;

/** Before the first search, where one page leads to the other. */
export function thinkOfBridge(pick: Choose, { name }: Reading): string {
  return pick([
    `The question does not name what it asks about; it only leads there by way of ${name}. So I open that page first.`,
    `This takes two pages: the one on ${name} tells me which other page has the answer. I begin with ${name}.`,
    `I can not answer at once: I have to find out who or what is meant. The page on ${name} should say it.`,
  ]);
}

/** Before the first search, where two pages are compared. */
export function thinkOfComparison(pick: Choose, [one, two]: readonly [Reading, Reading]): string {
  return pick([
    `I have to know the same thing about ${one.name} and ${two.name}. I open the two pages one after the other, ${one.name} first.`,
    `Two pages are to be compared, so I read both before I answer. I begin with ${one.name}.`,
  ]);
}

/** After a search that found no page of that name. */
export function thinkOfSimilar(pick: Choose, question: string, { title }: Reading): string {
  const kind = / \(([^()]*)\)$/.exec(title)?.[1];
  if (kind !== undefined && question.includes(kind)) {
    return pick([
      `No page has just this name, but some have it with an addition. The question is about the ${kind}, so I take ${title}.`,
      `I have to be more exact. The question speaks of the ${kind}: that is ${title}.`,
    ]);
  }
  return pick([
    `No page has just this name. Among those that resemble it, ${title} is the one I mean.`,
    `The name has to be written as the title is: ${title}.`,
  ]);
}

/** After the beginning of a page that does not say what is wanted. */
export function thinkOfLookup(pick: Choose, keyword: string): string {
  return pick([
    `The beginning of the page does not say it. I look for "${keyword}" in the rest.`,
    `Nothing on that so far, but I see only how the page begins. "${keyword}" should lead me to the right sentence.`,
  ]);
}

/** After the first page, where it leads to the other. */
export function thinkOfLink(pick: Choose, { sentence }: Reading, { name }: Reading): string {
  return pick([
    `It says: ${quote(sentence)} So the next page to read is ${name}.`,
    `${quote(sentence)} That gives me the name: ${name}. I search for it.`,
  ]);
}

/** After the first of two pages that are compared. */
export function thinkOfOther(pick: Choose, { name, sentence }: Reading, other: Reading): string {
  return pick([
    `${quote(sentence)} I keep that in mind and go on with ${other.name}.`,
    `Of ${name} it says: ${quote(sentence)} Now the same for ${other.name}.`,
  ]);
}

/** After the second page, where one led to the other. */
export function thinkOfAnswer(pick: Choose, { sentence }: Reading, answer: string): string {
  return pick([
    `Here it is: ${quote(sentence)} So the answer is ${answer}.`,
    `${quote(sentence)} This is what was asked for: ${answer}.`,
  ]);
}

/** After the second of two pages that are compared. */
export function thinkOfResult(
  pick: Choose,
  question: string,
  [one, two]: readonly [Reading, Reading],
  answer: string,
): string {
  const result = drawConclusion(question, answer);
  return pick([
    `${one.name}: ${quote(one.sentence)} ${two.name}: ${quote(two.sentence)} ${result}`,
    `And here it says: ${quote(two.sentence)} The other page says: ${quote(one.sentence)} ${result}`,
  ]);
}

/** `Which town is older, A or B?` with the answer A: `So A is older.` */
function drawConclusion(question: string, answer: string): string {
  if (answer === 'yes' || answer === 'no') {
    if (!/\bsame\b/.test(question)) return `So the answer is ${answer}.`;
    return answer === 'yes' ? 'It is the same, so the answer is yes.' : 'They differ, so the answer is no.';
  }
  const predicate = /^(?:Who|Which \w+) ([^,?]+), [^?]+ or [^?]+\?$/.exec(question)?.[1];
  return predicate === undefined ? `So the answer is ${answer}.` : `So ${answer} ${predicate}.`;
}

function quote(sentence: string): string {
  return sentence.includes('"') ? `'${sentence}'` : `"${sentence}"`;
}
