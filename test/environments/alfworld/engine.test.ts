import { describe, expect, it } from 'vitest';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { play, smallInstance, smallSetup, startSmall } from './small-household.js';

describe('what the engine says', () => {
  it('introduces the room and the task', () => {
    expect(startSmall().initial).toEqual({
      observation: [
        '-= Welcome to TextWorld, ALFRED! =-',
        '',
        'You are in the middle of a room. Looking quickly around you, you see a bathtubbasin 1, a cabinet 2, a cabinet 1, a countertop 1, a desk 1, a fridge 1, a microwave 1, a shelf 1, a sinkbasin 1, and a toaster 1.',
        '',
        'Your task is to: put some apple on countertop.',
      ].join('\n'),
      reward: 0,
      terminated: false,
    });
  });

  it('sees nothing before the first move', () => {
    expect(play(startSmall(), 'look')).toBe(
      'You are in the middle of a room. Looking quickly around you, you see nothing.',
    );
  });

  it('describes open, closed and plain receptacles', () => {
    const session = startSmall();
    expect(play(session, 'go to cabinet 2')).toBe('You arrive at cabinet 2. The cabinet 2 is closed.');
    expect(play(session, 'open cabinet 2')).toBe(
      'You open the cabinet 2. The cabinet 2 is open. In it, you see a tomato 1.',
    );
    expect(play(session, 'examine cabinet 2')).toBe('The cabinet 2 is open. In it, you see a tomato 1.');
    expect(play(session, 'close cabinet 2')).toBe('You close the cabinet 2.');
    expect(play(session, 'examine cabinet 2')).toBe('The cabinet 2 is closed.');
    expect(play(session, 'examine cabinet 1')).toBe(
      'On the cabinet 1, you see a bread 1, a mug 1, and a spoon 1.',
    );
    expect(play(session, 'go to toaster 1')).toBe(
      'You arrive at toaster 1. On the toaster 1, you see nothing.',
    );
  });

  it('lists two things with a comma, and faces co-located receptacles without articles', () => {
    const session = startSmall();
    expect(play(session, 'go to desk 1')).toBe(
      'You arrive at desk 1. On the desk 1, you see a cd 1, and a desklamp 1.',
    );
    expect(play(session, 'look')).toBe(
      'You are facing the desk 1, and shelf 1. Next to it, you see nothing.',
    );
  });

  it('tells what is carried', () => {
    const session = startSmall();
    expect(play(session, 'inventory')).toBe('You are not carrying anything.');
    expect(play(session, 'go to countertop 1', 'take apple 2 from countertop 1')).toBe(
      'You pick up the apple 2 from the countertop 1.',
    );
    expect(play(session, 'inventory')).toBe('You are carrying: a apple 2.');
    expect(play(session, 'move apple 2 to countertop 1')).toBe('You move the apple 2 to the countertop 1.');
  });

  it('answers help with a text that ends in a line break', () => {
    const text = play(startSmall(), 'help');
    expect(text.startsWith('Available commands:\n  look: ')).toBe(true);
    expect(text.endsWith('using a sharp object\n')).toBe(true);
  });

  it('examines a vessel as normal, with what is inside, even when it is clean', () => {
    const session = startSmall();
    play(
      session,
      'go to cabinet 1',
      'take mug 1 from cabinet 1',
      'go to sinkbasin 1',
      'clean mug 1 with sinkbasin 1',
    );
    expect(play(session, 'examine mug 1')).toBe('This is a normal mug 1. In it, you see a spoon 1.');
  });

  it.each([
    [[], "There's nothing special about apple 2."],
    [['heat'], 'This is a hot apple 2.'],
    [['cool'], 'This is a cold apple 2.'],
    [['clean'], 'This is a clean apple 2.'],
    [['heat', 'cool'], 'This is a cold apple 2.'],
    [['cool', 'heat'], 'This is a hot apple 2.'],
    [['clean', 'heat'], 'This is a hot and clean apple 2.'],
    [['clean', 'cool'], 'This is a cool and clean apple 2.'],
    [['slice'], 'This is a sliced apple 2.'],
    [['slice', 'heat'], 'This is a hot sliced apple 2.'],
    [['slice', 'cool'], 'This is a cool sliced apple 2.'],
    [['slice', 'clean'], 'This is a clean sliced apple 2.'],
    [['slice', 'clean', 'heat'], 'This is a hot and clean sliced apple 2.'],
    [['slice', 'clean', 'cool'], 'This is a cool and clean sliced apple 2.'],
  ])('examines an apple after %j', (treatments, text) => {
    const session = startSmall();
    const actions: Record<string, readonly string[]> = {
      slice: ['take knife 1 from countertop 1', 'slice apple 2 with knife 1', 'move knife 1 to countertop 1'],
      clean: ['go to sinkbasin 1', 'clean apple 2 with sinkbasin 1'],
      heat: ['go to microwave 1', 'heat apple 2 with microwave 1'],
      cool: ['go to fridge 1', 'cool apple 2 with fridge 1'],
    };
    play(session, 'go to countertop 1', ...(treatments.includes('slice') ? (actions.slice ?? []) : []));
    play(session, 'take apple 2 from countertop 1');
    for (const treatment of treatments)
      if (treatment !== 'slice') play(session, ...(actions[treatment] ?? []));
    expect(play(session, 'examine apple 2')).toBe(text);
  });

  it('speaks the classic profile', () => {
    const session = startSmall('pick', { profile: '2.1.1' });
    expect(play(session, 'help')).toBe('Nothing happens.');
    expect(session.admissibleActions()).not.toContain('help');
    expect(play(session, 'go to countertop 1')).toBe(
      'You arrive at loc 7. On the countertop 1, you see a apple 2, and a knife 1.',
    );
    play(session, 'take apple 2 from countertop 1', 'go to fridge 1', 'open fridge 1');
    expect(session.admissibleActions()).toContain('put apple 2 in/on fridge 1');
    expect(play(session, 'move apple 2 to fridge 1')).toBe('Nothing happens.');
    expect(play(session, 'put apple 2 in/on fridge 1')).toBe('You put the apple 2 in/on the fridge 1.');
  });
});

