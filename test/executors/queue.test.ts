/** Runs on a queue in a real Redis, with workers in processes of their own: the same as here, whatever happens. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareEvaluation, runEvaluation } from '../../src/config/index.js';
import type { RunEvent } from '../../src/core/event.js';
import { runCli, startCli, waitForExit, waitForOutput } from '../cli/run-cli.js';
import { ablationFolder, runSmall } from '../config/small-ablation.js';
import {
  localOutcome,
  outcomeOf,
  queuedAt,
  recordedIds,
  servedBy,
  startModel,
  textOf,
  train,
  trainingWith,
} from './queued-run.js';
import { describeWithRedis, startRedis } from './redis-server.js';
import { startWorker } from './workers.js';

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Resolves with the nth episode that ends; counts on. */
function countEpisodes() {
  let count = 0;
  const waiting: { n: number; resolve: () => void }[] = [];
  return {
    emit: (event: RunEvent) => {
      if (event.type !== 'episode-end') return;
      count++;
      for (const one of waiting) if (count >= one.n) one.resolve();
    },
    reached: (n: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ n, resolve });
      }),
  };
}

function expectOnce(folder: string) {
  const ids = recordedIds(folder);
  expect(ids.length).toBeGreaterThan(20);
  expect(new Set(ids).size).toBe(ids.length);
}

describeWithRedis('a run on a queue equals one that is played here', () => {
  test('with the model in the workers; a password of Redis stands nowhere', async () => {
    const password = 'the-password-of-redis';
    const redis = await startRedis({ password });
    const workers = [await startWorker(redis.url), await startWorker(redis.url)];
    const folder = trainingWith().runs;
    const args = ['train', 'quickstart.yaml', '--run-id', 'mine', '--redis', redis.url, '--display', 'plain'];
    const config = trainingWith();
    const small = [
      'taskType=heat',
      'iterations=2',
      'train=8',
      'heldOut=4',
      `suite=${config.suite}`,
      `runs=${folder}`,
    ];
    const set = small.flatMap((one) => ['--set', one]);
    args[1] = join(process.cwd(), 'configs/quickstart.yaml');
    const run = await runCli([...args, ...set, '--set', 'name=small']);
    expect(run).toMatchObject({ code: 0 });
    expect(outcomeOf(join(folder, 'mine'))).toEqual(await localOutcome());
    expectOnce(join(folder, 'mine'));
    expect(`${run.stdout}${run.stderr}${textOf(folder)}`).not.toContain(password);
    for (const worker of workers) expect(worker.exitCode).toBeNull();
    // Results are taken away; those of a job that was played twice, on a busy machine, go by themselves.
    const left = await redis.client.keys('planwright:result:*');
    expect(left.length).toBeLessThanOrEqual(2);
    for (const key of left) expect(await redis.client.ttl(key)).toBeGreaterThan(0);
  });

  test('with a served model, an evaluation of an agent with trials and examples', async () => {
    const [redis, model] = [await startRedis(), await startModel()];
    await startWorker(redis.url);
    const settings = [...servedBy(model), 'agent.name=reflexion', 'agent.shots=1', 'heldOut=6'];
    const measure = async (...more: readonly string[]) => {
      const config = trainingWith(...settings, ...more);
      const run = await runEvaluation(await prepareEvaluation({ config, repeats: 2, runId: 'mine' }));
      return run.document;
    };
    expect(await measure(...queuedAt(redis.url))).toEqual(await measure());
  });

  test('with many arms at a time', async () => {
    const redis = await startRedis();
    await startWorker(redis.url);
    const local = await runSmall(ablationFolder());
    const queued = await runSmall(ablationFolder(), queuedAt(redis.url));
    expect(queued.outcome).toBe('finished');
    expect(queued.results).toEqual(local.results);
  });
});

