/** `--executor` and `--redis`: where the model calls of a run are made. */
import { Option } from 'commander';
import type { Override } from '../config/index.js';
import { UsageError } from '../core/errors.js';

/** What was given of them. */
export interface ExecutorOptions {
  readonly executor?: string;
  readonly redis?: string;
}

/** `--executor`. */
export function executorOption(): Option {
  const option = new Option('--executor <name>', 'who plays: this process, or workers on a queue');
  return option.choices(['local', 'bullmq']);
}

/** `--redis`. */
export function redisOption(): Option {
  return new Option('--redis <url>', 'with --executor bullmq: where the queue is (default: REDIS_URL)');
}

/** The settings that they stand for. An address with a password goes nowhere but into this process's environment. */
export function executorOverrides({ executor, redis }: ExecutorOptions): Override[] {
  if (redis !== undefined && executor === 'local')
    throw new UsageError('--redis: only with --executor bullmq', 'leave it out');
  const name = executor ?? (redis === undefined ? undefined : 'bullmq');
  const secret = redis?.includes('@') === true;
  if (secret) process.env.REDIS_URL = redis;
  return [
    ...(name === undefined ? [] : [{ path: ['executor', 'name'], value: name, option: '--executor' }]),
    ...(redis === undefined
      ? []
      : [{ path: ['executor', 'redis'], value: secret ? undefined : redis, option: '--redis' }]),
  ];
}
