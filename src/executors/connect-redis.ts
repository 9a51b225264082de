/** Connections to Redis. Its client and the queue are installed by those who use them, and loaded here alone. */
import type * as Bullmq from 'bullmq';
import type { Redis } from 'ioredis';
import { messageOf, UsageError } from '../core/errors.js';
import { hideSecrets } from '../util/secrets.js';

/** A connection that comes back by itself when it is lost. */
export interface RedisLink {
  readonly redis: Redis;
  /** The queue's library. */
  readonly bullmq: typeof Bullmq;
  /** Host and port, for people. */
  readonly where: string;
  /** Whether Redis answers now. */
  readonly isUp: () => boolean;
  /** A further connection to the same Redis, which `close` ends too. */
  readonly another: () => Redis;
  readonly close: () => void;
}

/** Milliseconds between two tries to reach Redis again, at most. */
const longestPause = 1000;
/** Milliseconds that one try may take. */
const connectTimeout = 5000;

/**
 * Connects. Rejects with a UsageError where the libraries are missing, and where Redis can not be reached or lets nobody
 * in: later it is waited for.
 */
export async function connectRedis(url: string): Promise<RedisLink> {
  const { bullmq, Client } = await loadLibraries();
  const { hostname, port } = new URL(url);
  const where = `${hostname}:${port || 6379}`;
  const redis = new Client(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout,
    retryStrategy: (times) => Math.min(100 * times, longestPause),
  });
  let last = '';
  redis.on('error', (error: Error) => {
    last = messageOf(error) || String((error as { code?: unknown }).code ?? '');
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    const why = hideSecrets(last || messageOf(error));
    throw new UsageError(
      `can not use Redis at ${where}: ${why}`,
      'start it with redis-server, or name another with --redis URL or REDIS_URL',
    );
  }
  const others: Redis[] = [];
  return {
    redis,
    bullmq,
    where,
    isUp: () => redis.status === 'ready',
    another: () => {
      const other = redis.duplicate();
      // Whoever asks in vain waits: the first connection says what is wrong.
      other.on('error', () => {});
      others.push(other);
      return other;
    },
    close: () => {
      for (const one of [redis, ...others]) one.disconnect();
    },
  };
}

/** Both, or a UsageError that says how to install them. */
async function loadLibraries(): Promise<{ bullmq: typeof Bullmq; Client: typeof Redis }> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Client: ioredis.Redis };
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      'to work on several machines, planwright needs two more packages',
      'install them where planwright is: npm install bullmq@6 ioredis@6',
    );
  }
}
