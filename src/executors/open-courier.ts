/**
 * The coordinator's side of the queue. It knows what it waits for: whatever Redis or a worker loses is sent again, and of
 * all results of one job the first that is well formed is taken.
 */
import type { Queue } from 'bullmq';
import { messageOf, OutageError } from '../core/errors.js';
import { type Clock, systemClock } from '../util/clock.js';
import { toolVersion } from '../util/package.js';
import { hideSecrets } from '../util/secrets.js';
import { connectRedis, type RedisLink } from './connect-redis.js';
import { type Job, type JobResult, parseResult } from './job.js';
import {
  jobIdOf,
  keepSeconds,
  prefix,
  queueName,
  readWorkerName,
  resultKey,
  setupKey,
} from './queue-names.js';
import type { Courier } from './remote-models.js';
import { createSlots, type Slots } from './slots.js';
import { createTrouble, type TroubleOptions } from './trouble.js';

/** How to reach workers. */
export interface CourierOptions extends Pick<TroubleOptions, 'patienceSeconds' | 'onChange'> {
  readonly url: string;
  readonly clock?: Clock;
}

/** A courier with its connection. */
export interface OpenCourier extends Courier {
  /** Names the run: jobs of others are none of its business. Must be called before anything is sent. */
  readonly beginRun: (id: string) => void;
  /** Puts what the jobs share where workers find it; gives its digest. */
  readonly share: (digest: string, json: string) => void;
  /** Takes back what no worker has begun, and ends the connection. */
  readonly close: () => Promise<void>;
}

/** Milliseconds between two looks at what is out. */
const lookEvery = 1000;
/** Times that one job may come back useless before the run is stopped. */
const mostUseless = 5;
/** Longest that each step of the end may take, in milliseconds. */
const longestFarewell = 1500;
/** Jobs out where nobody can tell how many workers there are. */
const slotsUnknown = 32;

/** A job that a result is waited for. */
interface Waiting {
  readonly id: string;
  readonly job: Job;
  readonly priority: number;
  readonly since: number;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: unknown) => void;
  useless: number;
}

/** What the parts of a courier share. */
interface State {
  readonly link: RedisLink;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly slots: Slots;
  readonly waiting: Map<string, Waiting>;
  readonly setups: Map<string, string>;
  readonly closed: AbortController;
  run: string;
}

/** Connects. Rejects with a UsageError where that can not be done. */
export async function openCourier(options: CourierOptions): Promise<OpenCourier> {
  const { url, clock = systemClock } = options;
  const link = await connectRedis(url);
  const { Queue, QueueEvents } = link.bullmq;
  const queue = new Queue(queueName, {
    connection: link.redis,
    prefix,
    streams: { events: { maxLen: 1000 } },
  });
  const events = new QueueEvents(queueName, { connection: link.another(), prefix });
  queue.on('error', () => {});
  events.on('error', () => {});
  const state: State = {
    link,
    queue,
    clock,
    slots: createSlots(slotsUnknown),
    waiting: new Map(),
    setups: new Map(),
    closed: new AbortController(),
    run: '',
  };
  events.on('completed', ({ jobId }) => lookAt(state, jobId));
  events.on('failed', ({ jobId, failedReason }) => {
    const one = state.waiting.get(jobId);
    if (one) countUseless(one, failedReason);
  });
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
  await countWorkers(state);
  const watching = watch(state, options);
  return {
    beginRun: (id) => {
      state.run = id;
    },
    share: (digest, json) => state.setups.set(digest, json),
    slots: state.slots.count,
    inTurn: state.slots.run,
    send: (job, request) => send(state, job, request),
    close: async () => {
      const taken = [...state.waiting.keys()].map((id) => queue.remove(id));
      await untilThen(clock, Promise.allSettled(taken));
      state.closed.abort(new Error('closed'));
      await watching;
      await untilThen(clock, Promise.allSettled([events.close(), queue.close()]));
      link.close();
    },
  };
}

/** Waits for a farewell, but not for long: Redis may be gone. */
async function untilThen(clock: Clock, farewell: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const late = clock.sleep(longestFarewell, over.signal).catch(() => {});
  await Promise.race([farewell, late]);
  over.abort(new Error('done'));
}

