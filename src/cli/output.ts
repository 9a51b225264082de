/** Where the command line writes: results on stdout, everything else on stderr. */
import { BudgetError, messageOf, UsageError } from '../core/errors.js';
import { showPlainly } from '../util/show-plainly.js';

export { showPlainly };

/** Exit codes of every command. */
export const exitCodes = {
  ok: 0,
  internal: 1,
  usage: 2,
  tooManyErrors: 3,
  budget: 4,
  gate: 100,
  interrupted: 130,
} as const;

/** Prints a result. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints one JSON document as the result. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Tells the user something that is not the result. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Says in one line what went wrong, and gives the exit code for it. */
export function reportError(error: unknown): number {
  if (error instanceof UsageError) {
    note(`error: ${oneLine(error.message)}${error.remedy ? ` (${oneLine(error.remedy)})` : ''}`);
    return exitCodes.usage;
  }
  if (error instanceof BudgetError) {
    note(`stopped: ${oneLine(error.message)}`);
    return exitCodes.budget;
  }
  note(`internal error: ${oneLine(messageOf(error))} (set PLANWRIGHT_DEBUG=1 to see where)`);
  if (process.env.PLANWRIGHT_DEBUG && error instanceof Error) note(error.stack ?? '');
  return exitCodes.internal;
}

function oneLine(text: string): string {
  return showPlainly(text.trim().replace(/\s*\n\s*/g, ' '));
}
