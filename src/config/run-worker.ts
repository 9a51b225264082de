/** A worker: takes jobs of any runs from a queue until it is asked to end. */
import { resolveRedisUrl, type ServeJobsOptions, serveJobs } from '../executors/index.js';
import { createLimit } from '../models/index.js';
import { keepSecret } from '../util/secrets.js';
import type { OnOutage } from './attempt-layers.js';
import { createPlayer } from './create-player.js';

/** How to work. */
export interface WorkerOptions
  extends Pick<ServeJobsOptions, 'concurrency' | 'onEvent' | 'signal' | 'lockMilliseconds'> {
  /** Where the queue is; else `REDIS_URL` says so, else it is on this machine. */
  readonly redis?: string;
  /** Addresses of model servers that jobs may name, beside those that need no leave. */
  readonly servers: readonly string[];
  /** Told when a model's server is gone, and when it answers again. */
  readonly onOutage: OnOutage;
}

/** Works. Rejects with a UsageError where the queue can not be had. */
export async function runWorker({ redis, servers, onOutage, ...options }: WorkerOptions): Promise<void> {
  keepSecret(process.env.OPENAI_API_KEY ?? '');
  const limit = createLimit(options.concurrency);
  await serveJobs({
    ...options,
    url: resolveRedisUrl(redis, process.env),
    createPlayer: async (setup) => createPlayer(setup, { limit, servers, onOutage }),
  });
}
