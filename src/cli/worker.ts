/** `planwright worker`: plays for runs on other machines. */
import type { Command } from 'commander';
import { collect, wholeNumber } from './arguments.js';
import type { WorkOptions } from './worker-process.js';

const help = `
Any number of workers may share a queue, on any machines, and come and go as they like: what one of them leaves behind
is done by another. They take API keys from their own environment, and send them to OPENAI_BASE_URL (or OpenAI) and to
the servers that --base-url names. They need the packages bullmq and ioredis, and the version of planwright that the runs
have. Ctrl+C gives back within two seconds what is not finished.

Examples:
  planwright worker
  planwright worker --redis redis://10.0.0.5:6379 --concurrency 16
  REDIS_URL=rediss://:password@queue.example.com:6380 planwright worker --base-url http://10.0.0.7:8000/v1
  planwright train configs/quickstart.yaml --executor bullmq --redis redis://10.0.0.5:6379`;

/** Adds the command. */
export function registerWorker(program: Command): void {
  program
    .command('worker')
    .description('play for runs on other machines, from a queue in Redis, until Ctrl+C')
    .option('--redis <url>', 'where the queue is; default: REDIS_URL, or redis://127.0.0.1:6379')
    .option('--concurrency <n>', 'jobs and model calls at a time', wholeNumber(1, 10_000), 8)
    .option(
      '--base-url <url>',
      'a model server that runs may name; may be repeated',
      (value: string, before: readonly string[] = []) => collect(value, before),
    )
    .option('--json', 'say what is done as JSON, one document a line')
    .addHelpText('after', help)
    .action(async (options: WorkOptions) => {
      const { work } = await import('./worker-process.js');
      await work(options);
    });
}
