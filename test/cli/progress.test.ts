import { describe, expect, it } from 'vitest';
import {
  describeSpend,
  describeStage,
  describeWaiting,
  followEvent,
  formatSeconds,
  noProgress,
  type Progress,
} from '../../src/cli/progress.js';
import type { Episode, Outcome } from '../../src/core/episode.js';
import type { RunEvent } from '../../src/core/event.js';
import { noUsage } from '../../src/core/model.js';

const follow = (...events: readonly RunEvent[]): Progress => events.reduce(followEvent, noProgress);

const start: RunEvent = {
  type: 'iteration-start',
  taskType: 'heat',
  iteration: 1,
  instanceIds: ['a', 'b', 'c', 'd'],
};
const begin = (episodeId: string): RunEvent => ({ type: 'episode-start', episodeId, phase: 'train' });
const step = (episodeId: string, number: number): RunEvent => ({
  type: 'episode-step',
  episodeId,
  step: number,
  action: 'look',
  observation: 'a wall',
});
const end = (id: string, kind: 'success' | 'failure' | 'error'): RunEvent => {
  const outcome = (kind === 'error' ? { kind, code: 'x', message: 'x' } : { kind }) as Outcome;
  return { type: 'episode-end', phase: 'train', episode: { id, outcome } as Episode };
};
const call = (costUsd: number, unpricedCalls = 0, cached?: true): RunEvent => ({
  ...(cached ? { cached } : {}),
  type: 'model-call',
  callId: 'x',
  purpose: 'act',
  model: 'm',
  request: '0',
  milliseconds: 1,
  reply: null,
  error: null,
  spend: {
    usage: { ...noUsage, calls: 1, promptTokens: 1200, completionTokens: 40 },
    costUsd,
    unpricedCalls,
  },
});

describe('the line about the stage', () => {
  it('counts games over, won and in play', () => {
    const progress = follow(
      start,
      begin('a'),
      begin('b'),
      begin('c'),
      step('a', 3),
      step('b', 7),
      end('c', 'success'),
    );
    expect(describeStage(progress)).toBe(
      'heat, iteration 2 · 1 of 4 games over · 1 won · 2 in play, at actions 3 to 7',
    );
  });

  it('speaks of questions where they are played', () => {
    const run = { type: 'run-start', instancesAre: 'questions' } as RunEvent;
    const progress = follow(run, start, begin('a'), end('a', 'success'));
    expect(describeStage(progress)).toBe('heat, iteration 2 · 1 of 4 questions over · 1 right');
  });

  it('counts errors apart, and is short where nothing is in play', () => {
    expect(describeStage(follow(start, begin('a'), end('a', 'error')))).toBe(
      'heat, iteration 2 · 1 of 4 games over · 0 won · 1 errors',
    );
    expect(describeStage(follow(start, begin('a'), step('a', 2)))).toContain('1 in play, at action 2');
  });

  it('begins anew with each stage', () => {
    const measuring: RunEvent = {
      type: 'evaluation-start',
      taskType: 'heat',
      phase: 'held-out',
      planId: 'x',
      instances: 40,
    };
    const progress = follow(start, begin('a'), end('a', 'success'), measuring);
    expect(describeStage(progress)).toBe('heat, measuring · 0 of 40 games over · 0 won');
    expect(progress.done).toBe(1);
  });
});

describe('the line about time and money', () => {
  it('tells what is left from what was done', () => {
    const progress = follow(start, call(0.5), begin('a'), end('a', 'success'));
    expect(describeSpend(progress, 10, 4)).toBe(
      '10 s · 1 calls, 1.2k tokens · US$ 0.50 · about 30 s and US$ 1.50 left',
    );
    expect(describeSpend(follow(start, call(0), end('a', 'success')), 10, 4)).toContain('about 30 s left');
  });

  it('claims nothing that it can not know', () => {
    expect(describeSpend(follow(start, call(0)), 1, 4)).toBe('1.0 s · 1 calls, 1.2k tokens · US$ 0.00');
    expect(describeSpend(follow(start, call(0, 1)), 1, 4)).toContain('price not known');
  });

  it('speaks of what is paid, and counts what came from the cache', () => {
    expect(describeSpend(follow(start, call(0.5), call(0.5, 0, true)), 1, 4)).toBe(
      '1.0 s · 1 calls, 1.2k tokens · 1 calls from the cache · US$ 0.50',
    );
  });
});

describe('the line about waiting', () => {
  const pause = (callId: string, seconds: number): RunEvent => ({
    type: 'call-pause',
    callId,
    seconds,
    message: 'm: HTTP 429',
  });
  const outage = (waiting: boolean): RunEvent => ({ type: 'outage', waiting, message: 'm: gone' });

  it('tells how many calls wait, and for how long, until they are sent again or have failed', () => {
    expect(describeWaiting(follow(start))).toEqual([]);
    expect(describeWaiting(follow(pause('a', 60)))).toEqual(['1 call waits for up to 60 s: m: HTTP 429']);
    const two = [pause('a', 20), pause('x', 60)];
    expect(describeWaiting(follow(...two))).toEqual(['2 calls wait for up to 60 s: m: HTTP 429']);
    const sent: RunEvent = { type: 'call-sent', callId: 'a', attempt: 2 };
    expect(describeWaiting(follow(...two, sent))).toEqual(['1 call waits for up to 60 s: m: HTTP 429']);
    expect(describeWaiting(follow(...two, sent, call(0)))).toEqual([]);
  });

  it('tells of an outage until the server answers again', () => {
    expect(describeWaiting(follow(pause('a', 60), outage(true)))).toEqual([
      'waiting for the server: m: gone',
    ]);
    expect(describeWaiting(follow(outage(true), outage(false)))).toEqual([]);
  });
});

it.each([
  [0, '0.0 s'],
  [9.96, '10 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [3599.9, '1 h 0 min'],
  [7300, '2 h 1 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

it('counts the cells of an ablation and their episodes together, as they are measured at the same time', () => {
  const open = (cell: string): RunEvent => ({
    type: 'cell-start',
    cell,
    experiment: 'house',
    arm: cell,
    taskType: 'heat',
    seed: 0,
  });
  const close = (cell: string): RunEvent => ({ type: 'cell-end', cell, reason: null });
  const progress = follow(
    open('a'),
    open('b'),
    start,
    begin('a1'),
    step('a1', 3),
    start,
    end('a2', 'success'),
    close('b'),
  );
  expect(describeStage(progress)).toBe(
    '1 cells over, 1 being measured · 1 of 8 games over · 1 won · 1 in play, at action 3',
  );
});
