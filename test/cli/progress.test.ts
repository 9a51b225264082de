import { describe, expect, it } from 'vitest';
import { formatSeconds } from '../../src/cli/format-seconds.js';
import { describeLeft, describeWaiting } from '../../src/cli/live/count-blocks.js';
import { followRun } from '../../src/cli/live/follow-run.js';
import { noHead } from '../../src/cli/live/run-head.js';
import { noState, type RunState } from '../../src/cli/live/run-state.js';
import { describeProgress } from '../../src/cli/progress.js';
import type { Episode, Outcome } from '../../src/core/episode.js';
import type { RunEvent } from '../../src/core/event.js';
import { noSpend, noUsage, type Purpose } from '../../src/core/model.js';

/** The state after events that come one second after another. */
const follow = (...events: readonly RunEvent[]): RunState =>
  events.reduce((state, event, i) => followRun(state, event, i * 1000), noState);
const line = (...events: readonly RunEvent[]) =>
  describeProgress({ state: follow(...events), head: noHead }, null);

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
const end = (id: string, kind: 'success' | 'failure' | 'error', trial = 0): RunEvent => {
  const outcome = (kind === 'error' ? { kind, code: 'x', message: 'x' } : { kind }) as Outcome;
  const episode = { id, instanceId: id, planId: 'p', trial, outcome, spend: noSpend } as Episode;
  return { type: 'episode-end', phase: 'train', episode };
};
const call = (costUsd: number, unpricedCalls = 0, cached?: true, purpose: Purpose = 'act'): RunEvent => ({
  ...(cached ? { cached } : {}),
  type: 'model-call',
  callId: 'x',
  purpose,
  model: 'm',
  request: '0',
  milliseconds: 1,
  reply: null,
  error: null,
  spend: {
    usage: { ...noUsage, calls: 1, promptTokens: 1200, completionTokens: 40, cachedTokens: 300 },
    costUsd,
    unpricedCalls,
  },
});

describe('the line about progress', () => {
  it('counts games over, won and in play', () => {
    expect(
      line(start, begin('a'), begin('b'), begin('c'), step('a', 3), step('b', 7), end('c', 'success')),
    ).toMatch(/^heat, iteration 2 of 0, playing 1\/4 · 1 won · 2 in play, at actions 3 to 7 · /);
  });

  it('counts all episodes of a run over several task types', () => {
    const starts = ['heat', 'cool'].map(
      (taskType) => ({ type: 'run-start', taskType, instancesAre: 'games', initialPlan: {} }) as RunEvent,
    );
    const state = follow(...starts, start, begin('a'), end('a', 'success'));
    const told = (head: Partial<typeof noHead>) =>
      describeProgress({ state, head: { ...noHead, ...head } }, null);
    expect(told({ episodes: 92 })).toMatch(/^0 of 2 task types over · 1 of 92 episodes · 1 won · heat, iter/);
    expect(told({})).toMatch(/^0 of 2 task types over · 1 episodes · 1 won · heat, iter/);
  });

  it('speaks of questions where they are played', () => {
    const run = {
      type: 'run-start',
      taskType: 'heat',
      instancesAre: 'questions',
      initialPlan: {},
    } as RunEvent;
    expect(line(run, start, begin('a'), end('a', 'success'))).toContain('playing 1/4 · 1 right');
  });

  it('counts errors apart, and further trials not at all', () => {
    expect(line(start, begin('a'), end('a', 'error'))).toContain('playing 1/4 · 0 won · 1 errors');
    expect(line(start, end('a', 'failure'), end('a', 'success', 1))).toContain('playing 1/4 · 1 won');
    expect(line(start, begin('a'), step('a', 2))).toContain('1 in play, at action 2');
  });

  it('begins anew with each stage', () => {
    const measuring: RunEvent = {
      type: 'evaluation-start',
      taskType: 'heat',
      phase: 'held-out',
      planId: 'x',
      instances: 40,
    };
    expect(line(start, begin('a'), end('a', 'success'), measuring)).toContain('heat, measuring 0/40 · 0 won');
  });

  it('tells who spent what, what came from caches, and what the formalizer did', () => {
    const spent = line(
      start,
      begin('a'),
      call(0.75),
      step('a', 1),
      step('a', 2),
      call(0.25, 0, undefined, 'summarize'),
      call(0.5, 0, true),
      call(0, 0, undefined, 'formalize'),
    );
    expect(spent).toContain(
      '3 calls · 1 more from the response cache · formalizer asked for 1 of 2 actions · ' +
        '3.7k tokens, 25 % of prompts cached · US$ 1.00 (agent 75 %, reflection 25 %)',
    );
  });

  it('claims no price that it can not know', () => {
    expect(line(start, call(0, 1))).toContain('price not known');
    expect(line(start, call(0.5), call(0, 1))).toContain('US$ 0.50 and more');
  });

  it('says what was spent before a run was resumed', () => {
    const paid = { usage: { ...noUsage, calls: 7, promptTokens: 1000 }, costUsd: 3, unpricedCalls: 0 };
    expect(line({ type: 'run-resume', spend: paid }, start, call(1), begin('a'), step('a', 1))).toContain(
      '8 calls · formalizer never asked · 2.2k tokens, 14 % of prompts cached · US$ 4.00 (agent 25 %, before the resume 75 %)',
    );
    // Who has seen it being spent counts it once.
    expect(line(start, call(3), { type: 'run-resume', spend: { ...paid, costUsd: 3 } })).toContain(
      'US$ 3.00 (agent',
    );
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
    const of = (cell: string) => ({ ...start, cell }) as RunEvent;
    const close = (cell: string): RunEvent => ({ type: 'cell-end', cell, reason: null });
    expect(
      line(
        open('a'),
        open('b'),
        of('a'),
        begin('a/1'),
        step('a/1', 3),
        of('b'),
        end('b/2', 'success'),
        close('b'),
      ),
    ).toMatch(/^1 cell over, 1 being measured · 1 of 8 games over · 1 won · 1 in play, at action 3 · /);
  });
});

describe('what is left', () => {
  const head = { ...noHead, episodes: 14 };
  const games = (count: number) => Array.from({ length: count }, (_, i) => end(`g${i}`, 'success'));

  it('is a range, from the pace of the last episodes and from all that was paid', () => {
    const state = follow(start, call(5), ...games(10));
    expect(describeLeft({ state, head })).toBe('3.6 s to 4.4 s and US$ 1.80 to 2.20 left');
  });

  it('is not said while too few have ended, or when there is nothing left', () => {
    expect(describeLeft({ state: follow(start, ...games(4)), head })).toBeNull();
    expect(describeLeft({ state: follow(start, ...games(14)), head })).toBeNull();
    expect(describeLeft({ state: follow(start, ...games(10)), head: noHead })).toBeNull();
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
