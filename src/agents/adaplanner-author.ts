/** Writes AdaPlanner's programs: one growing conversation over all tries of an episode. */
import type { Step } from '../core/episode.js';
import type { ChatMessage, ChatModel, ChatReply, Purpose } from '../core/model.js';
import { type Program, type ReadProgram, readProgram } from './adaplanner-program.js';
import type { AdaplannerPrompts } from './adaplanner-prompts.js';
import { renderInteractions } from './transcript.js';

/** Programs in an episode, those that are no programs included (original code: 6). */
const mostPrograms = 6;
/** Programs that may go on from the step that the model names; later ones start at the first (original code: 3). */
const mostResumed = 3;
/** Interactions that are shown with what went wrong (original code: 3). */
const interactionsShown = 3;
/** Most tokens of a step's number. */
const numberTokens = 20;

/** What the author needs. */
export interface AuthorOptions {
  readonly prompts: AdaplannerPrompts;
  /** Most tokens of a program. */
  readonly programTokens: number;
  /** The rules, with language and examples. */
  readonly system: string;
  /** Job and first observation. */
  readonly task: string;
  readonly model: ChatModel;
}

/** A program and the number of the step that it starts at. */
export interface ProgramToRun {
  readonly program: Program;
  readonly startStep: number;
}

/** Who writes the programs of one episode. */
export interface Author {
  /** The next program; `problem` is what went wrong with the one before. Null after the last try. */
  write(problem: string, steps: readonly Step[]): Promise<ProgramToRun | null>;
}

/** Creates the author of one episode's programs. */
export function createAuthor({ prompts, programTokens, system, task, model }: AuthorOptions): Author {
  const messages: ChatMessage[] = [{ role: 'system', content: system }];
  let written = 0;
  let wasRun = false;
  const say = async (purpose: Purpose, content: string, maxTokens: number): Promise<ChatReply> => {
    messages.push({ role: 'user', content });
    const reply = await model.complete({ purpose, messages: [...messages], sampling: { maxTokens } });
    messages.push({ role: 'assistant', content: reply.text.trim() || '(nothing)' });
    return reply;
  };
  const sayProgram = async (purpose: Purpose, content: string): Promise<ReadProgram> => {
    const { text, finishReason } = await say(purpose, content, programTokens);
    const read = readProgram(text);
    return read.program === undefined && finishReason === 'length'
      ? { problem: 'it was cut off where the limit of its length was; write a shorter one' }
      : read;
  };
  const writeFirst = async () => {
    const first = await sayProgram('write-program', `${task}\n\n${prompts.writeProgram.render({})}`);
    const checked = await sayProgram('check-program', prompts.checkProgram.render({}));
    return checked.program === undefined ? first : checked;
  };
  const refine = (problem: string, steps: readonly Step[]) => {
    const interactions = renderInteractions(steps.slice(-interactionsShown));
    return sayProgram('refine-program', prompts.refineProgram.render({ problem, interactions }));
  };
  const startStep = async () => {
    if (!wasRun || written > mostResumed) return 1;
    const { text } = await say('resume-program', prompts.resumeProgram.render({}), numberTokens);
    return readStep(text);
  };
  return {
    write: async (problem, steps) => {
      let wrong = problem;
      while (written < mostPrograms) {
        written++;
        const { program, problem: malformed } =
          written === 1 ? await writeFirst() : await refine(wrong, steps);
        if (program !== undefined) {
          const start = await startStep();
          wasRun = true;
          return { program, startStep: start };
        }
        wrong = `Your answer is no program: ${malformed}.`;
      }
      return null;
    },
  };
}

/** The first number of a reply; 1 where there is none. */
function readStep(reply: string): number {
  return Number(/\d{1,6}/.exec(reply)?.[0] ?? 1);
}
