import { describe, expect, it } from 'vitest';
import type { Answers } from '../../../src/core/environment.js';
import { type Episode, type Outcome, repeatSuffix } from '../../../src/core/episode.js';
import type { Phase, RunEvent } from '../../../src/core/event.js';
import { noSpend } from '../../../src/core/model.js';
import { collectAnswers } from '../../../src/evaluation/annotation/index.js';
import { createPlan } from '../../../src/plans/index.js';
import { toyInstance } from '../../toy-world.js';

const answers: Answers = {
  expected: ({ id }) => `right ${id}`,
  given: (actions) => actions.findLast((action) => action.startsWith('say '))?.slice(4) ?? null,
};
const instances = ['a', 'b'].map((id) => toyInstance(id));

function ended(
  phase: Phase,
  instanceId: string,
  said: string | null,
  more: { trial?: number; repeat?: number; plan?: string; outcome?: Outcome } = {},
): RunEvent {
  const step = { rawAction: '', action: `say ${said}`, formalizer: 'grammar', observation: '' } as const;
  const episode: Episode = {
    id: `${phase}/${instanceId}${repeatSuffix(more.repeat ?? 0)}`,
    instanceId,
    taskType: 'seek',
    goal: '',
    agent: 'x',
    environment: 'toy@1.0.0',
    planId: more.plan ?? 'p',
    trial: more.trial ?? 0,
    seed: 0,
    initialObservation: '',
    steps: said === null ? [] : [step],
    outcome: more.outcome ?? { kind: 'failure' },
    reward: 0,
    spend: noSpend,
  };
  return { type: 'episode-end', phase, episode };
}

const started = (phase: Phase): RunEvent => ({
  type: 'evaluation-start',
  taskType: 'seek',
  phase,
  planId: 'p',
  instances: 2,
});

async function collect(...events: readonly RunEvent[]) {
  async function* read() {
    yield* events;
  }
  const { played, finished } = await collectAnswers(read(), new Map([['', { instances, answers }]]));
  return { played: played.get('') ?? [], finished };
}

describe('the answers of a run', () => {
  it('are those of the phases in which plans are measured, whatever ended first', async () => {
    const heldOut = [ended('held-out', 'b', 'x'), ended('held-out', 'a', null)];
    const rest = [started('baseline'), ended('baseline', 'a', 'z')];
    const { played, finished } = await collect(
      ended('train', 'a', 'no'),
      started('held-out'),
      ...heldOut,
      ...rest,
    );
    expect(finished).toBe(false);
    expect(played.map(({ phase, instanceId, given }) => [phase, instanceId, given])).toEqual([
      ['held-out', 'a', null],
      ['held-out', 'b', 'x'],
      ['baseline', 'a', 'z'],
    ]);
    expect(played[1]).toMatchObject({ question: 'find the prize of b.', expected: 'right b', failed: false });
    const other = await collect(started('held-out'), ...heldOut.reverse(), ...rest);
    expect(other.played).toEqual(played);
  });

  it('are told apart by repeat; of trials the last counts', async () => {
    const error = { kind: 'error', code: 'timeout', message: '' } as const;
    const { played, finished } = await collect(
      started('held-out'),
      started('held-out'),
      ended('held-out', 'a', 'first'),
      ended('held-out', 'a', ' ', { repeat: 1, outcome: error }),
      ended('held-out', 'a', 'second', { trial: 1 }),
      { type: 'run-end', outcome: 'finished' },
    );
    expect(finished).toBe(true);
    expect(played.map(({ repeat, given, failed }) => [repeat, given, failed])).toEqual([
      [0, 'second', false],
      [1, null, true],
    ]);
  });

  it('belong to the arm whose cell they were played in, though cells are measured at the same time; each seed is a repeat', async () => {
    const cell = (arm: string, seed: number): RunEvent => ({
      ...{ type: 'cell-start', cell: `${arm}/${seed}`, experiment: 'e', arm, taskType: 'seek', seed },
    });
    const cells = [
      ['x', 1],
      ['y', 0],
      ['x', 0],
      ['other', 0],
    ] as const;
    const inCell = (event: RunEvent, id: string): RunEvent => {
      if (event.type !== 'episode-end') return { ...event, cell: id } as RunEvent;
      return { ...event, episode: { ...event.episode, id: `${id}/${event.episode.id}` } };
    };
    async function* events() {
      for (const [arm, seed] of cells) yield cell(arm, seed);
      for (const [arm, seed] of cells) yield inCell(started('held-out'), `${arm}/${seed}`);
      for (const [arm, seed] of cells) {
        yield inCell(ended('train', 'a', 'no'), `${arm}/${seed}`);
        const instance = arm === 'other' ? 'unknown' : 'a';
        yield inCell(ended('held-out', instance, `${arm} ${seed}`), `${arm}/${seed}`);
        yield { type: 'cell-end', cell: `${arm}/${seed}`, reason: null } as const;
      }
    }
    const suite = { instances, answers };
    const suites = new Map(['x', 'y', 'z'].map((arm) => [arm, suite]));
    const { played } = await collectAnswers(events(), suites, ({ arm }) => arm);
    const given = [...played].map(([arm, plays]) => [arm, plays.map((one) => [one.repeat, one.given])]);
    expect(given).toEqual([
      [
        'x',
        [
          [0, 'x 0'],
          [1, 'x 1'],
        ],
      ],
      ['y', [[0, 'y 0']]],
      ['z', []],
    ]);
  });

  it('are those of the final plan, where the plans of all iterations were measured at the same time', async () => {
    const started = {
      type: 'cell-start',
      cell: 'c',
      experiment: 'e',
      arm: '',
      taskType: 'seek',
      seed: 0,
    } as const;
    const played = (iteration: number): RunEvent => {
      const event = ended('held-out', 'a', `by ${iteration}`, { plan: `p${iteration}` });
      if (event.type !== 'episode-end') throw new Error('no episode');
      const { episode } = event;
      return { ...event, episode: { ...episode, id: `c/iteration-${iteration}/${episode.id}` } };
    };
    const selection = { plan: createPlan({ text: '', iteration: 1, environment: '', taskType: '' }) };
    const chosen = { type: 'plan-selected', cell: 'c', taskType: 'seek', selection } as unknown as RunEvent;
    const given = async (...events: readonly RunEvent[]) =>
      (await collect(started, ...events)).played.map((play) => play.given);
    expect(await given(played(2), played(0), played(1))).toEqual(['by 2']);
    expect(await given(played(10), played(2))).toEqual(['by 10']);
    const kept = ended('held-out', 'a', 'kept', { plan: selection.plan.id });
    if (kept.type !== 'episode-end') throw new Error('no episode');
    const early = { ...kept, episode: { ...kept.episode, id: `c/iteration-1/${kept.episode.id}` } };
    expect(await given(played(2), early, chosen)).toEqual(['kept']);
  });

  it('must be to questions of the suite', async () => {
    await expect(collect(ended('held-out', 'c', 'x'))).rejects.toThrow(/no instance "c"/);
  });
});
