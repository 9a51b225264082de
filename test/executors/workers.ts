import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { startCli, waitForOutput } from '../cli/run-cli.js';

/** Starts a worker in a process of its own and waits until it takes jobs. It is gone after the test. */
export async function startWorker(
  url: string,
  { concurrency = 4, env = {} }: { concurrency?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<ChildProcess> {
  const args = ['worker', '--concurrency', `${concurrency}`];
  const worker = startCli(args, { env: { REDIS_URL: url, ...env } });
  onTestFinished(() => void worker.kill('SIGKILL'));
  await waitForOutput(worker, 'Ctrl+C ends it');
  return worker;
}
