import { describe, expect, it } from 'vitest';
import { followRun } from '../../../src/cli/live/follow-run.js';
import { isOver, noState, type RunState, shownLane, updatesOf } from '../../../src/cli/live/run-state.js';
import type { RunEvent } from '../../../src/core/event.js';
import {
  batchOf,
  endOf,
  iterationOf,
  measuringOf,
  planOf,
  reflectionOn,
  startOf,
  stateAfter,
  verdictOf,
} from './scenes.js';

const none = planOf('');
const first = planOf('1. Look.\n2. Take it.', 1);
const second = planOf('1. Look.\n2. Open it.\n3. Take it.', 2);

/** The lane that is being worked on. */
function laneAfter(...events: readonly RunEvent[]) {
  const lane = shownLane(stateAfter(...events));
  if (lane === null) throw new Error('there is no lane');
  return lane;
}

describe('the lineage', () => {
  it('has a line for each plan, with what changed and from which jobs', () => {
    const { plans, change, batches } = laneAfter(
      startOf(),
      batchOf(0, 'a', 'b'),
      reflectionOn('b'),
      reflectionOn('a'),
      iterationOf(0, first),
      batchOf(1, 'c'),
      reflectionOn('c', 1),
      iterationOf(1, second, 3),
    );
    expect(plans.map(({ update, fate, added, removed }) => [update, fate, added, removed])).toEqual([
      [0, 'start', 0, 0],
      [1, 'kept', 2, 0],
      [2, 'kept', 1, 0],
    ]);
    expect(change).toEqual({
      update: 2,
      lines: [{ kind: 'added', text: 'Open it.', from: [] }],
      from: ['c'],
      rejected: false,
    });
    expect(batches.map(({ won, n }) => [won, n])).toEqual([
      [2, 4],
      [3, 4],
    ]);
  });

  it('tells rejected from kept, and both from what luck can do', () => {
    const events = [
      startOf(),
      batchOf(0, 'a'),
      verdictOf(0, first, false),
      iterationOf(0, none),
      batchOf(1, 'b'),
      verdictOf(1, second, true, { difference: 1, better: 8, worse: 0, candidateMean: 1, incumbentMean: 0 }),
      iterationOf(1, second),
    ];
    const { plans, plan } = laneAfter(...events);
    expect(plans.map(({ fate, indecisive }) => [fate, indecisive])).toEqual([
      ['start', false],
      ['rejected', true],
      ['accepted', false],
    ]);
    expect(plan).toEqual(second);
    expect(updatesOf(stateAfter(...events))).toEqual({ kept: 1, rejected: 1, indecisive: 1 });
    const [, , kept] = plans;
    expect(kept?.interval95?.[0]).toBeGreaterThan(0.4);
    expect(kept?.interval95?.[1]).toBe(1);
  });

  it('gives no interval to differences of scores that are not yes or no', () => {
    const { plans } = laneAfter(startOf(), verdictOf(0, first, true, { candidateMean: 0.33, n: 8 }));
    expect(plans[1]?.interval95).toBeNull();
  });

  it('knows of each step which jobs it was made from, where the plan does', () => {
    const steps = [
      {
        id: 's1',
        text: 'Look.',
        iteration: 1,
        episodes: ['train/0/a', 'train/0/x/y'],
        helped: 0,
        hurt: 0,
        notFollowed: 0,
      },
    ];
    const { change } = laneAfter(startOf(), iterationOf(0, { ...planOf('1. Look.', 1), steps }));
    expect(change?.lines[0]?.from).toEqual(['a', 'x/y']);
  });
});

