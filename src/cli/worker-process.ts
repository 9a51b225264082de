/** What `planwright worker` does. */
import { runWorker } from '../config/run-worker.js';
import type { WorkerEvent } from '../executors/index.js';
import { exitCodes, note, print, printJsonLine } from './output.js';

/** Options of `worker`. */
export interface WorkOptions {
  readonly redis?: string;
  readonly concurrency: number;
  readonly baseUrl?: readonly string[];
  readonly json?: true;
}

/** Works until the user interrupts, and ends the process then. Rejects with a UsageError where the queue can not be had. */
export async function work({ redis, concurrency, baseUrl = [], json }: WorkOptions): Promise<void> {
  const controller = new AbortController();
  const end = () => controller.abort(new Error('interrupted'));
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  let jobs = 0;
  let calls = 0;
  await runWorker({
    concurrency,
    servers: baseUrl,
    signal: controller.signal,
    ...(redis === undefined ? {} : { redis }),
    onOutage: ({ waiting, message }) => note(waiting ? `waiting for the model: ${message}` : message),
    onEvent: (event) => {
      if (event.type === 'done') {
        jobs++;
        calls += event.calls;
      }
      if (json) printJsonLine(event);
      else print(describe(event, concurrency));
    },
  });
  note(`ended; ${jobs} jobs with ${calls} model calls done`);
  // A call that was given up may still be under way.
  process.exit(exitCodes.ok);
}

function describe(event: WorkerEvent, concurrency: number): string {
  switch (event.type) {
    case 'ready':
      return `taking up to ${concurrency} jobs at a time from Redis at ${event.where}; Ctrl+C ends it`;
    case 'lost':
      return 'Redis is gone; waiting for it';
    case 'back':
      return 'Redis is back';
    case 'done':
      return `${event.what}: ${event.calls} calls${event.stopped === null ? '' : `; ${event.stopped}`}`;
    case 'refused':
      return `refused: ${event.why}`;
  }
}
