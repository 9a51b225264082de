/** A worker's side of the queue: takes jobs, has them done, and leaves the results. */
import { hostname } from 'node:os';
import type { Job as QueueJob, Worker } from 'bullmq';
import { messageOf, UsageError } from '../core/errors.js';
import { type Clock, systemClock } from '../util/clock.js';
import { sha256 } from '../util/hash.js';
import { toolVersion } from '../util/package.js';
import { connectRedis, type RedisLink } from './connect-redis.js';
import { type Job, type JobResult, parseJob } from './job.js';
import { type Player, playJob } from './play-job.js';
import { keepSeconds, prefix, queueName, resultKey, setupKey, workerName } from './queue-names.js';

/** What a worker tells whoever started it. */
export type WorkerEvent =
  | { readonly type: 'ready'; readonly where: string }
  | { readonly type: 'lost' }
  | { readonly type: 'back' }
  | {
      readonly type: 'done';
      /** The episode or call. */
      readonly what: string;
      readonly calls: number;
      /** Why it is not whole; null where it is. */
      readonly stopped: string | null;
    }
  | { readonly type: 'refused'; readonly why: string };

/** How a worker works. */
export interface ServeJobsOptions {
  readonly url: string;
  /** Jobs that are done at a time. */
  readonly concurrency: number;
  /** Makes what the jobs of a run are played with from what its coordinator says of it. Throws where it can not. */
  readonly createPlayer: (setup: unknown) => Promise<Player>;
  readonly onEvent: (event: WorkerEvent) => void;
  /** Aborted when the worker is to end: it gives back what it has not finished. */
  readonly signal: AbortSignal;
  /** Milliseconds after which a job of a worker that is gone is another's; default 6000. */
  readonly lockMilliseconds?: number;
  readonly clock?: Clock;
}

/** Runs of which a worker keeps world, agent and models. */
const mostPlayers = 8;
/** Milliseconds before a job that does not fit this worker may be taken by another. */
const passOnMilliseconds = 1000;
/** Versions that are spoken of at most. */
const mostVersions = 10;
/** Longest that giving back may take, in milliseconds. */
const longestFarewell = 1500;

/** Works until the signal is aborted. Rejects with a UsageError where Redis can not be had. */
export async function serveJobs(options: ServeJobsOptions): Promise<void> {
  const { url, concurrency, onEvent, signal, lockMilliseconds = 6000, clock = systemClock } = options;
  const link = await connectRedis(url);
  const process = createProcessor(link, options, clock, sayOnce(onEvent));
  const worker = new link.bullmq.Worker(queueName, process, {
    connection: link.redis,
    prefix,
    concurrency,
    name: workerName(toolVersion, concurrency, hostname(), globalThis.process.pid),
    lockDuration: lockMilliseconds,
    lockRenewTime: Math.ceil(lockMilliseconds / 3),
    stalledInterval: Math.ceil(lockMilliseconds / 3),
    // A job is given up by its coordinator, which knows whether it is still wanted.
    maxStalledCount: 1000,
    runRetryDelay: 500,
  });
  // What is wrong with Redis is seen at the connection; what is wrong with one job, by its coordinator.
  worker.on('error', () => {});
  worker.on('failed', (_job, error) => onEvent({ type: 'refused', why: messageOf(error) }));
  link.redis.on('close', () => signal.aborted || onEvent({ type: 'lost' }));
  link.redis.on('ready', () => onEvent({ type: 'back' }));
  await worker.waitUntilReady();
  onEvent({ type: 'ready', where: link.where });
  await untilAborted(signal);
  await end(worker, link, clock);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Redis may be gone: then nothing can be given back, and others will find it out by themselves. */
async function end(worker: Worker, link: RedisLink, clock: Clock): Promise<void> {
  await Promise.race([worker.close().catch(() => {}), clock.sleep(longestFarewell)]);
  link.close();
}

function createProcessor(
  link: RedisLink,
  options: ServeJobsOptions,
  clock: Clock,
  onMisfit: (version: string) => void,
) {
  const { UnrecoverableError, DelayedError } = link.bullmq;
  const playerFor = createPlayers(link, options);
  return async (taken: QueueJob, token?: string): Promise<null> => {
    const version = versionOf(taken.data);
    if (version !== toolVersion) {
      onMisfit(version);
      await taken.moveToDelayed(clock.now() + passOnMilliseconds, token);
      throw new DelayedError();
    }
    let job: Job;
    try {
      job = parseJob(taken.data);
    } catch (error) {
      throw new UnrecoverableError(messageOf(error));
    }
    const player = await playerFor(job.setup);
    const result = await playOrSay(player, job, { clock, signal: options.signal });
    await link.redis.set(resultKey(taken.id ?? ''), JSON.stringify(result), 'EX', keepSeconds);
    options.onEvent(describeDone(job, result));
    return null;
  };
}

/** A run that this worker can not play, for want of a key or of a file, is told so. */
async function playOrSay(
  player: Player | UsageError,
  job: Job,
  place: Parameters<typeof playJob>[2],
): Promise<JobResult> {
  const name = hostname();
  const result = player instanceof UsageError ? refusal(job, player) : await playJob(player, job, place);
  const { stopped } = result;
  if (stopped?.why !== 'usage') return result;
  return { ...result, stopped: { ...stopped, message: `worker ${name}: ${stopped.message}` } };
}

function refusal({ format }: Job, { message, remedy }: UsageError): JobResult {
  const stopped = { why: 'usage', message, ...(remedy === undefined ? {} : { remedy }) } as const;
  return { format, answers: [], failedAttempts: 0, stopped };
}

/** Makes the player of each run once. */
function createPlayers({ redis }: RedisLink, { createPlayer }: ServeJobsOptions) {
  const players = new Map<string, Promise<Player | UsageError>>();
  const make = async (digest: string) => {
    const json = await redis.get(setupKey(digest));
    if (json === null || sha256(json) !== digest) throw new Error('what the job belongs to is lost');
    try {
      return await createPlayer(JSON.parse(json));
    } catch (error) {
      if (error instanceof UsageError) return error;
      throw error;
    }
  };
  return (digest: string): Promise<Player | UsageError> => {
    const known = players.get(digest);
    if (known !== undefined) return known;
    const made = make(digest);
    players.set(digest, made);
    // What was lost is sent again, and what was wrong may have been put right.
    made.then(
      (player) => player instanceof UsageError && players.delete(digest),
      () => players.delete(digest),
    );
    const [oldest] = players.keys();
    if (players.size > mostPlayers && oldest !== undefined) players.delete(oldest);
    return made;
  };
}

/** Jobs of other versions are for other workers: each version is spoken of once. */
function sayOnce(onEvent: ServeJobsOptions['onEvent']): (version: string) => void {
  const said = new Set<string>();
  return (version) => {
    if (said.has(version) || said.size >= mostVersions) return;
    said.add(version);
    const why = `jobs of planwright ${version}: this worker is ${toolVersion}; have the same version everywhere`;
    onEvent({ type: 'refused', why });
  };
}

/** The version that sent a job, whatever form its jobs have. */
function versionOf(data: unknown): string {
  const { tool } = (data ?? {}) as { readonly tool?: unknown };
  return typeof tool === 'string' ? tool.slice(0, 40) : 'unknown';
}

function describeDone(job: Job, { answers, stopped }: JobResult): WorkerEvent {
  const what = job.kind === 'rollout' ? job.episode.episodeId : job.request.callId;
  return { type: 'done', what, calls: answers.length, stopped: stopped?.message ?? null };
}