describe('rare rules', () => {
  it('goes nowhere within a location', () => {
    const session = startSmall();
    play(session, 'go to desk 1');
    expect(play(session, 'go to desk 1')).toBe('Nothing happens.');
    expect(play(session, 'go to shelf 1')).toBe('Nothing happens.');
    expect(play(session, 'examine shelf 1')).toBe(
      'On the shelf 1, you see a cd 1, a desklamp 1, and a statue 1.',
    );
  });

  it('leaves an object of two receptacles listed in the other one, where it can be taken again', () => {
    const session = startSmall();
    play(session, 'go to desk 1', 'take cd 1 from desk 1');
    expect(play(session, 'examine shelf 1')).toContain('a cd 1');
    expect(session.admissibleActions()).not.toContain('take cd 1 from shelf 1');
    play(session, 'go to countertop 1', 'move cd 1 to countertop 1');
    expect(play(session, 'go to shelf 1')).toContain('a cd 1');
    expect(session.admissibleActions()).toContain('take cd 1 from shelf 1');
  });

  it('shows beside a receptacle what was moved to its neighbour, once for each', () => {
    const session = startSmall();
    play(session, 'go to desk 1', 'take cd 1 from desk 1', 'move cd 1 to shelf 1');
    expect(play(session, 'look')).toBe('You are facing the desk 1, and shelf 1. Next to it, you see a cd 1.');
    play(session, 'take cd 1 from shelf 1', 'move cd 1 to desk 1');
    expect(play(session, 'look')).toBe('You are facing the desk 1, and shelf 1. Next to it, you see a cd 1.');
    play(session, 'take cd 1 from desk 1', 'move cd 1 to shelf 1', 'take cd 1 from shelf 1');
    expect(play(session, 'look')).toBe(
      'You are facing the desk 1, and shelf 1. Next to it, you see nothing.',
    );
  });

  it('shows an object once for each receptacle it is missing from, even while it is carried', () => {
    const session = startSmall('pick', {
      receptacles: [...smallSetup.receptacles, ['sidetable 1', 'sidetable', 6, 0]],
      contains: { ...smallSetup.contains, sidetable: 'cd' },
    });
    play(session, 'go to desk 1', 'take cd 1 from desk 1', 'go to countertop 1', 'move cd 1 to countertop 1');
    play(session, 'go to desk 1', 'take cd 1 from shelf 1', 'move cd 1 to sidetable 1');
    const twice =
      'You are facing the desk 1, shelf 1, and sidetable 1. Next to it, you see a cd 1, and a cd 1.';
    expect(play(session, 'look')).toBe(twice);
    play(session, 'go to countertop 1', 'take cd 1 from countertop 1', 'go to shelf 1');
    expect(play(session, 'inventory')).toBe('You are carrying: a cd 1.');
    expect(play(session, 'look')).toBe(twice);
  });

  it('uses a lamp over and over, always turning it on, and lists it once', () => {
    const session = startSmall();
    play(session, 'go to shelf 1');
    expect(session.admissibleActions().filter((action) => action.startsWith('use'))).toEqual([
      'use desklamp 1',
    ]);
    expect(play(session, 'use desklamp 1')).toBe('You turn on the desklamp 1.');
    expect(play(session, 'use desklamp 1')).toBe('You turn on the desklamp 1.');
  });

  it('heats and cools through a closed door', () => {
    const session = startSmall();
    play(session, 'go to countertop 1', 'take apple 2 from countertop 1');
    expect(play(session, 'go to microwave 1', 'heat apple 2 with microwave 1')).toBe(
      'You heat the apple 2 using the microwave 1.',
    );
    expect(play(session, 'move apple 2 to microwave 1')).toBe('Nothing happens.');
    expect(play(session, 'go to fridge 1', 'cool apple 2 with fridge 1')).toBe(
      'You cool the apple 2 using the fridge 1.',
    );
  });

  it('cleans at a bathtub that is a sink by its type', () => {
    const session = startSmall();
    play(session, 'go to countertop 1', 'take knife 1 from countertop 1', 'go to bathtubbasin 1');
    expect(play(session, 'clean knife 1 with bathtubbasin 1')).toBe(
      'You clean the knife 1 using the bathtubbasin 1.',
    );
  });

  it('slices what has its own location here, seen or not, and nothing else', () => {
    const session = startSmall();
    play(session, 'go to countertop 1', 'take knife 1 from countertop 1');
    expect(session.admissibleActions().filter((action) => action.startsWith('slice'))).toEqual([
      'slice apple 2 with knife 1',
      'slice bread 1 with knife 1',
    ]);
    expect(play(session, 'slice bread 1 with knife 1')).toBe('You sliced the bread 1 with the knife 1.');
    play(session, 'go to cabinet 2');
    expect(play(session, 'slice bread 1 with knife 1')).toBe('Nothing happens.');
    expect(play(session, 'slice tomato 1 with knife 1')).toBe('You sliced the tomato 1 with the knife 1.');
  });

  it('examines objects in hand only', () => {
    const session = startSmall();
    play(session, 'go to countertop 1');
    expect(play(session, 'examine apple 2')).toBe('Nothing happens.');
  });

  it('knows what starts cold', () => {
    const session = startSmall();
    play(session, 'go to fridge 1', 'open fridge 1', 'take apple 1 from fridge 1');
    expect(play(session, 'examine apple 1')).toBe('This is a cold apple 1.');
  });

  it('takes only what can be picked up, and puts only where it fits', () => {
    const session = startSmall();
    play(session, 'go to shelf 1');
    expect(play(session, 'take statue 1 from shelf 1')).toBe('Nothing happens.');
    play(session, 'take cd 1 from shelf 1', 'go to toaster 1');
    expect(play(session, 'move cd 1 to toaster 1')).toBe('Nothing happens.');
  });

  it('strips an action of outer blanks and forgives nothing else', () => {
    const session = startSmall();
    expect(play(session, '  go to desk 1\n')).toContain('You arrive at desk 1.');
    for (const action of ['', 'GO TO fridge 1', 'go to  fridge 1', 'go to fridge', 'take x', 'l', 'i']) {
      expect(play(session, action)).toBe('Nothing happens.');
    }
  });
});

