import { toScreenText } from './output.js';

/** Prints a file's text as the result: byte for byte into a pipe or a file, and plainly on a terminal. */
export function printExact(text: string): void {
  process.stdout.write(process.stdout.isTTY ? toScreenText(text) : text);
}
