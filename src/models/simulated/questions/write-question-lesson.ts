/** What the simulated model takes from a wrong or missing answer into the next try at the same question. */
import type { Random } from '../../../util/random.js';
import type { SimulatedProfile } from '../profiles.js';
import type { QuestionMemory } from './read-question.js';

/** Most words of an answer that seems short. */
const mostWords = 5;

/** A short plan from what the log shows; each point is noticed with the profile's insight. */
export function writeQuestionLesson(
  memory: QuestionMemory,
  profile: SimulatedProfile,
  random: Random,
): string {
  const kept = points(memory).filter(() => random.chance(profile.insight));
  return kept.length === 0
    ? 'Next time I will read the pages with more care before I answer.'
    : kept.join(' ');
}

function points({ question, pages, searched, offered, lookedUp, answer }: QuestionMemory): string[] {
  const opened = new Set(pages.map(({ name }) => name));
  const vain = searched.filter((name) => !opened.has(name));
  const isLong = (text: string) => text.split(/\s+/).length > mostWords;
  const found: string[] = [];
  if (answer !== null) found.push(`My answer "${answer}" was not right, so I must find another.`);
  const chosen = offered.find((title) => opened.has(title));
  const other = offered.find((title) => !opened.has(title) && bare(title) === bare(chosen ?? ''));
  if (chosen && other) found.push(`The page "${chosen}" did not help: open "${other}" instead.`);
  for (const name of searched.slice(1).filter((one) => !isIn(question, one) && !offered.includes(one)))
    found.push(`Searching for "${name}" did not help: search for another name that the first page gives.`);
  if (vain.some(isLong))
    found.push('Searching for the whole question found nothing: search for the exact name of one entity.');
  if (pages.length < 2 && question !== '')
    found.push('One page was not enough: search for the second entity too.');
  if (answer !== null && isLong(answer)) found.push('Give the shortest answer, only the words asked for.');
  if (pages.length > 1 && lookedUp.length === 0)
    found.push('Use lookup for a word of the question before answering.');
  return found;
}

function isIn(text: string, name: string): boolean {
  return text.toLowerCase().includes(bare(name));
}

/** A title without what tells it from others of the name. */
function bare(title: string): string {
  return title.replace(/\s*\([^)]*\)$/, '').toLowerCase();
}
