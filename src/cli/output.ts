/**
 * Where the command line writes: results on stdout, everything else on stderr. Whatever is written can neither steer the
 * terminal nor show a key; colours are the only exception, and are put on here.
 */
import type { WriteStream } from 'node:tty';
import { BudgetError, messageOf, UsageError } from '../core/errors.js';
import { describeFileError, isFileError } from '../util/files.js';
import { hideSecrets } from '../util/secrets.js';
import { showJsonPlainly, showPlainly } from '../util/show-plainly.js';

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

/** Colours that a line may have. */
export type Colour = 'green' | 'red';

const colours = { green: '\u001b[32m', red: '\u001b[31m' } as const;

/** Prints a result. */
export function print(text: string, colour?: Colour): void {
  process.stdout.write(`${paint(text, colour)}\n`);
}

/** Prints a part of a line of the result. */
export function printInLine(text: string): void {
  process.stdout.write(toScreenText(text));
}

/** Prints one JSON document as the result. */
export function printJson(value: unknown): void {
  process.stdout.write(`${toJsonText(value, 2)}\n`);
}

/** Prints a result as one line of JSON, for whoever reads it while the command goes on. */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${toJsonText(value)}\n`);
}

/** Tells the user something that is not the result. */
export function note(text: string, colour?: Colour): void {
  process.stderr.write(`${paint(text, colour)}\n`);
}

/** Tells the user something that is not the result as one line of JSON. */
export function noteJson(value: unknown): void {
  process.stderr.write(`${toJsonText(value)}\n`);
}

/** One of both ways out, for what can take either. */
export interface Channel {
  readonly stream: WriteStream;
  readonly write: (text: string, colour?: Colour) => void;
  /** One line of JSON. */
  readonly writeJson: (value: unknown) => void;
}

/** Standard error: for everything but results. */
export const errorChannel: Channel = { stream: process.stderr, write: note, writeJson: noteJson };

/** Standard output: for results. */
export const resultChannel: Channel = {
  stream: process.stdout,
  write: print,
  writeJson: (value) => process.stdout.write(`${toJsonText(value)}\n`),
};

/** A text as it may be shown: see `showPlainly` and `hideSecrets`. */
export function toScreenText(text: string): string {
  return showPlainly(hideSecrets(text));
}

function paint(text: string, colour: Colour | undefined): string {
  const shown = toScreenText(text);
  return colour === undefined ? shown : `${colours[colour]}${shown}\u001b[0m`;
}

function toJsonText(value: unknown, indent?: number): string {
  const json = JSON.stringify(
    value,
    (_key, inner: unknown) => (typeof inner === 'string' ? hideSecrets(inner) : inner),
    indent,
  );
  return showJsonPlainly(json);
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
  if (isFileError(error)) {
    note(`error: ${error.path === undefined ? '' : `${error.path}: `}${describeFileError(error)}`);
    return exitCodes.usage;
  }
  note(`internal error: ${oneLine(messageOf(error))} (set PLANWRIGHT_DEBUG=1 to see where)`);
  if (process.env.PLANWRIGHT_DEBUG && error instanceof Error) note(error.stack ?? '');
  return exitCodes.internal;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