function send(
  state: State,
  job: Job,
  { priority, signal }: Parameters<Courier['send']>[1],
): Promise<JobResult> {
  const id = jobIdOf(state.run, JSON.stringify(job));
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      settle();
      reject(signal?.reason);
      void state.queue.remove(id).catch(() => {});
    };
    const settle = () => {
      state.waiting.delete(id);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const waiting: Waiting = {
      id,
      job,
      priority,
      since: state.clock.elapsed(),
      useless: 0,
      resolve: (result) => {
        settle();
        resolve(result);
      },
      reject: (error) => {
        settle();
        reject(error);
      },
    };
    state.waiting.set(id, waiting);
    put(state, waiting);
  });
}

/** Puts a job into the queue, unless there is a result of it from before the run was resumed. */
function put(state: State, { id, job, priority }: Waiting): void {
  const attempt = async () => {
    if (await take(state, id)) return;
    const setup = state.setups.get(job.setup) ?? '';
    await state.link.redis.set(setupKey(job.setup), setup, 'EX', keepSeconds);
    await state.queue.add(job.kind, job, {
      jobId: id,
      // The queue's numbers go the other way, and 0 is before all others.
      priority: priority < 0 ? Math.ceil(-100 * priority) : 0,
      removeOnComplete: true,
      removeOnFail: true,
    });
  };
  // What fails here is looked at again.
  attempt().catch(() => {});
}

/** Takes the result of a job, if there is one; one that is malformed is thrown away and the job sent again. */
async function take(state: State, id: string): Promise<boolean> {
  const json = await state.link.redis.get(resultKey(id));
  const one = state.waiting.get(id);
  if (json === null || one === undefined) return false;
  let result: JobResult;
  try {
    result = parseResult(json);
  } catch (error) {
    await state.link.redis.del(resultKey(id));
    countUseless(one, messageOf(error));
    return true;
  }
  one.resolve(result);
  await state.link.redis.del(resultKey(id));
  return true;
}

/** The job is sent again when it is looked after next. */
function countUseless(one: Waiting, reason: string): void {
  if (++one.useless < mostUseless) return;
  const why = hideSecrets(reason).slice(0, 300);
  one.reject(new OutageError(`workers could not do a job ${mostUseless} times; the last: ${why}`));
}

function lookAt(state: State, id: string): void {
  if (state.waiting.has(id)) take(state, id).catch(() => {});
}

/** Looks after all jobs that are out until the courier is closed. */
async function watch(state: State, { patienceSeconds, onChange }: CourierOptions): Promise<void> {
  const { clock, closed, link, waiting } = state;
  const trouble = createTrouble({ clock, patienceSeconds, onChange });
  for (;;) {
    try {
      await clock.sleep(lookEvery, closed.signal);
    } catch {
      return;
    }
    let problem: string | null = null;
    if (!link.isUp()) problem = `Redis at ${link.where} does not answer`;
    else problem = await lookAround(state).catch(() => null);
    const over = trouble.see(waiting.size === 0 ? null : problem);
    if (over !== null) for (const one of [...waiting.values()]) one.reject(new OutageError(over));
  }
}

/** Sends again what is lost; gives what is wrong with the workers, null where nothing is. */
async function lookAround(state: State): Promise<string | null> {
  const problem = await countWorkers(state);
  const before = state.clock.elapsed() - lookEvery;
  for (const one of [...state.waiting.values()]) {
    if (one.since > before || (await take(state, one.id))) continue;
    const known = await state.queue.getJobState(one.id);
    if (known === 'unknown' && state.waiting.has(one.id)) put(state, one);
  }
  return problem;
}

/** Makes room for as many jobs as keep all workers busy. */
async function countWorkers({ queue, slots, link }: State): Promise<string | null> {
  const names = (await queue.getWorkers()).map(({ name, rawname }) => rawname ?? name ?? '');
  if (names.some((name) => name.startsWith('GCP'))) return null;
  const workers = names.flatMap((name) => readWorkerName(name) ?? []);
  const ours = workers.filter(({ version }) => version === toolVersion);
  const busy = ours.reduce((sum, one) => sum + one.slots, 0);
  slots.resize(Math.max(4, Math.ceil(1.5 * busy)));
  if (ours.length > 0) return null;
  const others = workers.length === 0 ? '' : ` (${workers.length} of another version do not fit)`;
  return `no worker of planwright ${toolVersion} is at Redis ${link.where}${others}; start some with: planwright worker`;
}
