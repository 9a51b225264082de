/** R1: a run in a process of its own that is killed at random and gone on with. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { NamedConfig } from '../../src/config/index.js';
import { createRandom } from '../../src/util/random.js';
import { outcomeOf } from './run-again.js';

const program = resolve('dist/cli/main.js');

/** What came of some rounds. */
export interface KillCounts {
  readonly rounds: number;
  readonly kills: number;
  /** Rounds whose plans and results were those of the undisturbed run. */
  readonly same: number;
}

/** How runs are killed. */
export interface KillOptions {
  /** Config file of the run. */
  readonly file: string;
  readonly rounds: number;
  /** Kills in each round. */
  readonly kills: number;
  readonly seed: number;
  /** Requests that an undisturbed run sends. */
  readonly requests: number;
  /** Resolves when the server has been sent so many more requests. */
  readonly afterRequests: (count: number) => Promise<void>;
  /** What the undisturbed run leaves behind. */
  readonly expected: Readonly<Record<string, string>>;
}

/** Kills runs after a random number of requests and a random moment more, and goes on with them to their end. */
export async function killRuns(config: NamedConfig, options: KillOptions): Promise<KillCounts> {
  const random = createRandom('kill-runs', options.seed);
  const folder = join(config.runs, 'mine');
  let [kills, same] = [0, 0];
  for (let round = 0; round < options.rounds; round++) {
    rmSync(folder, { recursive: true, force: true });
    for (let kill = 0; kill < options.kills; kill++) {
      const requests = 1 + random.below(Math.ceil(options.requests / options.kills));
      const ended = await runUntil(
        argumentsFor(folder, options.file),
        options.afterRequests(requests),
        random.next() * 20,
      );
      if (ended === null) kills++;
    }
    const code = await runUntil(argumentsFor(folder, options.file));
    if (code === 0 && JSON.stringify(outcomeOf(config)) === JSON.stringify(options.expected)) same++;
  }
  return { rounds: options.rounds, kills, same };
}

function argumentsFor(folder: string, file: string): string[] {
  const command = existsSync(folder) ? ['resume', folder] : ['train', file, '--run-id', 'mine'];
  return [...command, '--display', 'none'];
}

/** Exit code of a command, or null where it was killed: a moment after `moment`, if that is given. */
function runUntil(args: readonly string[], moment?: Promise<void>, milliseconds = 0): Promise<number | null> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
  void moment?.then(() => setTimeout(() => child.kill('SIGKILL'), milliseconds));
  return new Promise((done) => {
    child.on('exit', (code) => done(code));
  });
}
