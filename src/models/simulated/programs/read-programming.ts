/**
 * Reads requests about programs: what is asked for, the examples, and the conversation so far as tries, each a
 * program and how it failed. Read by what they say, not by anyone's template.
 */
import type { ChatMessage } from '../../../core/model.js';
import { jobLabel } from '../read-examples.js';
import type { LoggedTurn } from '../read-request.js';
import { findPrograms, type Program } from './program.js';

/** What a request about programs asks for. */
export type ProgramAsk = 'write' | 'check' | 'refine' | 'resume' | 'answer';

/** A program that was shown as an example, with the job that it does. */
export interface ExampleProgram {
  readonly job: string;
  readonly program: Program;
}

/** What was said of a program that failed. */
export interface Failure {
  /** The step that failed; null where the program ran to its end or could not be run. */
  readonly step: number | null;
  /** It ran to its end, and the job was not done. */
  readonly ended: boolean;
  /** Actions with their observations, oldest first. */
  readonly turns: readonly LoggedTurn[];
}

/** A program and what became of it. */
export interface Try {
  /** Null for a reply that held no program. */
  readonly program: Program | null;
  readonly failure: Failure;
}

/** A request about programs as understood. */
export interface Programming {
  readonly ask: ProgramAsk;
  readonly examples: readonly ExampleProgram[];
  /** Tries that failed, oldest first. */
  readonly tries: readonly Try[];
  /** The program that was written last; null where there is none. */
  readonly latest: Program | null;
}

/** Reads a request; null where it is not about programs. */
export function readProgramming(messages: readonly ChatMessage[]): Programming | null {
  const firstUser = messages.findIndex(({ role }) => role === 'user');
  const system = messages.slice(0, Math.max(firstUser, 0)).map(({ content }) => content);
  const rules = (system.length > 0 ? system : [messages[0]?.content ?? '']).join('\n\n');
  if (!/\bprogram\b/i.test(rules) || !/\bforEach\b|"steps"/.test(rules)) return null;
  const ask = classifyProgramAsk(messages);
  if (!ask) return null;
  const { tries, latest } = readTries(messages.slice(firstUser + 1));
  return { ask, examples: readExamplePrograms(rules), tries, latest };
}

/** The programs in a text that stand under the sentence of a job. */
function readExamplePrograms(rules: string): ExampleProgram[] {
  return findPrograms(rules).flatMap(({ program, start }) => {
    const job = [...rules.slice(0, start).matchAll(jobLabel)].at(-1)?.[1]?.trim();
    return job ? [{ job, program }] : [];
  });
}

/** What the last message asks for; null where it is nothing of the kind. */
function classifyProgramAsk(messages: readonly ChatMessage[]): ProgramAsk | null {
  const last = messages.at(-1);
  if (last?.role !== 'user') return null;
  const followsUp = messages.some(({ role }) => role === 'assistant');
  if (followsUp) return classifyFollowUp(last.content);
  return asksForProgram.test(lastParagraph(last.content)) ? 'write' : 'answer';
}

const asksForProgram = /\b(?:write|compose|make|give|create)\b[^.?]{0,80}\bprogram\b|\bprogram\s*:\s*$/i;

/** What a message asks for that comes after a program. */
function classifyFollowUp(message: string): ProgramAsk | null {
  const tail = lastParagraph(message);
  if (/\b(?:which|what) step\b|\bnumber of the (?:first )?step\b/i.test(tail)) return 'resume';
  if (/\b(?:rewrite|anew|afresh|once more)\b/i.test(tail) || asksForProgram.test(tail)) return 'refine';
  return /\bcheck\b|\breview\b|\bOK\b/i.test(tail) ? 'check' : null;
}

function lastParagraph(text: string): string {
  return (
    text
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  );
}

/** The failed tries of a conversation, and the program that was written last. */
function readTries(messages: readonly ChatMessage[]): { tries: Try[]; latest: Program | null } {
  const tries: Try[] = [];
  let latest: Program | null = null;
  for (const { role, content } of messages) {
    if (role === 'assistant') latest = findPrograms(content)[0]?.program ?? latest;
    else if (classifyFollowUp(content) === 'refine')
      tries.push({ program: latest, failure: readFailure(content) });
  }
  return { tries, latest };
}

function readFailure(message: string): Failure {
  const said = message.split('\n')[0] ?? '';
  const step = /\bstep (\d+)\b/i.exec(said)?.[1];
  return {
    step: step === undefined ? null : Number(step),
    ended: step === undefined && /\bran\b|\bend\b|\bfinished\b/i.test(said),
    turns: readInteractions(message),
  };
}

/** Actions and observations in a message: lines that begin `>` with what follows each, or the two with labels. */
export function readInteractions(text: string): LoggedTurn[] {
  const turns: { thought: string; action: string; observation: string }[] = [];
  let open = false;
  for (const line of text.split('\n')) {
    const action = /^\s*(?:>|(?:- )?(?:action|you did)(?: \d+)?:)\s*(.+)$/i.exec(line)?.[1];
    if (action !== undefined) {
      turns.push({ thought: '', action: action.trim(), observation: '' });
      open = true;
      continue;
    }
    const last = turns.at(-1);
    const words = line.replace(/^\s*(?:observation|result)(?: \d+)?:\s*/i, '').trim();
    if (last && open && words !== '') last.observation = `${last.observation} ${words}`.trim();
    if (words === '') open = open && last?.observation === '';
  }
  return turns;
}

/** A question that a running program asks. */
export interface ProgramQuestion {
  readonly asked: string;
  /** A few words are wanted, no sentence. */
  readonly short: boolean;
  readonly turns: readonly LoggedTurn[];
}

/** Reads the question and the interactions shown with it. */
export function readProgramQuestion(message: string): ProgramQuestion {
  const label = /(?:^|\n)[ \t]*(?:the )?(?:question|your program asks|it asks)[^:\n]{0,20}:[ \t]*/i.exec(
    message,
  );
  const start = label ? label.index + label[0].length : 0;
  const paragraph =
    message
      .slice(start)
      .split(/\n\s*\n/)[0]
      ?.trim() ?? '';
  const questions = message.split('\n').filter((line) => line.includes('?') && !/^\s*>/.test(line));
  return {
    asked: label ? paragraph : (questions.at(-1) ?? ''),
    short: /\bshort\w*|\bfew words\b|\bonly the\b|\balone\b/i.test(message.slice(start)),
    turns: readInteractions(label ? message.slice(0, label.index) : message),
  };
}
