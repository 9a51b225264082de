/** What others may do to a queue: workers and runs refuse it, say so, and go on. */
import { Queue, type Job as QueueJob, Worker } from 'bullmq';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPlayer, type PlayerTools } from '../../src/config/create-player.js';
import type { ChatModel } from '../../src/core/model.js';
import { type Player, playJob } from '../../src/executors/play-job.js';
import { type ServeJobsOptions, serveJobs, type WorkerEvent } from '../../src/executors/serve-jobs.js';
import { createLimit } from '../../src/models/index.js';
import { systemClock } from '../../src/util/clock.js';
import { sha256 } from '../../src/util/hash.js';
import { toolVersion } from '../../src/util/package.js';
import { localOutcome, outcomeOf, queuedAt, recordedIds, train, trainingWith } from './queued-run.js';
import { describeWithRedis, type RedisServer, startRedis } from './redis-server.js';

const tools: PlayerTools = { limit: createLimit(4), servers: [], onOutage: () => {} };
const format = 'planwright-job/1';

function connectionOf({ url }: RedisServer) {
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port), maxRetriesPerRequest: null };
}

/** A worker in this process; gives what it says. It ends with the test. */
async function serve({ url }: RedisServer, options: Partial<ServeJobsOptions> = {}) {
  const controller = new AbortController();
  const events: WorkerEvent[] = [];
  const serving = serveJobs({
    url,
    concurrency: 4,
    createPlayer: async (setup) => createPlayer(setup, tools),
    onEvent: (event) => events.push(event),
    signal: controller.signal,
    ...options,
  });
  onTestFinished(async () => {
    controller.abort();
    await serving;
  });
  await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining({ type: 'ready' })), 10_000);
  return events;
}

function queueOf(redis: RedisServer): Queue {
  const queue = new Queue('jobs', { connection: connectionOf(redis), prefix: 'planwright' });
  onTestFinished(() => queue.close());
  return queue;
}

/** A worker of somebody else's, which gives whatever it likes as the result of a job. */
function impostor(
  redis: RedisServer,
  answer: (job: QueueJob) => string | null | Promise<string>,
  name = `${toolVersion}/4/odd`,
) {
  const worker = new Worker(
    'jobs',
    async (job) => {
      const text = await answer(job);
      if (text !== null) await redis.client.set(`planwright:result:${job.id}`, text);
      return null;
    },
    { connection: connectionOf(redis), prefix: 'planwright', name },
  );
  onTestFinished(() => worker.close(true));
  return worker;
}

const simulated = { provider: 'simulated', name: 'simulated-strong', numbers: {} };
const everyRole = (model: unknown) => ({
  agent: model,
  reflection: model,
  update: model,
  formalizer: model,
  judge: model,
});

/** What a run says of itself, with changes. */
function setupWith(world: object, model: unknown = simulated) {
  return {
    world: {
      suite: 'sha256:0',
      name: 'alfworld',
      version: '0',
      environment: {},
      agent: {},
      prompts: {},
      shown: [],
      ...world,
    },
    models: everyRole(model),
    sampling: {},
    seed: 0,
    attempts: 1,
    maxPauseSeconds: 1,
    outageSeconds: 1,
    prices: {},
  };
}

test.each([
  ['a module as its world', { environment: { module: '/tmp/evil.mjs' } }],
  ['a program as its world', { environment: { command: ['touch', '/tmp/evil'] } }],
  ['a module as its agent', { agent: { name: 'own', module: '/tmp/evil.mjs' } }],
  ['an agent of the user’s own', { agent: { name: 'own' } }],
  ['a file of demonstrations', { agent: { name: 'react', demonstrations: '/etc/passwd' } }],
  ['a live site', { name: 'hotpotqa', environment: { options: { backend: 'mediawiki', userAgent: 'me' } } }],
  ['a world that there is not', { name: 'nowhere' }],
  ['another version of the world', {}],
])('a worker plays no run that names %s', async (_what, world) => {
  const player = createPlayer(setupWith(world), tools);
  await expect(player.world()).rejects.toThrow();
});

test('a worker sends a key to no server that its user has not named', async () => {
  vi.stubEnv('SOME_KEY', 'sk-canary0123456789abcdef');
  onTestFinished(() => void vi.unstubAllEnvs());
  const model = { provider: 'openai', name: 'm', baseUrl: 'https://evil.example/v1', apiKeyEnv: 'SOME_KEY' };
  const layers = { call: (one: ChatModel) => one, attempt: [] };
  const player = (servers: readonly string[]) => createPlayer(setupWith({}, model), { ...tools, servers });
  expect(() => player([]).model('agent', layers)).toThrow('asks no model at https://evil.example/v1');
  expect(() => player(['https://evil.example/v1']).model('agent', layers)).not.toThrow();
  expect(() => createPlayer(setupWith({}, { ...simulated, name: 'gpt-4' }), tools)).toThrow();
});

