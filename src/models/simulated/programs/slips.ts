/** What goes wrong when a program is written down: seldom, and mostly in ways that a second look finds. */
import type { Random } from '../../../util/random.js';
import { pickWeighted } from '../../../util/weighted.js';
import { type Command, formatProgram, type Program } from './program.js';

/** A way to get a program wrong. */
type Slip = (program: Program, random: Random) => string;

const slips: readonly (readonly [number, Slip])[] = [
  [3, (program) => formatProgram(changeFirst(program, hasExpectation, withoutExpectation))],
  [2, (program) => formatProgram(changeFirst(program, isNumbered, withoutNumber))],
  [2, (program) => formatProgram(changeFirst(program, isPlacing, inOtherForm))],
  [1, (program, random) => malform(formatProgram(program), random)],
];

/** The program as text with one thing wrong in it. */
export function slipInProgram(program: Program, random: Random): string {
  const slip = pickWeighted(random, slips, ([weight]) => weight)?.[1];
  return slip ? slip(program, random) : formatProgram(program);
}

type Change = (command: Command) => Command;

/** The program with the last command that fits changed. */
function changeFirst(program: Program, fits: (command: Command) => boolean, change: Change): Program {
  let done = false;
  const visit = (command: Command): Command => {
    if (!done && fits(command)) {
      done = true;
      return change(command);
    }
    return 'do' in command ? { ...command, do: command.do.map(visit) } : command;
  };
  return { steps: program.steps.map((step) => ({ ...step, do: step.do.map(visit) })) };
}

function hasExpectation(command: Command): boolean {
  return 'action' in command && command.expect !== undefined;
}

function withoutExpectation(command: Command): Command {
  return 'action' in command ? { action: command.action } : command;
}

function isNumbered(command: Command): boolean {
  return 'action' in command && /^go to .* \d+$/.test(command.action);
}

function withoutNumber(command: Command): Command {
  return 'action' in command ? { ...command, action: command.action.replace(/ \d+$/, '') } : command;
}

function isPlacing(command: Command): boolean {
  return 'action' in command && /^(?:move|put) /.test(command.action);
}

/** `move ... to` where the rules say `put ... in/on`, and the other way round. */
function inOtherForm(command: Command): Command {
  if (!('action' in command)) return command;
  const { action } = command;
  const other = action.startsWith('move ')
    ? action.replace(/^move (.*) to /, 'put $1 in ')
    : action.replace(/^put (.*) in\/on /, 'move $1 to ');
  return { ...command, action: other };
}

/** Text that is no longer JSON: a bracket is missing, or a comma stands at the end of a list. */
function malform(text: string, random: Random): string {
  return random.chance(0.5) ? text.slice(0, -1) : text.replace(/\]\}$/, ',]}');
}
