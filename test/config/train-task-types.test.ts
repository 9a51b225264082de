import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfigOfRun, loadRecord, prepareTraining, runTraining } from '../../src/config/index.js';
import { OutageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import type { ChatModel } from '../../src/core/model.js';
import { folderWith, smallConfig } from './small-config.js';
import { outcomeOf, readEvents, train } from './train-and-read.js';

describe('a run of several task types', () => {
  const few = ['train=4', 'heldOut=2', 'iterations=2', 'limits.maxSteps=15'];
  const several = ['taskType=[heat, two, cool]', ...few];
  const placeOf = (events: readonly RunEvent[], type: RunEvent['type'], taskType: string) =>
    events.findIndex((event) => event.type === type && 'taskType' in event && event.taskType === taskType);

  it('gives the same bytes at the same time as one after another, however many calls are made at a time', async () => {
    const place = folderWith({});
    const inTurn = await train(smallConfig(place, ...several, 'budget.calls=1000000'));
    const one = await readEvents(inTurn);
    expect(placeOf(one, 'iteration-start', 'cool')).toBeGreaterThan(placeOf(one, 'iteration-end', 'two'));
    for (const concurrency of [1, 8, 64]) {
      const run = await train(smallConfig(place, ...several, `concurrency=${concurrency}`));
      expect(outcomeOf(run)).toEqual(outcomeOf(inTurn));
      const events = await readEvents(run);
      expect(placeOf(events, 'iteration-start', 'cool')).toBeLessThan(
        placeOf(events, 'iteration-end', 'heat'),
      );
    }
  });

  it('names the task type of each episode and reflection', async () => {
    const events = await readEvents(await train(smallConfig(folderWith({}), ...several, 'iterations=1')));
    for (const event of events) {
      if (event.type === 'episode-start') expect(event.episodeId).toContain(`/${event.taskType}-`);
      if (event.type === 'reflection-end')
        expect(event.reflection.instanceId).toMatch(new RegExp(`^${event.taskType}-`));
    }
  });

  it('makes the calls of all learning before those that measure, the first task type first', async () => {
    const prepared = await prepareTraining({ config: smallConfig(folderWith({}), ...several) });
    const priorities = new Map<string, Set<number>>();
    const { optimize, evaluate } = prepared.models;
    const watch = (model: ChatModel, part: (callId: string) => string): ChatModel => ({
      id: model.id,
      complete: (request) => {
        const { callId = '', priority = 0 } = request;
        const type = /heat|two|cool/.exec(callId)?.[0];
        const key = `${part(callId)} ${type}`;
        priorities.set(key, (priorities.get(key) ?? new Set()).add(priority));
        return model.complete(request);
      },
    });
    const models = {
      ...prepared.models,
      optimize: watch(optimize, () => 'learn'),
      evaluate: watch(evaluate, (callId) => callId.split('/')[0] ?? ''),
    };
    await runTraining({ ...prepared, models });
    const order = ['learn', 'held-out', 'baseline'].flatMap((part) =>
      ['heat', 'two', 'cool'].map((type) => [...(priorities.get(`${part} ${type}`) ?? [])]),
    );
    expect(order.every((found) => found.length === 1)).toBe(true);
    const flat = order.flat();
    expect(flat).toEqual([...flat].sort((a, b) => b - a));
    expect(new Set(flat).size).toBe(9);
  });

  it('that is stopped has the task types that were finished, in their order, and can be gone on with', async () => {
    const place = folderWith({});
    const whole = await train(smallConfig(place, ...several));
    const stop = new AbortController();
    const open = new Set(['two/held-out', 'two/baseline', 'cool/held-out', 'cool/baseline']);
    const prepared = await prepareTraining({
      config: smallConfig(place, ...several),
      signal: stop.signal,
      runId: 'mine',
      emit: (event) => {
        if (event.type !== 'evaluation-end') return;
        open.delete(`${event.taskType}/${event.phase}`);
        if (open.size === 0) setTimeout(() => stop.abort(), 20);
      },
    });
    // The first task type is the slowest: its first update takes until the others are over.
    const { optimize } = prepared.models;
    const slow: ChatModel = {
      id: optimize.id,
      complete: async (request) => {
        if (request.callId === 'heat/train/0/update/update-plan/0')
          await new Promise((_, fail) => {
            request.signal?.addEventListener('abort', () => fail(stop.signal.reason));
          });
        return optimize.complete(request);
      },
    };
    const stopped = await runTraining({ ...prepared, models: { ...prepared.models, optimize: slow } });
    expect(stopped.outcome).toBe('interrupted');
    expect(stopped.results.map(({ taskType }) => taskType)).toEqual(['two', 'cool']);
    const record = await loadRecord(stopped.folder);
    const resume = { folder: stopped.folder, record, allowChanged: false };
    const resumed = await runTraining(await prepareTraining({ ...loadConfigOfRun(stopped.folder), resume }));
    record.close();
    expect(outcomeOf(resumed)).toEqual(outcomeOf(whole));
  });

  it('ends all task types before it ends itself, when one must stop it', async () => {
    const place = folderWith({});
    const events: RunEvent[] = [];
    const prepared = await prepareTraining({
      config: smallConfig(place, ...several),
      emit: (event) => events.push(event),
    });
    const { optimize } = prepared.models;
    const failing: ChatModel = {
      id: optimize.id,
      complete: (request) =>
        request.callId?.startsWith('two/train/1/update')
          ? Promise.reject(new OutageError('the server is gone'))
          : optimize.complete(request),
    };
    const run = await runTraining({ ...prepared, models: { ...prepared.models, optimize: failing } });
    expect(run).toMatchObject({ outcome: 'outage', message: 'the server is gone' });
    const known = events.length;
    expect(events.at(-1)?.type).toBe('run-end');
    await new Promise((done) => setTimeout(done, 30));
    expect(events).toHaveLength(known);
  });

  it('learns one plan for each and pools the games', async () => {
    const run = await train(smallConfig(folderWith({}), 'taskType=[heat, cool]', 'iterations=1'));
    expect(run.planPaths.map((path) => path.slice(run.folder.length))).toEqual([
      '/plans/heat/best.md',
      '/plans/cool/best.md',
    ]);
    for (const path of run.planPaths) expect(existsSync(path)).toBe(true);
    const results = JSON.parse(readFileSync(join(run.folder, 'results.json'), 'utf8'));
    expect(results.heldOut.n).toBe(16);
    expect(results.taskTypes.map(({ taskType }: { taskType: string }) => taskType)).toEqual(['heat', 'cool']);
  });
});
