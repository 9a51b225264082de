import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const program = resolve('dist/cli/main.js');

/** The suite that ships with the project. */
export const household = resolve('tasks/household');
/** The questions that ship with the project. */
export const encyclopedia = resolve('tasks/encyclopedia');

/** What a command did. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command runs, and what it is given. */
export interface CliOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts the built command, with colours allowed whatever the tests were started with. */
export function startCli(args: readonly string[], { cwd, env }: CliOptions = {}): ChildProcess {
  if (!existsSync(program)) throw new Error(`${program} is missing; build it with: npm run build`);
  return spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, NO_COLOR: '', ...env } });
}

/** Runs the built command to its end. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const child = startCli(args, options);
  child.stdin?.end(options.input ?? '');
  return waitForExit(child);
}

/** What a started command has done when it ends. */
export function waitForExit(child: ChildProcess): Promise<CliResult> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data) => {
    stdout += data;
  });
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

/** Waits until a started command has printed a text; fails when it ends before. Gives what it printed so far. */
export function waitForOutput(child: ChildProcess, text: string): Promise<string> {
  let stdout = '';
  return new Promise((done, fail) => {
    child.stdout?.on('data', (data) => {
      stdout += data;
      if (stdout.includes(text)) done(stdout);
    });
    child.on('close', () => fail(new Error(`ended without printing ${JSON.stringify(text)}`)));
  });
}

/** An empty folder that is gone after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
