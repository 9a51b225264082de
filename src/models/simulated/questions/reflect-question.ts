/** What the simulated model makes of a question it worked on, and the plan that follows from many. */

import { hash53 } from '../../../util/hash.js';
import type { Random } from '../../../util/random.js';
import type { SimulatedProfile } from '../profiles.js';
import { type QuestionDirectives, readQuestionPlan } from './decide-question.js';
import type { QuestionMemory } from './read-question.js';

/** Searches and answer in order; single searches are sometimes left out. */
export function summarizeQuestion(memory: QuestionMemory, random: Random): string {
  const opened = new Set(memory.pages.map(({ name }) => name));
  const lines = memory.searched
    .filter((name) => opened.has(name) || random.chance(0.6))
    .map((name) =>
      opened.has(name) ? `- I opened the page of ${name}.` : `- I searched for "${name}" and found no page.`,
    );
  const end = memory.answer === null ? '- I gave no answer.' : `- I answered "${memory.answer}".`;
  return [...lines, end].join('\n');
}

/** Flaws that the log shows; what the answer should have been is known only where the request says it. */
export function findQuestionFlaws(
  memory: QuestionMemory,
  request: string,
  profile: SimulatedProfile,
  random: Random,
): string {
  const gold = /\banswer\b[^"“]*["“]([^"”]+)["”]/i.exec(request)?.[1] ?? null;
  const opened = new Set(memory.pages.map(({ name }) => name));
  const vain = memory.searched.filter((name) => !opened.has(name));
  const shown = memory.pages
    .flatMap(({ sentences }) => sentences)
    .join(' ')
    .toLowerCase();
  const wrong = gold !== null && memory.answer !== null && memory.answer.toLowerCase() !== gold.toLowerCase();
  const candidates: string[] = [];
  if (vain.some((name) => name.split(' ').length > 4)) {
    candidates.push('Searching for a whole question found nothing; search for the exact name of one entity.');
  }
  if (wrong && memory.answer !== null && wordsIn(memory.answer) > wordsIn(gold) + 3) {
    candidates.push('The answer was too long; give the shortest answer, only the words asked for.');
  }
  if (wrong && memory.pages.length < 2) {
    candidates.push(
      'One page was not enough: the next entity, which that page names, has to be searched as well.',
    );
  }
  if (wrong && memory.pages.length > 1 && !shown.includes(gold.toLowerCase())) {
    candidates.push(
      'The answer did not stand in what was shown; lookup of a word of the question would have shown more.',
    );
  }
  const found = candidates.filter(() => random.chance(profile.insight));
  return found.length === 0 ? 'I see no flaw.' : found.map((flaw) => `- ${flaw}`).join('\n');
}

function wordsIn(text: string): number {
  return text.trim().split(/\s+/).length;
}

/** A new plan for questions from reports on several, whatever their order. */
export function writeQuestionPlan(
  jobs: readonly string[],
  currentPlan: string,
  profile: SimulatedProfile,
  seed: string,
): string {
  const current = readQuestionPlan(currentPlan);
  const noticed = (directive: keyof QuestionDirectives) =>
    current[directive] ||
    jobs.some((job) => claims(job)[directive] && notices(job, directive, profile, seed));
  const first = noticed('exactName')
    ? 'Search for one entity of the question by its exact name: search[entity].'
    : 'Search for what the question asks: search[entity].';
  const second =
    'Then search for the next entity, which this page names; for a comparison, for the other one: search[entity].';
  const lookUp = 'If the text shown does not say it, use lookup[keyword] with a word of the question.';
  const finish = noticed('shortAnswer')
    ? 'Give the shortest answer, only the words asked for: a name, a date, a number, yes or no: finish[answer].'
    : 'Answer in a sentence: finish[answer].';
  const steps = [
    first,
    ...(noticed('secondPage') ? [second] : []),
    ...(noticed('lookUp') ? [lookUp] : []),
    finish,
  ];
  return steps.map((step, i) => `${i + 1}. ${step}`).join('\n');
}

/** What a report's flaws and revisions ask for; its summary does not count as a reason. */
function claims(job: string): QuestionDirectives {
  const reasons = job.split('\n').filter((line) => !/^(?:- I |summary|result|outcome)/i.test(line.trim()));
  return readQuestionPlan(reasons.slice(1).join('\n'));
}

function notices(job: string, directive: string, { insight }: SimulatedProfile, seed: string): boolean {
  const text = job.trim().replace(/^([ \t#*]*[a-z]+\s*#?)\d+/i, '$1');
  return hash53([seed, text, directive].join('\u001f')) / 0x20000000000000 < insight;
}
