/** Answers what a running program asks, from the interactions that the request shows. */

import { parseNames, typeOf } from '../lexicon.js';
import type { SimulatedProfile } from '../profiles.js';
import { decideQuestion, type QuestionSituation } from '../questions/decide-question.js';
import { findAnswer } from '../questions/find-answer.js';
import { readQuestion } from '../questions/read-question.js';
import { readGoal } from '../read-goal.js';
import type { LoggedTurn } from '../read-request.js';

/** What an answer rests on. */
export interface Asking {
  /** The question of the program. */
  readonly asked: string;
  /** A few words are wanted, no sentence. */
  readonly short: boolean;
  /** The job that the program works on; empty where it is not said. */
  readonly job: string;
  readonly turns: readonly LoggedTurn[];
  readonly profile: SimulatedProfile;
  readonly habit: (label: string) => number;
}

/** The answer for a program that works on a question. */
export function answerAboutPages({ asked, short, job, turns, profile, habit }: Asking): string {
  const memory = readQuestion({ job: job === '' ? asked : job, turns });
  const plan = {
    exactName: true,
    secondPage: true,
    shortAnswer: short,
    lookUp: /\blook(?:ed)? ?up\b/i.test(asked),
  };
  const situation: QuestionSituation = { memory, plan, wrongAnswers: [], profile, habit };
  const seeks = /\bwhich\b[^?]*\b(?:page|title|article|entity|search\w*)\b|\bsearch(?:ed)? for\b/i.test(
    asked,
  );
  if (seeks || plan.lookUp) {
    const { action } = decideQuestion(situation);
    const [, verb, argument] = /^(\w+)\[(.*)\]$/s.exec(action) ?? [];
    if (argument && verb !== 'finish') return argument;
    return memory.similar[0] ?? memory.entities.at(-1) ?? memory.searched.at(-1) ?? 'I do not know';
  }
  return findAnswer(memory, short) ?? 'I do not know';
}

/** The answer for a program that works in a household: names of what was seen, of the kind that is asked for. */
export function answerAboutThings({ asked, job, turns }: Asking): string {
  const seen = turns.flatMap(({ observation }) => parseNames(observation.toLowerCase()));
  const offered = parseNames(asked.toLowerCase());
  const names = [...new Set([...offered, ...seen.reverse()])];
  const words = asked.toLowerCase();
  const goal = readGoal(job);
  const wanted = names.filter((name) =>
    new RegExp(`\\b${typeOf(name)}s?\\b`).test(words.replace(/ \d+/g, '')),
  );
  const fitting = wanted.length > 0 ? wanted : names.filter((name) => typeOf(name) === goal?.object);
  if (/^(?:is|are|was|were|do|does|did|has|have|can)\b/i.test(asked.trim()))
    return fitting.length > 0 ? 'yes' : 'no';
  const several = /\b(?:all|list|names|places|order)\b/i.test(asked);
  const answer = fitting.length > 0 ? fitting : names;
  return (several ? answer.join(', ') : answer[0]) ?? 'I do not know';
}
