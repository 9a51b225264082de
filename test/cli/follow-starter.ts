/** Does what a newcomer does: makes a starter in an empty folder and runs the commands that it prints. */
import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { runCli } from './run-cli.js';

/** A command as it was printed, and what came of it. */
export interface FollowedCommand {
  readonly command: string;
  readonly output: string;
  readonly seconds: number;
}

/** Runs `init` in a folder, then each printed command in a shell. Throws where one fails. */
export async function followStarter(cwd: string, args: readonly string[] = []): Promise<FollowedCommand[]> {
  const began = performance.now();
  const { code, stdout, stderr } = await runCli(['init', ...args], { cwd });
  if (code !== 0) throw new Error(stderr);
  const init = { command: ['init', ...args].join(' '), output: stdout, seconds: secondsSince(began) };
  const commands = stdout.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
  return [init, ...commands.map((command) => follow(cwd, command))];
}

function follow(cwd: string, command: string): FollowedCommand {
  const began = performance.now();
  const output = execFileSync('sh', ['-c', command], { cwd, encoding: 'utf8', stdio: 'pipe' });
  return { command, output, seconds: secondsSince(began) };
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000;
}
