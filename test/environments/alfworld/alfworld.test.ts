import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { type AlfworldSetup, taskTypes } from '../../../src/environments/alfworld/setup.js';
import { smallInstance, smallSetup, startSmall } from './small-household.js';

/** Parts of a setup as a file may have them, whatever they should be. */
const changed = (parts: Readonly<Record<string, unknown>>) => parts as Partial<AlfworldSetup>;

describe('createAlfworld', () => {
  it('has a name, a version and a step limit', () => {
    expect(createAlfworld()).toMatchObject({ name: 'alfworld', version: '1.0.0', maxSteps: 35 });
  });

  it('starts a new episode each time, also when more games are played than are kept', () => {
    const world = createAlfworld();
    const instances = Array.from({ length: 400 }, (_, i) => ({ ...smallInstance(), goal: `task ${i}.` }));
    for (const instance of [...instances, ...instances.slice(0, 3)]) {
      expect(world.start(instance).initial.observation).toContain(`Your task is to: ${instance.goal}`);
    }
  });

  it.each([
    ['a task type of another world', { ...smallInstance(), taskType: 'bake' }, /task type 'bake'/],
    ['another setup', { ...smallInstance(), setup: { map: [] } }, /setup\.profile/],
    [
      'a broken name',
      smallInstance('pick', { objects: [['two words 1', 'x', '', [], []]] }),
      /a word and a number/,
    ],
    [
      'another profile',
      smallInstance('pick', changed({ profile: '2.0' })),
      /setup\.profile: must be 2\.1\.3/,
    ],
    ['half a start', smallInstance('pick', { start: 1.5 }), /setup\.start: must be a whole number/],
    [
      'a goal without object',
      smallInstance('pick', changed({ goal: { lamp: 'x' } })),
      /setup\.goal: must be/,
    ],
    ['a goal of numbers', smallInstance('pick', changed({ goal: { object: 1 } })), /setup\.goal: must be/],
    [
      'lists of what fits',
      smallInstance('pick', changed({ contains: { fridge: ['x'] } })),
      /setup\.contains: /,
    ],
    [
      'no receptacles',
      smallInstance('pick', changed({ receptacles: null })),
      /setup\.receptacles: must be a list/,
    ],
    [
      'half a receptacle',
      smallInstance('pick', changed({ receptacles: [smallSetup.receptacles[0], ['desk 1', 'desk', 6]] })),
      /setup\.receptacles\.1: must be \[name, type, location, 0 or 1\]/,
    ],
    [
      'an object that is nowhere',
      smallInstance('pick', changed({ objects: [['cd 1', 'cd', 'p', 4, [6]]], inside: [] })),
      /setup\.objects\.0: must be \[name, type, flags, receptacles, locations\]/,
    ],
    ['half a pair', smallInstance('pick', changed({ inside: [[7, 6], [7]] })), /setup\.inside\.1: must be/],
    ['a name twice', smallInstance('pick', { objects: [['desk 1', 'desk', '', [], []]] }), /two of 'desk 1'/],
    ['a start at a receptacle', smallInstance('pick', { start: 9 }), /starts at a receptacle/],
    [
      'an unknown receptacle',
      smallInstance('pick', { objects: [['cd 1', 'cd', 'p', [10], []]], inside: [] }),
      /cd 1 is in an unknown receptacle/,
    ],
    ['an unknown vessel', smallInstance('pick', { inside: [[0, 11]] }), /setup\.inside/],
    ['no lamp', smallInstance('light'), /setup\.goal\.lamp is missing/],
    ['no target', smallInstance('pick', { goal: { object: 'cd' } }), /setup\.goal\.receptacle is missing/],
  ])('refuses %s and names the instance', (_, instance, message) => {
    expect(() => createAlfworld().start(instance)).toThrow(UsageError);
    expect(() => createAlfworld().start(instance)).toThrow(message);
    expect(() => createAlfworld().start(instance)).toThrow(`task instance ${instance.id}`);
  });
});

describe('the manual', () => {
  it('says for each task type what it asks for, and nothing of how', () => {
    const manuals = taskTypes.map((taskType) => {
      const goal = { object: 'apple', receptacle: 'countertop', lamp: 'desklamp' };
      return createAlfworld().manual(smallInstance(taskType, { goal }));
    });
    expect(new Set(manuals.map(({ task }) => task)).size).toBe(taskTypes.length);
    for (const manual of manuals) expect(JSON.stringify(manual)).not.toMatch(/microwave|fridge|sink|toaster/);
  });

  it('lists every action that the world ever admits, in its own words', () => {
    for (const profile of ['2.1.3', '2.1.1'] as const) {
      const { actions } = createAlfworld().manual(smallInstance('pick', { profile }));
      const patterns = actions.map(({ form }) => new RegExp(`^${form.replaceAll(/\{\w+\}/g, '\\w+ \\d+')}$`));
      const session = startSmall('pick', { profile, contains: { ...smallSetup.contains, fridge: 'apple' } });
      const walk = [
        'go to countertop 1',
        'take apple 2 from countertop 1',
        'go to fridge 1',
        'open fridge 1',
      ];
      for (const step of [...walk, 'go to shelf 1', 'go to microwave 1', 'go to sinkbasin 1']) {
        for (const action of session.admissibleActions()) {
          if (action !== 'help') expect(patterns.filter((pattern) => pattern.test(action))).toHaveLength(1);
        }
        session.step(step);
      }
    }
  });
});
