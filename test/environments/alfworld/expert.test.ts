import { describe, expect, test } from 'vitest';
import { solve } from '../../../src/environments/alfworld/expert.js';
import type { AlfworldSetup } from '../../../src/environments/alfworld/setup.js';

/** A kitchen with a closed cabinet, a closed fridge and two burners at one location. */
const kitchen: AlfworldSetup = {
  profile: '2.1.3',
  start: 0,
  goal: { object: 'mug', receptacle: 'cabinet' },
  receptacles: [
    ['cabinet 1', 'cabinet', 1, 1],
    ['countertop 1', 'countertop', 2, 0],
    ['fridge 1', 'fridge', 3, 1],
    ['microwave 1', 'microwave', 4, 1],
    ['sinkbasin 1', 'sinkbasin', 5, 0],
    ['stoveburner 2', 'stoveburner', 6, 0],
    ['stoveburner 1', 'stoveburner', 6, 0],
    ['toaster 1', 'toaster', 7, 0],
  ],
  objects: [
    ['apple 2', 'apple', 'pchksf', [2], [3]],
    ['apple 1', 'apple', 'pchks', [1], [2]],
    ['mug 1', 'mug', 'pchkr', [1], [2]],
    ['pan 2', 'pan', 'pckr', [5], [6]],
    ['pan 1', 'pan', 'pckr', [1], [2]],
    ['window 1', 'window', '', [], []],
  ],
  contains: {
    cabinet: 'mug pan',
    countertop: 'apple mug pan',
    fridge: 'apple mug pan',
    sinkbasin: 'apple mug pan',
    stoveburner: 'pan',
  },
};
const withGoal = (object: string, receptacle: string): AlfworldSetup => ({
  ...kitchen,
  goal: { object, receptacle },
});

describe('solve', () => {
  test('fetches and places, opening what is closed', () => {
    expect(solve('pick', kitchen)).toEqual([
      'go to countertop 1',
      'take mug 1 from countertop 1',
      'go to cabinet 1',
      'open cabinet 1',
      'move mug 1 to cabinet 1',
    ]);
  });

  test('speaks the classic profile', () => {
    expect(solve('pick', { ...kitchen, profile: '2.1.1' })?.at(-1)).toBe('put mug 1 in/on cabinet 1');
  });

  test('heats through the closed door of the microwave', () => {
    expect(solve('heat', kitchen)?.slice(2, 4)).toEqual(['go to microwave 1', 'heat mug 1 with microwave 1']);
  });

  test('follows changed rules, whichever of several appliances is there', () => {
    expect(solve('heat', kitchen, { heat: ['toaster'] })).toContain('heat mug 1 with toaster 1');
    expect(solve('clean', kitchen, { clean: ['bathtubbasin', 'stoveburner'] })).toContain(
      'clean mug 1 with stoveburner 2',
    );
    expect(solve('heat', kitchen, { cool: ['toaster'] })).toContain('heat mug 1 with microwave 1');
  });

  test('finds nothing to do where no appliance of the rules is there', () => {
    expect(solve('heat', kitchen, { heat: ['coffeemachine'] })).toBeNull();
    expect(solve('cool', kitchen, { cool: [] })).toBeNull();
  });

  test('takes things out of their target, treats them and puts them back', () => {
    expect(solve('clean', withGoal('mug', 'countertop'))).toEqual([
      'go to countertop 1',
      'take mug 1 from countertop 1',
      'go to sinkbasin 1',
      'clean mug 1 with sinkbasin 1',
      'go to countertop 1',
      'move mug 1 to countertop 1',
    ]);
  });

  test('need not cool what is cold already', () => {
    expect(solve('cool', withGoal('apple', 'countertop'))).toEqual([
      'go to fridge 1',
      'open fridge 1',
      'take apple 2 from fridge 1',
      'go to countertop 1',
      'move apple 2 to countertop 1',
    ]);
    expect(solve('cool', withGoal('apple', 'fridge'))).toEqual([]);
  });

  test('opens a door once, and does not go where it is', () => {
    expect(solve('cool', withGoal('mug', 'fridge'))).toEqual([
      'go to countertop 1',
      'take mug 1 from countertop 1',
      'go to fridge 1',
      'cool mug 1 with fridge 1',
      'open fridge 1',
      'move mug 1 to fridge 1',
    ]);
    const clash: AlfworldSetup = {
      ...withGoal('pan', 'stoveburner'),
      objects: [
        ['pan 2', 'pan', 'pckr', [5], [6]],
        ['pan 1', 'pan', 'pckr', [6], [6]],
      ],
    };
    expect(solve('two', clash)).toEqual([
      'go to stoveburner 1',
      'take pan 1 from stoveburner 1',
      'move pan 1 to stoveburner 2',
    ]);
  });

  test('brings two to the same receptacle one by one, counting what lies there', () => {
    expect(solve('two', withGoal('pan', 'stoveburner'))).toHaveLength(4);
    expect(solve('two', withGoal('pan', 'cabinet'))).toEqual([
      'go to stoveburner 2',
      'take pan 2 from stoveburner 2',
      'go to cabinet 1',
      'open cabinet 1',
      'move pan 2 to cabinet 1',
      'go to countertop 1',
      'take pan 1 from countertop 1',
      'go to cabinet 1',
      'move pan 1 to cabinet 1',
    ]);
    expect(solve('two', withGoal('mug', 'cabinet'))).toBeNull();
  });

  test('knows that a thing in two receptacles stays in the second', () => {
    const objects: AlfworldSetup['objects'] = [['pan 1', 'pan', 'pckr', [5, 6], [6]]];
    expect(solve('clean', { ...withGoal('pan', 'stoveburner'), objects })).toEqual([
      'go to stoveburner 1',
      'take pan 1 from stoveburner 1',
      'go to sinkbasin 1',
      'clean pan 1 with sinkbasin 1',
    ]);
  });

  test('gives up on things that can not be taken, reached, treated or placed', () => {
    expect(solve('pick', withGoal('window', 'countertop'))).toBeNull();
    expect(solve('pick', withGoal('apple', 'cabinet'))).toBeNull();
    expect(solve('heat', withGoal('pan', 'cabinet'))).toBeNull();
    expect(solve('pick', withGoal('mug', 'safe'))).toBeNull();
    const nailed = kitchen.objects.map(([name, type, , ...rest]) => [name, type, 'chk', ...rest] as const);
    expect(solve('heat', { ...kitchen, objects: nailed })).toBeNull();
  });

  test('holds the thing and turns on a lamp, inside a closed cabinet too', () => {
    const objects: AlfworldSetup['objects'] = [...kitchen.objects, ['desklamp 1', 'desklamp', 't', [0], [1]]];
    const setup = { ...kitchen, objects, goal: { object: 'mug', lamp: 'desklamp' } };
    expect(solve('light', setup)).toEqual([
      'go to countertop 1',
      'take mug 1 from countertop 1',
      'go to cabinet 1',
      'use desklamp 1',
    ]);
    expect(solve('light', { ...setup, objects: kitchen.objects })).toBeNull();
    const broken: AlfworldSetup['objects'] = [...kitchen.objects, ['desklamp 1', 'desklamp', '', [0], [1]]];
    expect(solve('light', { ...setup, objects: broken })).toBeNull();
  });

  test('says so where a setup points nowhere', () => {
    const objects: AlfworldSetup['objects'] = [['mug 1', 'mug', 'p', [99], [1]]];
    expect(() => solve('pick', { ...kitchen, objects })).toThrow(/no receptacle 99 among 8/);
  });
});
