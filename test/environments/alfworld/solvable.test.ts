import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/core/errors.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { loadSuite } from '../../../src/suites/index.js';
import { smallInstance } from './small-household.js';

const household = loadSuite('tasks/household').instances;
const solvable = (rules: Readonly<Record<string, readonly string[]>>) => {
  const world = createAlfworld({ rules });
  return household.filter((instance) => world.isSolvable?.(instance));
};

describe('isSolvable', () => {
  test('is true of every game that we ship', () => {
    expect(solvable({})).toHaveLength(household.length);
  });

  test('follows the rules of the world: only what they touch changes', () => {
    const nowhere = solvable({ heat: [] });
    expect(nowhere).toEqual(household.filter(({ taskType }) => taskType !== 'heat'));
    const some = solvable({ clean: ['bathtubbasin'] }).filter(({ taskType }) => taskType === 'clean');
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(household.filter(({ taskType }) => taskType === 'clean').length);
  });

  test('looks at the goal', () => {
    const { isSolvable } = createAlfworld();
    const goals = { apple: true, statue: false, window: false, elephant: false };
    for (const [object, expected] of Object.entries(goals)) {
      expect(
        isSolvable?.(smallInstance('pick', { goal: { object, receptacle: 'countertop' } })),
        object,
      ).toBe(expected);
    }
    expect(isSolvable?.(smallInstance('pick', { goal: { object: 'apple', receptacle: 'safe' } }))).toBe(
      false,
    );
  });

  test('refuses what is no ALFWorld game', () => {
    const foreign = { ...smallInstance(), setup: {} };
    expect(() => createAlfworld().isSolvable?.(foreign)).toThrow(UsageError);
  });
});