describeWithRedis('a run on a queue goes on', () => {
  test('when workers are killed and Redis is started again, and wiped', async () => {
    const [redis, model] = [await startRedis({ persistent: true }), await startModel(10)];
    const workers = [
      await startWorker(redis.url),
      await startWorker(redis.url),
      await startWorker(redis.url),
    ];
    const settings = servedBy(model);
    const episodes = countEpisodes();
    const config = trainingWith(...settings, ...queuedAt(redis.url));
    const running = train(config, { emit: episodes.emit });
    await episodes.reached(2);
    workers[0]?.kill('SIGKILL');
    await episodes.reached(4);
    await redis.stop();
    await pause(300);
    await redis.start();
    await episodes.reached(8);
    await redis.client.flushall();
    const { outcome, folder } = await running;
    expect(outcome).toBe('finished');
    expect(outcomeOf(folder)).toEqual(await localOutcome(...servedBy(await startModel())));
    expectOnce(folder);
  });

  test('when its coordinator is killed and the run is resumed', async () => {
    const [redis, model] = [await startRedis(), await startModel(10)];
    await startWorker(redis.url);
    const { runs, suite = '' } = trainingWith();
    const set = [
      'taskType=heat',
      'iterations=2',
      'train=8',
      'heldOut=4',
      'name=small',
      `suite=${suite}`,
      `runs=${runs}`,
    ];
    const all = [...set, ...servedBy(model), ...queuedAt(redis.url)].flatMap((one) => ['--set', one]);
    const args = ['train', join(process.cwd(), 'configs/quickstart.yaml'), '--run-id', 'mine', ...all];
    const killed = startCli([...args, '--display', 'json']);
    const output = waitForExit(killed);
    await new Promise<void>((done) => {
      let seen = '';
      killed.stderr?.on('data', (data) => {
        seen += data;
        if ((seen.match(/episode-end|"episode"/g) ?? []).length >= 3) done();
      });
      killed.on('exit', () => done());
    });
    killed.kill('SIGKILL');
    await output;
    const folder = join(runs, 'mine');
    const resumed = await runCli(['resume', folder, '--display', 'none']);
    expect(resumed).toMatchObject({ code: 0 });
    expect(outcomeOf(folder)).toEqual(await localOutcome(...servedBy(await startModel())));
    expectOnce(folder);
  });

  test('when a worker is interrupted, which gives back what it has within two seconds', async () => {
    const [redis, model] = [await startRedis(), await startModel(30)];
    const [leaving] = [await startWorker(redis.url), await startWorker(redis.url)];
    const ended = waitForExit(leaving);
    const episodes = countEpisodes();
    const running = train(trainingWith(...servedBy(model), ...queuedAt(redis.url)), { emit: episodes.emit });
    await episodes.reached(2);
    const start = performance.now();
    leaving.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: expect.stringContaining('ended; ') });
    expect(performance.now() - start).toBeLessThan(15_000);
    const { outcome, folder } = await running;
    expect(outcome).toBe('finished');
    expectOnce(folder);
  });
});

describeWithRedis('a run on a queue ends', () => {
  test('within its budget, and goes on with more', async () => {
    const redis = await startRedis();
    await startWorker(redis.url);
    const config = trainingWith(...queuedAt(redis.url), 'budget.calls=150');
    const { outcome, folder } = await train(config);
    expect(outcome).toBe('budget-reached');
    const calls = recordedIds(folder).filter((id) => id.startsWith('call'));
    expect(calls.length).toBeLessThanOrEqual(150);
    expect(calls.length).toBeGreaterThan(75);
    const resumed = await runCli(['resume', folder, '--set', 'budget.calls=100000', '--display', 'none']);
    expect(resumed).toMatchObject({ code: 0 });
    const plain = await localOutcome('budget.calls=100000');
    expect(outcomeOf(folder)).toEqual(plain);
  });

  test('in one line where Redis can not be had, and leaves nothing behind', async () => {
    const config = trainingWith();
    const args = ['eval', '--suite', config.suite ?? '', '--redis', 'redis://:secret-word@127.0.0.1:1'];
    const { code, stderr } = await runCli([...args, '--set', `runs=${config.runs}`, '--display', 'none']);
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, lines: 1 });
    expect(stderr).toMatch(/^error: can not use Redis at 127\.0\.0\.1:1: .*ECONNREFUSED/);
    expect(stderr).not.toContain('secret-word');
    expect(() => textOf(config.runs)).toThrow('ENOENT');
    const worker = await runCli(['worker'], { env: { REDIS_URL: 'http://127.0.0.1' } });
    expect(worker).toMatchObject({ code: 2, stderr: expect.stringContaining('not a redis://') });
  });

  test('resumable where Redis goes and does not come back', async () => {
    const redis = await startRedis();
    await startWorker(redis.url);
    const waiting: string[] = [];
    const episodes = countEpisodes();
    const emit = (event: RunEvent) => {
      episodes.emit(event);
      if (event.type === 'outage') waiting.push(event.message);
    };
    const config = trainingWith(...queuedAt(redis.url), 'model.outageSeconds=1');
    const running = train(config, { emit });
    await episodes.reached(2);
    await redis.stop();
    const { outcome, message, folder } = await running;
    expect({ outcome, message }).toMatchObject({
      outcome: 'outage',
      message: expect.stringContaining('does not answer'),
    });
    expect(waiting[0]).toContain('does not answer');
    const resumed = await runCli(['resume', folder, '--executor', 'local', '--display', 'none']);
    expect(resumed).toMatchObject({ code: 0 });
    expect(outcomeOf(folder)).toEqual(await localOutcome());
  });
});

test('without a worker the help says how to start one', async () => {
  const worker = startCli(['worker', '--help']);
  expect(await waitForOutput(worker, 'planwright worker --redis')).toContain('--base-url');
});
