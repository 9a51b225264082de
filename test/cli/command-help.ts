/** What each command shows as its help, and the examples in it. */
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/create-program.js';

/** A command with its name as it is typed. */
export interface NamedCommand {
  readonly name: string;
  readonly command: Command;
}

/** All commands below one, at any depth, groups included. */
export function listCommands(parent: Command, before = ''): NamedCommand[] {
  return parent.commands.flatMap((command) => {
    const name = `${before}${command.name()}`;
    return [{ name, command }, ...listCommands(command, `${name} `)];
  });
}

/** The help of a command, with what was added to it. */
export function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

/** The commands among the examples of a help text; lines that end in a backslash go on. */
export function examplesIn(help: string): string[] {
  const examples = help
    .split(/^Examples?:\n/m)
    .slice(1)
    .join('');
  return examples
    .replace(/ *\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => /^ {2}(planwright .*)$/.exec(line)?.[1] ?? [])
    .flatMap((line) => line.split(/ && | \| | > | +# /).filter((part) => part.startsWith('planwright ')));
}

/** The words of a command line: quotation marks hold one together. */
export function splitWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}

/** Parses a command line without running anything. Throws what commander says of it; gives the command's name. */
export async function parseWithoutRunning(words: readonly string[]): Promise<string> {
  const program = createProgram();
  let parsed = '';
  for (const { name, command } of listCommands(program)) {
    command.configureOutput({ writeOut: () => {}, writeErr: () => {} });
    if (command.commands.length === 0)
      command.action(() => {
        parsed = name;
      });
  }
  program.configureOutput({ writeOut: () => {}, writeErr: () => {} });
  await program.parseAsync(words, { from: 'user' });
  return parsed;
}
