import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** Starts a server of the bench in a process of its own; it prints its address. */
export function startBenchServer(
  script: string,
  ...given: readonly string[]
): Promise<{ child: ChildProcess; url: string }> {
  const args = ['--import', 'tsx', resolve('test/bench', script), ...given];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((done, fail) => {
    child.on('exit', () => fail(new Error(`${script} has ended`)));
    child.stdout?.once('data', (data) => done({ child, url: String(data).trim() }));
  });
}
