/** Writes a program for a question: search, ask which page comes next, search that, ask for the answer, finish. */
import type { SimulatedProfile } from '../profiles.js';
import type { QuestionDirectives } from '../questions/decide-question.js';
import { namesIn } from '../questions/read-question.js';
import { type Command, numberSteps, type Part, type Program } from './program.js';

/** All that a program for a question rests on. */
export interface QuestionTask {
  readonly question: string;
  readonly directives: QuestionDirectives;
  /** How the examples say that a search found no page; null where they do not. */
  readonly noPage: string | null;
  /** Failed tries so far. */
  readonly tries: number;
  readonly profile: SimulatedProfile;
  readonly habit: (label: string) => number;
}

/** The program. */
export function writeQuestionProgram(task: QuestionTask): Program {
  const { directives, question, tries } = task;
  const names = namesIn(question.replace(/^\w+/, ''));
  const whole = question.replace(/[?\s]+$/, '');
  const byQuestion = !directives.exactName && tries === 0 && believes(task, 'search the question');
  const first = (byQuestion ? undefined : names[0]) ?? whole;
  const onePage = !directives.secondPage && tries === 0 && believes(task, 'one page is enough');
  return numberSteps([
    searchPart(task, first, 'title'),
    ...(onePage ? [] : [nextPart(task, names, first)]),
    ...(directives.lookUp ? [lookUpPart()] : []),
    answerPart(task),
  ]);
}

/** Real-life habits: a search takes a question, one page is enough, a good answer is a sentence. */
function believes({ habit, profile }: QuestionTask, belief: string): boolean {
  return habit(belief) < profile.householdLogic;
}

/** Searches, and where there is no such page, for the best of those that are offered. */
function searchPart(task: QuestionTask, name: string, slot: string): Part {
  return { why: `open the page of ${name}`, do: searchFor(task, name, slot) };
}

function searchFor(task: QuestionTask, name: string, slot: string): Command[] {
  const guess = task.habit('no page') < 0.7 ? 'could not find' : 'no results';
  const choose = { ask: 'Which of the titles that the search offers should be searched for?', as: slot };
  return [
    { action: `search[${name}]` },
    { if: task.noPage ?? guess, do: [choose, { action: `search[{${slot}}]` }] },
  ];
}

/** For a comparison the other entity is known; otherwise the page has to tell. */
function nextPart(task: QuestionTask, names: readonly string[], first: string): Part {
  const compares = /\bor\b|\bboth\b|\bsame\b|^(?:are|were|did|do)\b/i.test(task.question);
  const other = names.find((name) => !first.includes(name) && !name.includes(first));
  if (compares && other) return searchPart(task, other, 'other');
  const next = { ask: 'Which page, that the text names, is needed next?', as: 'next' };
  return { why: 'open the page that is needed next', do: [next, ...searchFor(task, '{next}', 'found')] };
}

function lookUpPart(): Part {
  const word = { ask: 'Which one word should be looked up on the page?', as: 'word' };
  return { why: 'see more of the page', do: [word, { action: 'lookup[{word}]' }] };
}

function answerPart(task: QuestionTask): Part {
  const short = task.directives.shortAnswer || !believes(task, 'long answer');
  const ask = short ? 'What is the shortest answer, only the words asked for?' : 'What is the answer?';
  return { why: 'answer', do: [{ ask, as: 'answer' }, { action: 'finish[{answer}]' }] };
}