describe('the board', () => {
  const marks = (...events: readonly RunEvent[]) => {
    const { boards } = laneAfter(startOf(), ...events);
    return [...boards.heldOut.rows.values()].map(({ marks: row, won, n, errors }) => [row, won, n, errors]);
  };
  const heldOut = { phase: 'held-out' } as const;

  it('tells not played from lost', () => {
    expect(marks(endOf('a', first, 'success', heldOut), endOf('b', none, 'failure', heldOut))).toEqual([
      [['won'], 1, 1, 0],
      [['none', 'lost'], 0, 1, 0],
    ]);
  });

  it('puts an episode that is played again after an error in the place of that error', () => {
    expect(marks(endOf('a', first, 'error', heldOut), endOf('a', first, 'success', heldOut))).toEqual([
      [['won'], 1, 1, 0],
    ]);
  });

  it('counts an instance with several trials once, and repeats each time', () => {
    const trials = [
      endOf('a', first, 'failure', heldOut),
      endOf('a', first, 'success', { ...heldOut, trial: 1 }),
    ];
    expect(marks(...trials)).toEqual([[['won'], 1, 1, 0]]);
    const repeats = [
      endOf('a', first, 'failure', heldOut),
      endOf('a', first, 'success', { ...heldOut, id: 'held-out/a/repeat-1' }),
    ];
    expect(marks(...repeats)).toEqual([[['mixed'], 1, 2, 0]]);
  });
});

it('stays small over a hundred thousand episodes', () => {
  let state: RunState = followRun(noState, startOf(first, { iterations: 0 }), 0);
  for (let i = 0; i < 100_000; i++) {
    const id = `held-out/game-${i}`;
    state = followRun(state, { type: 'episode-start', episodeId: id, phase: 'held-out' }, i);
    const kind = i % 3 === 0 ? 'success' : 'failure';
    state = followRun(state, endOf(`game-${i}`, first, kind, { phase: 'held-out', id }), i);
  }
  const size = JSON.stringify(state, (_key, value) =>
    value instanceof Map ? [...value].flat() : (value as unknown),
  ).length;
  expect(size).toBeLessThan(20_000);
  const [row] = shownLane(state)?.boards.heldOut.rows.values() ?? [];
  expect([row?.won, row?.n, state.finished]).toEqual([33_334, 100_000, 100_000]);
});

it('goes on with what is in play after a resume, though nobody says again that it began', () => {
  const step = (number: number): RunEvent => ({
    type: 'episode-step',
    episodeId: 'train/0/a',
    step: number,
    action: 'look',
    observation: '',
  });
  const resumed: RunEvent = {
    type: 'run-resume',
    spend: {
      usage: { calls: 0, promptTokens: 0, completionTokens: 0, cachedTokens: 0, estimatedCalls: 0 },
      costUsd: 0,
      unpricedCalls: 0,
    },
  };
  const ended: RunEvent = { type: 'run-end', outcome: 'interrupted' };
  const state = stateAfter(startOf(), batchOf(0, 'a'), step(1), ended, resumed, step(2));
  expect([...state.playing.values()]).toEqual([{ lane: 'heat', phase: 'train', step: 2, action: 'look' }]);
  expect(state.ending).toBeNull();
});

it('keeps of the cells of an ablation what their final plans won', () => {
  const cell = 'house/auto/s0/heat';
  const of = (event: RunEvent, name = cell) => ({ ...event, cell: name }) as RunEvent;
  const open: RunEvent = {
    type: 'cell-start',
    cell,
    experiment: 'house',
    arm: 'Auto',
    taskType: 'heat',
    seed: 0,
  };
  const played = (plan: typeof first, kind: 'success' | 'failure', name: string) =>
    endOf('a', plan, kind, { phase: 'held-out', id: `${name}/held-out/a` });
  const below = `${cell}/iteration-0`;
  const state = stateAfter(
    open,
    of(startOf()),
    of(iterationOf(0, first)),
    of(measuringOf('held-out', none), below),
    played(none, 'failure', below),
    of(measuringOf('held-out', first)),
    played(first, 'success', cell),
    { type: 'cell-end', cell, reason: null },
  );
  expect([...state.arms.values()]).toEqual([
    expect.objectContaining({ over: 1, open: 0, tally: { won: 1, n: 1, errors: 0 } }),
  ]);
  expect([state.lanes.size, updatesOf(state).kept]).toEqual([0, 1]);
});

