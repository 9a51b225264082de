/** What example programs teach about answering questions. */
import type { QuestionDirectives } from '../questions/decide-question.js';
import { type Command, flatten } from './program.js';
import type { ExampleProgram } from './read-programming.js';

/** What a reader takes from examples for questions. */
export interface SearchLessons {
  readonly directives: QuestionDirectives;
  /** Words by which the examples tell that a search found no page; null where they do not. */
  readonly noPage: string | null;
}

/** Reads examples. */
export function learnToSearch(examples: readonly ExampleProgram[]): SearchLessons {
  const shown = examples.map(({ job, program }) => ({
    job,
    commands: program.steps.flatMap((step) => flatten(step.do)),
  }));
  const all = shown.flatMap(({ commands }) => commands);
  return {
    directives: {
      exactName: shown.some(({ job, commands }) => commands.some((command) => searchesName(command, job))),
      secondPage: examples.some(({ program }) => program.steps.filter(isSearching).length > 1),
      lookUp: all.some((command) => 'action' in command && /^lookup\[/i.test(command.action)),
      shortAnswer: all.some(
        (command) => 'ask' in command && /\bshort\w*|\bonly\b|\bfew words\b/i.test(command.ask),
      ),
    },
    noPage:
      all.flatMap((command) => ('if' in command && leadsToSearch(command) ? [command.if] : []))[0] ?? null,
  };
}

function isSearch(command: Command): boolean {
  return 'action' in command && /^search\[/i.test(command.action);
}

function isSearching(step: { readonly do: readonly Command[] }): boolean {
  return flatten(step.do).some(isSearch);
}

function leadsToSearch(command: Command): boolean {
  return 'do' in command && flatten(command.do).some(isSearch);
}

/** Whether a command searches for a name, not for the whole question. */
function searchesName(command: Command, job: string): boolean {
  const name = 'action' in command ? /^search\[([^{\]]+)\]/i.exec(command.action)?.[1] : undefined;
  return name !== undefined && name.length < job.length / 1.5;
}