describe('admissible actions', () => {
  it('stand in code-unit order', () => {
    const session = startSmall();
    play(session, 'go to countertop 1', 'take apple 2 from countertop 1', 'go to fridge 1', 'open fridge 1');
    expect(session.admissibleActions()).toEqual([
      'close fridge 1',
      'cool apple 2 with fridge 1',
      'examine apple 2',
      'examine fridge 1',
      'go to bathtubbasin 1',
      'go to cabinet 1',
      'go to cabinet 2',
      'go to countertop 1',
      'go to desk 1',
      'go to microwave 1',
      'go to shelf 1',
      'go to sinkbasin 1',
      'go to toaster 1',
      'help',
      'inventory',
      'look',
      'move apple 2 to fridge 1',
    ]);
  });

  it('sort numbers as text', () => {
    const shelves = Array.from({ length: 11 }, (_, i) => [`shelf ${11 - i}`, 'shelf', i + 2, 0] as const);
    const session = startSmall('pick', { receptacles: shelves, objects: [], inside: [] });
    expect(session.admissibleActions().slice(0, 4)).toEqual([
      'go to shelf 1',
      'go to shelf 10',
      'go to shelf 11',
      'go to shelf 2',
    ]);
  });
});

describe('winning', () => {
  const fetch = ['go to countertop 1', 'take apple 2 from countertop 1'];

  it('follows the state and is not latched', () => {
    const session = startSmall('light', { goal: { object: 'apple', lamp: 'desklamp' } });
    play(session, 'go to desk 1', 'use desklamp 1', ...fetch);
    expect(session.step('go to shelf 1')).toMatchObject({ reward: 1, terminated: true });
    expect(session.step('look').terminated).toBe(true);
    expect(session.step('nonsense')).toEqual({
      observation: 'Nothing happens.',
      reward: 1,
      terminated: true,
    });
    expect(session.step('go to toaster 1')).toMatchObject({ reward: 0, terminated: false });
    expect(session.step('go to desk 1').terminated).toBe(true);
  });

  it('of a light task needs the lamp that was used and the object in hand', () => {
    const session = startSmall('light', { goal: { object: 'apple', lamp: 'desklamp' } });
    play(session, ...fetch);
    expect(session.step('go to desk 1').terminated).toBe(false);
    expect(session.step('use desklamp 1').terminated).toBe(true);
  });

  it.each([
    ['heat', 'go to microwave 1', 'heat apple 2 with microwave 1'],
    ['cool', 'go to fridge 1', 'cool apple 2 with fridge 1'],
    ['clean', 'go to sinkbasin 1', 'clean apple 2 with sinkbasin 1'],
  ] as const)('of a %s task needs the treatment', (taskType, go, treat) => {
    const session = startSmall(taskType);
    play(session, ...fetch);
    expect(session.step('move apple 2 to countertop 1').terminated).toBe(false);
    play(session, 'take apple 2 from countertop 1', go, treat, 'go to countertop 1');
    expect(session.step('move apple 2 to countertop 1').terminated).toBe(true);
    expect(session.step('take apple 2 from countertop 1').terminated).toBe(false);
  });

  it('of a cool task counts what was cold from the start', () => {
    const session = startSmall('cool');
    play(session, 'go to fridge 1', 'open fridge 1', 'take apple 1 from fridge 1', 'go to countertop 1');
    expect(session.step('move apple 1 to countertop 1').terminated).toBe(true);
  });

  it('of a task for two needs both in the same receptacle', () => {
    const session = startSmall('two', { goal: { object: 'apple', receptacle: 'sinkbasin' } });
    play(session, ...fetch, 'go to bathtubbasin 1', 'move apple 2 to bathtubbasin 1');
    play(session, 'go to fridge 1', 'open fridge 1', 'take apple 1 from fridge 1', 'go to sinkbasin 1');
    expect(session.step('move apple 1 to sinkbasin 1').terminated).toBe(false);
    play(session, 'take apple 1 from sinkbasin 1', 'go to bathtubbasin 1');
    expect(session.step('move apple 1 to bathtubbasin 1').terminated).toBe(true);
  });

  it('lasts while the goal holds, whatever is done, and is lost with it', () => {
    const goal = { object: 'apple', receptacle: 'sinkbasin' };
    const session = startSmall('pick', { goal });
    play(session, ...fetch, 'go to bathtubbasin 1');
    const won = (action: string) => session.step(action).terminated;
    expect(won('move apple 2 to bathtubbasin 1')).toBe(true);
    expect(['look', 'nonsense', 'go to fridge 1', 'open fridge 1'].map(won)).toEqual(Array(4).fill(true));
    const carry = ['take apple 1 from fridge 1', 'go to countertop 1', 'move apple 1 to countertop 1'];
    expect(carry.map(won)).toEqual(Array(3).fill(true));
    expect(won('go to bathtubbasin 1')).toBe(true);
    expect(won('take apple 2 from bathtubbasin 1')).toBe(false);
    expect(won('look')).toBe(false);
    expect(won('move apple 2 to bathtubbasin 1')).toBe(true);
  });

  it('of a goal that holds from the start comes with the first action that is admissible', () => {
    const session = startSmall('pick');
    expect(session.initial.terminated).toBe(false);
    expect(session.step('nonsense').terminated).toBe(false);
    expect(session.step('look').terminated).toBe(true);
    play(session, 'go to countertop 1');
    expect(session.step('take apple 2 from countertop 1').terminated).toBe(false);
  });

  it('counts an object that is still listed where it was taken from another receptacle', () => {
    const session = startSmall('pick', { goal: { object: 'cd', receptacle: 'shelf' } });
    play(session, 'go to desk 1');
    expect(session.step('take cd 1 from desk 1').terminated).toBe(true);
  });
});

describe('episodes', () => {
  it('do not touch each other', () => {
    const world = createAlfworld({ feedback: 'plain' });
    const instance = smallInstance();
    const first = world.start(instance);
    play(
      first,
      'go to countertop 1',
      'take apple 2 from countertop 1',
      'go to microwave 1',
      'heat apple 2 with microwave 1',
    );
    const second = world.start(instance);
    expect(play(second, 'go to countertop 1')).toContain('a apple 2');
    play(second, 'take apple 2 from countertop 1');
    expect(play(second, 'examine apple 2')).toBe("There's nothing special about apple 2.");
    expect(play(first, 'inventory')).toBe('You are carrying: a apple 2.');
  });
});
