import { describe, expect, it } from 'vitest';
import type { TaskInstance } from '../../../src/core/task.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { demonstrate } from '../../../src/environments/alfworld/demonstrate.js';
import type { AlfworldSetup } from '../../../src/environments/alfworld/setup.js';
import type { ExpertScript } from '../../../src/environments/define-environment.js';
import { loadSuite } from '../../../src/suites/index.js';
import { smallInstance, smallSetup } from './small-household.js';

const { instances } = loadSuite('tasks/household');
const world = createAlfworld();

/** One step with all that was seen before it, the introduction aside. */
interface Played {
  readonly thought: string | undefined;
  readonly action: string;
  readonly observation: string;
  readonly seen: string;
  readonly holding: boolean;
}

/** Plays a script to its end; fails where it does not win with its last step. */
function play(instance: TaskInstance, { steps }: ExpertScript): Played[] {
  const session = world.start(instance);
  const played: Played[] = [];
  let seen = '';
  let holding = false;
  for (const [index, { thought, action }] of steps.entries()) {
    const turn = session.step(action);
    expect([instance.id, index, turn.terminated]).toEqual([instance.id, index, index === steps.length - 1]);
    expect(turn.observation).not.toMatch(/^(Nothing happens|Action failed)/);
    played.push({ thought, action, observation: turn.observation, seen, holding });
    seen += `\n${turn.observation}`;
    if (action.startsWith('take ')) holding = true;
    if (action.startsWith('move ')) holding = false;
  }
  return played;
}

const scripts = instances.flatMap((instance) => {
  const script = demonstrate(instance, 0);
  return script === null ? [] : [{ instance, script, played: play(instance, script) }];
});
const namesIn = (text: string): string[] => text.match(/\b[a-z]+ \d+\b/g) ?? [];

describe('demonstrate', () => {
  it('wins what it plays, and plays many households of every task type', () => {
    const count = (taskType: string) =>
      scripts.filter(({ instance }) => instance.taskType === taskType).length;
    for (const taskType of ['pick', 'light', 'clean', 'heat', 'cool', 'two']) {
      expect(count(taskType)).toBeGreaterThan(15);
    }
    expect(Math.max(...scripts.map(({ script }) => script.steps.length))).toBeLessThan(world.maxSteps);
  });

  it('looks at one or two places in vain before it finds the thing', () => {
    for (const { instance, played } of scripts) {
      const found = played.findIndex(({ action }) => action.startsWith('take '));
      const visits = played.slice(0, found).filter(({ action }) => action.startsWith('go to '));
      expect(visits.length, instance.id).toBeGreaterThanOrEqual(2);
      expect(visits.length, instance.id).toBeLessThanOrEqual(3);
      const { goal } = instance.setup as AlfworldSetup;
      expect(
        namesIn(played[found]?.seen ?? '').filter((name) => name.startsWith(`${goal.object} `)).length,
      ).toBe(
        namesIn(played[found - 1]?.observation ?? '').filter((name) => name.startsWith(`${goal.object} `))
          .length,
      );
    }
  });

  it('names no thing and no place of a thing before it was seen', () => {
    for (const { instance, played } of scripts) {
      for (const { thought = '', action, seen, holding } of played) {
        // On the way to an appliance or to the end it says where it goes: what it holds is known, and so are they.
        const known = namesIn(holding && instance.taskType !== 'light' ? `${seen} ${action}` : seen);
        const unknown = namesIn(thought.toLowerCase()).filter((name) => !known.includes(name));
        expect([instance.id, thought, unknown]).toEqual([instance.id, thought, []]);
      }
    }
  });

  it('says that it has not seen another only where that is so', () => {
    const claims = scripts.flatMap(({ instance, played }) =>
      played
        .filter(({ thought = '' }) => /not (seen|looked)/.test(thought))
        .map(({ seen }) => {
          const { goal } = instance.setup as AlfworldSetup;
          return new Set(namesIn(seen).filter((name) => name.startsWith(`${goal.object} `))).size;
        }),
    );
    expect(claims.length).toBeGreaterThan(10);
    expect(new Set(claims)).toEqual(new Set([1]));
  });

  it('thinks at the start, before it takes something, and before each part of the job', () => {
    for (const { played } of scripts) {
      expect(played[0]?.thought).toBeTruthy();
      const turning = played.filter(({ action }) => /^(take|use) /.test(action));
      for (const { thought } of turning) expect(thought).toBeTruthy();
      const parts = played.filter(({ action }, index) => {
        return (
          action.startsWith('go to ') && /^(take|heat|cool|clean|move) /.test(played[index - 1]?.action ?? '')
        );
      });
      for (const { thought } of parts) expect(thought).toBeTruthy();
    }
  });

  it('goes back at once for a second thing that it saw', () => {
    const thoughts = scripts.flatMap(({ played }) => played.map(({ thought = '' }) => thought));
    expect(thoughts.some((thought) => /I saw another|There was a second one/.test(thought))).toBe(true);
    expect(thoughts.some((thought) => /While I searched I saw desklamp/.test(thought))).toBe(true);
  });

  it('says the same in other words where another wording is asked for', () => {
    for (const { instance, script } of scripts.slice(0, 40)) {
      const other = demonstrate(instance, 1);
      expect(other?.steps.map(({ action }) => action)).toEqual(script.steps.map(({ action }) => action));
      expect(other?.steps[0]?.thought).not.toBe(script.steps[0]?.thought);
      expect(other?.program).toEqual(script.program);
      expect(demonstrate(instance, 0)).toEqual(script);
    }
  });

  it('speaks the classic texts, too', () => {
    const [first] = scripts.filter(({ instance }) => instance.taskType === 'pick');
    if (first === undefined) throw new Error('no script');
    const classic = { ...first.instance, setup: { ...first.instance.setup, profile: '2.1.1' } };
    const script = demonstrate(classic, 0);
    expect(script?.steps.at(-1)?.action).toMatch(/^put \w+ \d+ in\/on \w+ \d+$/);
    expect(JSON.stringify(script?.program)).toMatch(/"put \w+ \{number\} in\/on/);
    const session = world.start(classic);
    const turns = script?.steps.map(({ action }) => session.step(action)) ?? [];
    expect(turns.at(-1)).toMatchObject({ terminated: true, reward: 1 });
  });

  it.each([
    ['the first place to look is the right one, or the end', smallInstance('pick')],
    ['the thing can not be taken', smallInstance('light', { goal: { object: 'statue', lamp: 'desklamp' } })],
    ['there is no such thing', smallInstance('heat', { objects: [], inside: [] })],
    ['there is only one', smallInstance('two', { goal: { object: 'mug', receptacle: 'desk' } })],
    ['it can not be put there', smallInstance('pick', { goal: { object: 'apple', receptacle: 'toaster' } })],
    [
      'nothing heats',
      smallInstance('heat', {
        receptacles: smallSetup.receptacles.filter(([name]) => name !== 'microwave 1'),
      }),
    ],
  ])('has nothing to show where %s', (_why, instance) => {
    expect(demonstrate(instance, 0)).toBeNull();
  });

  it('refuses what is no household', () => {
    expect(() => demonstrate({ ...smallInstance(), setup: {} }, 0)).toThrow(/small\/pick/);
  });
});
