import type { StepVerdict } from '../weigh-steps.js';
import { readQuestionPlan } from './decide-question.js';
import type { QuestionMemory } from './read-question.js';

/**
 * Judges a step of a plan for questions by what the log shows. What the answer should have been is known only where the
 * conversation says it.
 */
export function judgeQuestionStep(text: string, memory: QuestionMemory, conversation: string): StepVerdict {
  const told = readQuestionPlan(text);
  const gold = /\banswer\b[^"“]*["“]([^"”]+)["”]/i.exec(conversation)?.[1] ?? null;
  const right = gold !== null && memory.answer !== null && same(memory.answer, gold);
  if (/\bfinish\b/i.test(text)) return judgeFinish(told.shortAnswer, memory, gold, right);
  if (told.lookUp) {
    if (memory.lookedUp.length === 0) return 'not-followed';
    return right ? 'helped' : null;
  }
  if (told.secondPage) return memory.pages.length > 1 ? 'helped' : 'not-followed';
  if (!/\bsearch/i.test(text)) return null;
  const [first] = memory.searched;
  if (first === undefined) return 'not-followed';
  const opened = memory.pages.some(({ name }) => name === first);
  const long = first.split(' ').length > 4;
  if (opened) return 'helped';
  return long === told.exactName ? 'not-followed' : 'hurt';
}

function judgeFinish(
  shortly: boolean,
  { answer }: QuestionMemory,
  gold: string | null,
  right: boolean,
): StepVerdict {
  if (answer === null) return 'not-followed';
  if (right) return 'helped';
  const long = gold !== null && countWords(answer) > countWords(gold) + 3;
  if (!long) return null;
  return shortly ? 'not-followed' : 'hurt';
}

function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function countWords(text: string): number {
  return text.trim().split(/\s+/).length;
}