describe('several task types', () => {
  const of = (event: RunEvent, taskType: string) => ({ ...event, taskType }) as RunEvent;
  const begin = (taskType: string): readonly RunEvent[] => [
    of(startOf(none, { iterations: 1 }), taskType),
    of(measuringOf('baseline', none, 1), taskType),
    of(batchOf(0, `${taskType}-a`, `${taskType}-b`), taskType),
  ];
  const play = (id: string, taskType: string): RunEvent => ({
    type: 'episode-start',
    episodeId: id,
    phase: id.startsWith('train') ? 'train' : 'baseline',
    taskType,
  });
  const end = (taskType: string, phase: 'train' | 'baseline' | 'held-out', name: string, plan = none) => {
    const event = endOf(`${taskType}-${name}`, plan, 'success', { phase });
    return { ...event, episode: { ...('episode' in event ? event.episode : {}), taskType } } as RunEvent;
  };
  const over = (taskType: string, phase: 'baseline' | 'held-out', planId = none.id): RunEvent => {
    const counts = { successes: 1, episodes: 1, errors: 0 };
    return { type: 'evaluation-end', taskType, phase, planId, ...counts };
  };
  const finish = (taskType: string): readonly RunEvent[] => [
    end(taskType, 'train', 'a'),
    end(taskType, 'train', 'b'),
    of(iterationOf(0, first), taskType),
    of(measuringOf('held-out', first, 1), taskType),
    end(taskType, 'held-out', 'x', first),
    over(taskType, 'held-out', first.id),
    end(taskType, 'baseline', 'x'),
    over(taskType, 'baseline'),
  ];
  const [heat, cool] = [begin('heat'), begin('cool')];

  it('are followed each in a lane of its own, whichever began last', () => {
    const state = stateAfter(
      ...heat,
      ...cool,
      play('train/0/heat-a', 'heat'),
      play('train/0/cool-a', 'cool'),
      end('heat', 'train', 'a'),
      { ...reflectionOn('heat-a'), taskType: 'heat' } as RunEvent,
      end('heat', 'baseline', 'x'),
      end('cool', 'train', 'a'),
    );
    const lanes = [...state.lanes.values()];
    expect(
      lanes.map(({ stage, meanwhile }) => [stage.finished, stage.reflected, meanwhile?.finished]),
    ).toEqual([
      [1, ['heat-a'], 1],
      [1, [], 0],
    ]);
    expect([...state.playing.keys()]).toEqual(['train/0/heat-a', 'train/0/cool-a']);
    expect(shownLane(state)?.taskType).toBe('heat');
  });

  it('show the first one that is not over', () => {
    const state = stateAfter(...heat, ...cool, ...finish('heat'));
    expect([...state.lanes.values()].map(isOver)).toEqual([true, false]);
    expect(shownLane(state)?.taskType).toBe('cool');
    const all = stateAfter(...heat, ...cool, ...finish('cool'), ...finish('heat'));
    expect([...all.lanes.values()].map(isOver)).toEqual([true, true]);
  });

  it('of older journals, which name no task type with an episode, come one after another', () => {
    const old: RunEvent = { type: 'episode-start', episodeId: 'train/0/cool-a', phase: 'train' };
    const state = stateAfter(...heat, ...finish('heat'), ...cool, old, reflectionOn('cool-a'));
    expect(state.playing.get('train/0/cool-a')?.lane).toBe('cool');
    expect(shownLane(state)?.stage.reflected).toEqual(['cool-a']);
  });
});

it('counts plans together that are measured at the same time, and those of a kind after each other anew', () => {
  const validating = measuringOf('validation', none, 4);
  const both = laneAfter(startOf(), batchOf(0), validating, measuringOf('validation', first, 4));
  expect(both.stage).toMatchObject({ kind: 'validation', size: 8 });
  const certified = [startOf(none, { iterations: 0 }), measuringOf('held-out', first, 1)];
  const lane = laneAfter(
    ...certified,
    measuringOf('baseline', none, 1),
    endOf('x', none, 'failure', { phase: 'baseline' }),
  );
  expect([lane.stage.kind, lane.stage.finished, lane.meanwhile?.kind, lane.meanwhile?.finished]).toEqual([
    ...['held-out', 0],
    ...['baseline', 1],
  ]);
  const again = laneAfter(
    ...certified,
    endOf('x', first, 'success', { phase: 'held-out' }),
    measuringOf('held-out', first, 1),
  );
  expect(again.stage).toMatchObject({ kind: 'held-out', size: 1, finished: 0 });
});
