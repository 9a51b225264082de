/** Answers requests about questions that are answered by searching: the counterpart of the household part. */
import type { Random } from '../../../util/random.js';
import { createNotice } from '../learn-from-examples.js';
import type { SimulatedProfile } from '../profiles.js';
import { noDirectives } from '../read-plan.js';
import { type Reading, rawAction, readPlanText, splitJobs } from '../read-request.js';
import { suggestRevision } from '../reflect.js';
import { createHabits } from '../situation.js';
import { writeStepVerdicts } from '../weigh-steps.js';
import { writeEdits } from '../write-edits.js';
import { decideQuestion, readQuestionPlan } from './decide-question.js';
import { joinQuestionDirectives, learnFromAnswers, learnToAnswer } from './learn-to-answer.js';
import { type QuestionMemory, readQuestion } from './read-question.js';
import { findQuestionFlaws, summarizeQuestion, writeQuestionPlan } from './reflect-question.js';
import { judgeQuestionStep } from './weigh-question-steps.js';
import { writeQuestionLesson } from './write-question-lesson.js';

/** What a reply rests on beside the reading. */
export interface QuestionRequest {
  readonly profile: SimulatedProfile;
  readonly temperature: number;
  readonly random: Random;
  /** The same for the same seed and sampling. */
  readonly seed: string;
  /** All messages as one text. */
  readonly conversation: string;
}

/** The reply; null where nothing is asked for that it understands. */
export function replyToQuestion(request: QuestionRequest, reading: Reading): string | null {
  const { profile, random, seed } = request;
  switch (reading.ask) {
    case 'formalize':
      return formalizeCall(rawAction(reading.last) ?? '');
    case 'update': {
      const jobs = splitJobs(reading.last);
      const before = reading.last.slice(0, reading.last.indexOf(jobs[0] ?? ''));
      return writeQuestionPlan(jobs, readPlanText(before), profile, seed);
    }
    case 'edits':
      return editQuestionPlan(request, reading.last);
    case 'steps': {
      const memory = readQuestion(reading);
      const judge = (step: string) => judgeQuestionStep(step, memory, request.conversation);
      return writeStepVerdicts(reading.last, judge, profile.insight, random);
    }
    case 'summarize':
      return summarizeQuestion(readQuestion(reading), random);
    case 'flaws':
      return findQuestionFlaws(readQuestion(reading), reading.last, profile, random);
    case 'revision':
      return suggestRevision(reading.pending, noDirectives, random, profile.wordiness);
    case 'lesson':
      return writeQuestionLesson(readQuestion(reading), profile, random);
    case 'line':
      return continueLog(request, reading);
    case 'thought':
      return think(request, reading);
    case 'action':
      return act(request, announcedCall(reading.pending) ?? intend(request, reading).action);
    case 'thought-and-action': {
      const { action, reason } = intend(request, reading);
      return `Thought: ${wordThought(request, action, reason)}\nAction: ${act(request, action)}`;
    }
    case 'unknown':
      return null;
  }
}

function editQuestionPlan({ profile, seed }: QuestionRequest, last: string): string {
  const jobs = splitJobs(last);
  const rewrite = (currentPlan: string) => writeQuestionPlan(jobs, currentPlan, profile, seed);
  const told = (step: string) => JSON.stringify(readQuestionPlan(step));
  const meansTheSame = (a: string, b: string) => told(a) === told(b);
  return writeEdits({ last, jobs, insight: profile.insight, seed, rewrite, meansTheSame });
}

function intend({ profile, temperature, random }: QuestionRequest, reading: Reading) {
  const faithful = random.chance(profile.faithfulness ** (0.5 + 0.5 * temperature));
  const habit = createHabits(reading.job);
  const { directives, wrongAnswers, uselessPages } = learnFromAnswers(reading.earlierTries);
  const sources = [
    directives,
    readQuestionPlan(reading.plan),
    learnToAnswer(reading.examples, createNotice(habit, profile.insight)),
  ];
  return decideQuestion({
    memory: readQuestion(reading),
    plan: faithful ? joinQuestionDirectives(sources) : readQuestionPlan(''),
    wrongAnswers: faithful ? wrongAnswers : [],
    uselessPages: faithful ? uselessPages : [],
    profile,
    habit,
  });
}

/** The next line of the log: a thought at the start and after each new page, unless one stands unanswered. */
function continueLog(request: QuestionRequest, reading: Reading): string {
  const opened = (turns: Reading['turns']): QuestionMemory['pages'] =>
    readQuestion({ ...reading, turns }).pages;
  const { turns } = reading;
  const isNew = turns.length === 0 || opened(turns).length > opened(turns.slice(0, -1)).length;
  if (reading.pending === '' && isNew) return `think: ${think(request, reading)}`;
  return act(request, announcedCall(reading.pending) ?? intend(request, reading).action);
}

function think(request: QuestionRequest, reading: Reading): string {
  const { action, reason } = intend(request, reading);
  return wordThought(request, action, reason);
}

function wordThought({ random }: QuestionRequest, action: string, reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. ${random.pick(['I will', 'Next I will'])} ${action}`;
}

/** The call that a thought announced, if it was not cut off. */
function announcedCall(thought: string): string | null {
  return /\b(?:search|lookup|finish)\[.*\]/i.exec(thought)?.[0] ?? null;
}

/** An action as it is said: mostly in the form, sometimes in words of its own. */
function act({ profile, temperature, random }: QuestionRequest, action: string): string {
  if (!random.chance(profile.slip * (0.4 + 0.6 * temperature))) return action;
  const [, verb = '', argument = ''] = /^(\w+)\[(.*)\]$/.exec(action) ?? [];
  const words: Readonly<Record<string, string>> = {
    search: `search for ${argument}`,
    lookup: `look up ${argument}`,
    finish: `finish with ${argument}`,
  };
  return words[verb] ?? action;
}

/** The call that an action in other words speaks of; what it cannot read it gives back. */
function formalizeCall(raw: string): string {
  const call = /\b(search|lookup|finish)\[([^\]]*)\]?/i.exec(raw);
  if (call) return `${(call[1] ?? '').toLowerCase()}[${call[2] ?? ''}]`;
  const spoken = /\b(search|look up|lookup|finish|answer)\b(?: for| with| is)?:? (.+)$/i.exec(raw);
  if (!spoken) return raw;
  const verb = (spoken[1] ?? '').toLowerCase().replace(' ', '').replace('answer', 'finish');
  return `${verb}[${spoken[2] ?? ''}]`;
}