describeWithRedis('a worker', () => {
  test('refuses what is no job, in a line each, and does the others', async () => {
    const redis = await startRedis();
    const events = await serve(redis);
    const queue = queueOf(redis);
    const setup = sha256('{}');
    const jobs: unknown[] = [
      { format, tool: toolVersion, kind: 'shell', setup, command: 'touch /tmp/evil' },
      { format, tool: toolVersion, kind: 'call', setup, request: { purpose: 'constructor', messages: [] } },
      { format, tool: toolVersion, kind: 'rollout', setup: '../../etc/passwd' },
    ];
    for (const job of jobs) await queue.add('rollout', job, { removeOnFail: true });
    await vi.waitFor(
      () => expect(events.filter(({ type }) => type === 'refused')).toHaveLength(jobs.length),
      10_000,
    );
    const { outcome, folder } = await train(trainingWith(...queuedAt(redis.url)));
    expect(outcome).toBe('finished');
    expect(outcomeOf(folder)).toEqual(await localOutcome());
  });

  test('leaves the jobs of another version to others, and says so once', async () => {
    const redis = await startRedis();
    const events = await serve(redis);
    const queue = queueOf(redis);
    for (const jobId of ['x-1', 'x-2']) await queue.add('call', { tool: '99.0.0' }, { jobId });
    await vi.waitFor(async () => expect(await queue.getDelayedCount()).toBe(2), 10_000);
    const said = events.filter(({ type }) => type === 'refused');
    expect(said).toEqual([{ type: 'refused', why: expect.stringContaining('planwright 99.0.0') }]);
  });

  test('keeps a job that takes longer than its lock', async () => {
    const redis = await startRedis();
    let played = 0;
    const slow = async (setup: unknown): Promise<Player> => {
      const player = createPlayer(setup, tools);
      return {
        ...player,
        models: (mode, { call, attempt }) => {
          played++;
          const wait = (model: Parameters<typeof call>[0]) => ({
            id: model.id,
            complete: async (request: Parameters<typeof model.complete>[0]) => {
              if (/^train.*\/0$/.test(request.callId ?? '')) await systemClock.sleep(4000);
              return model.complete(request);
            },
          });
          return player.models(mode, { call, attempt: [wait, ...attempt] });
        },
      };
    };
    const lock = { lockMilliseconds: 2500, createPlayer: slow, concurrency: 8 };
    const [first, second] = [await serve(redis, lock), await serve(redis, lock)];
    const { folder } = await train(trainingWith(...queuedAt(redis.url), 'iterations=1'));
    expect(outcomeOf(folder)).toEqual(await localOutcome('iterations=1'));
    const done = [...first, ...second].filter((event) => event.type === 'done');
    expect(done.filter(({ what }) => !what.includes('reflect') && !what.includes('update'))).toHaveLength(
      played,
    );
    expect(played).toBe(4 + 4 + 4);
  });
});

describeWithRedis('a run', () => {
  test('refuses malformed results and sends their jobs again', async () => {
    const redis = await startRedis();
    const odd = ['', 'null', '{"answers":', '{"format":"planwright-job/1","answers":[{}]}'];
    const seen = new Set<string>();
    const known = await createKnown(redis, async (setup) => createPlayer(setup, tools));
    impostor(redis, async (job) => {
      const again = seen.has(job.id ?? '') || seen.size >= 6;
      seen.add(job.id ?? '');
      return again ? known(job) : (odd[seen.size % odd.length] ?? '');
    });
    const { folder, outcome } = await train(trainingWith(...queuedAt(redis.url)));
    expect({ outcome, odd: seen.size >= 6 }).toEqual({ outcome: 'finished', odd: true });
    expect(outcomeOf(folder)).toEqual(await localOutcome());
  });

  test('takes a result once, however often its job is delivered', async () => {
    const redis = await startRedis();
    const createTwice = async (setup: unknown): Promise<Player> => createPlayer(setup, tools);
    const results: string[] = [];
    const known = await createKnown(redis, createTwice);
    impostor(redis, (job) => {
      void known(job).then(async (text) => {
        results.push(text);
        for (const wait of [0, 30, 300]) {
          await systemClock.sleep(wait);
          await redis.client.set(`planwright:result:${job.id}`, text);
        }
      });
      return null;
    });
    const { folder } = await train(trainingWith(...queuedAt(redis.url), 'iterations=1'));
    expect(outcomeOf(folder)).toEqual(await localOutcome('iterations=1'));
    const ids = recordedIds(folder);
    expect(new Set(ids).size).toBe(ids.length);
    expect(results.length).toBeGreaterThan(10);
  });

  test('waits for workers of its own version, and says which there are', async () => {
    const redis = await startRedis();
    impostor(redis, () => null, '0.0.1/4/old');
    const config = trainingWith(...queuedAt(redis.url), 'model.outageSeconds=1');
    const { outcome, message } = await train(config);
    expect(outcome).toBe('outage');
    expect(message).toMatch(/no worker of planwright .* \(1 of another version do not fit\)/);
  });
});

/** Does jobs as a worker does, outside of one. */
async function createKnown({ client }: RedisServer, create: (setup: unknown) => Promise<Player>) {
  const { signal } = new AbortController();
  return async ({ data }: QueueJob): Promise<string> => {
    const setup = JSON.parse((await client.get(`planwright:setup:${data.setup}`)) ?? 'null');
    return JSON.stringify(await playJob(await create(setup), data, { clock: systemClock, signal }));
  };
}
