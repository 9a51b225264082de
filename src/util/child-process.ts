/** The one place where other programs are started: they speak in lines, and none outlives this process. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { systemClock } from './clock.js';
import { describeFileError, isFileError } from './files.js';
import { hideSecrets } from './secrets.js';
import { showOnOneLine } from './show-plainly.js';

/** A program to start. */
export interface ChildOptions {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** The folder that it works in. */
  readonly folder: string;
  /** Most bytes of a line of its output. */
  readonly longestLine: number;
  /** Takes each line of its output, without its end. */
  readonly onLine: (line: string) => void;
  /** Told once, when the program is gone of its own or did what can not be gone on with: why, in words. */
  readonly onLost: (reason: string) => void;
}

/** A program that runs. All of it ends with this process. */
export interface Child {
  /** Writes a line to its input. */
  send(line: string): void;
  /** The last line that it wrote to stderr, fit for a screen; empty where there is none. */
  lastWords(): string;
  /** Closes its input, and ends it where it has not ended a second later. */
  end(): void;
  /** Ends it at once, and all that it has started. */
  kill(): void;
}

/** How long a program that was asked to end may take, in milliseconds. */
const patience = 1000;
/** How long the output of a program that has ended is waited for: something it started may hold it open. */
const drain = 300;
/** How much of stderr is kept, in characters, and how much of its last line is shown. */
const keptErrors = 8192;
const shownErrors = 300;

/** Starts a program. What goes wrong with it, the start included, is told to `onLost`. */
export function startChild(options: ChildOptions): Child {
  const { command, folder, onLost } = options;
  let errors = '';
  let over = false;
  const gone = new AbortController();
  const finish = (reason: string | null) => {
    if (over) return;
    over = true;
    gone.abort('gone');
    letGo(child);
    if (reason !== null) onLost(reason);
  };
  const [program = '', ...words] = command;
  const child = spawn(program, words, { cwd: folder, detached: ownGroup, windowsHide: true });
  child.on('error', (error) => finish(`can not be started: ${describeStart(error)}`));
  hold(child);
  // Where this process has no files left to open, it has no streams either.
  if (child.stdin !== undefined) {
    child.stdin.on('error', () => finish('has closed its input'));
    child.stdout.on('error', () => {});
    child.stderr.on('error', () => {});
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-keptErrors);
    });
    readLines(child, options, () => over, finish);
  }
  child.on('exit', (code, signal) => {
    const reason = signal === null ? `has ended with exit code ${code}` : `was ended by ${signal}`;
    killGroup(child);
    child.on('close', () => finish(reason));
    soon(drain, gone.signal, () => finish(reason));
  });
  return {
    send: (line) => {
      if (!over) child.stdin.write(`${line}\n`);
    },
    lastWords: () => lastLine(errors),
    end: () => {
      if (over) return;
      child.stdin.end();
      child.on('exit', () => finish(null));
      soon(patience, gone.signal, () => finish(null));
    },
    kill: () => finish(null),
  };
}

function describeStart(error: Error): string {
  return isFileError(error) && 'code' in error && error.code === 'ENOENT'
    ? 'there is no such program'
    : describeFileError(error);
}

function soon(milliseconds: number, signal: AbortSignal, work: () => void): void {
  systemClock.sleep(milliseconds, signal).then(work, () => {});
}

/** The last line that says something, short and fit for a screen. */
function lastLine(errors: string): string {
  const line = errors.split('\n').findLast((one) => one.trim() !== '') ?? '';
  return showOnOneLine(hideSecrets(line.trim())).slice(0, shownErrors);
}

const lineFeed = 0x0a;

function readLines(
  { stdout }: ChildProcessWithoutNullStreams,
  { longestLine, onLine }: ChildOptions,
  isOver: () => boolean,
  finish: (reason: string) => void,
): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pieces: Buffer[] = [];
  let length = 0;
  const take = (bytes: Buffer) => {
    pieces.push(bytes);
    length += bytes.length;
    if (length > longestLine) finish(`wrote a line of more than ${longestLine} bytes`);
  };
  stdout.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      const bytes = Buffer.concat(pieces);
      pieces = [];
      length = 0;
      if (isOver()) return;
      try {
        onLine(decoder.decode(bytes));
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        return finish('wrote a line that is no UTF-8');
      }
    }
    if (!isOver()) take(chunk.subarray(start));
  });
}

/** Programs that run; they keep nobody from ending. */
const running = new Set<ChildProcessWithoutNullStreams>();
/** A group of its own: a program ends with all that it has started, and not by a key that was pressed for us. */
const ownGroup = process.platform !== 'win32';
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function hold(child: ChildProcessWithoutNullStreams): void {
  if (running.size === 0) {
    process.on('exit', killAll);
    for (const signal of endings) process.on(signal, onEnding);
  }
  running.add(child);
  for (const part of [child, child.stdin, child.stdout, child.stderr])
    (part as { unref?: () => void } | undefined)?.unref?.();
}

function letGo(child: ChildProcessWithoutNullStreams): void {
  killGroup(child);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  if (!running.delete(child) || running.size > 0) return;
  process.off('exit', killAll);
  for (const signal of endings) process.off(signal, onEnding);
}

/** Who else listens ends the work in its own way; where nobody does, the signal does what it always does. */
function onEnding(signal: NodeJS.Signals): void {
  killAll();
  if (process.listenerCount(signal) > 1) return;
  process.off(signal, onEnding);
  process.kill(process.pid, signal);
}

function killAll(): void {
  for (const child of running) killGroup(child);
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    if (ownGroup) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended already.
  }
}
