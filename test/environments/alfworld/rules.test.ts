import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { completeRules, defaultRules, receptacleTypes } from '../../../src/environments/alfworld/rules.js';
import { play, startSmall } from './small-household.js';

describe('completeRules', () => {
  it("leaves out nothing: what is not given stays ALFWorld's", () => {
    expect(completeRules()).toEqual(defaultRules);
    expect(completeRules({ heat: ['Toaster', ' stoveburner '] })).toEqual({
      ...defaultRules,
      heat: ['toaster', 'stoveburner'],
    });
  });

  it('refuses a type that no game has and lists those there are', () => {
    const attempt = () => createAlfworld({ rules: { cool: ['freezer'] } });
    expect(attempt).toThrow(UsageError);
    expect(attempt).toThrow("ALFWorld rule 'cool': 'freezer' is no receptacle type");
    try {
      attempt();
    } catch (error) {
      expect(error instanceof UsageError && error.remedy).toContain(receptacleTypes.join(', '));
    }
  });
});

describe('a household with other rules', () => {
  it('heats only where the rules say so', () => {
    const session = startSmall('heat', {}, { feedback: 'plain', rules: { heat: ['toaster'] } });
    play(session, 'go to countertop 1', 'take apple 2 from countertop 1', 'go to microwave 1');
    expect(session.admissibleActions()).not.toContain('heat apple 2 with microwave 1');
    expect(play(session, 'heat apple 2 with microwave 1')).toBe('Nothing happens.');
    play(session, 'go to toaster 1');
    expect(session.admissibleActions()).toContain('heat apple 2 with toaster 1');
    expect(play(session, 'heat apple 2 with toaster 1')).toBe('You heat the apple 2 using the toaster 1.');
    play(session, 'go to countertop 1');
    expect(session.step('move apple 2 to countertop 1').terminated).toBe(true);
  });

  it('goes by the type of a receptacle, not by its name', () => {
    const session = startSmall('clean', {}, { feedback: 'plain', rules: { clean: ['bathtubbasin'] } });
    play(session, 'go to countertop 1', 'take apple 2 from countertop 1', 'go to bathtubbasin 1');
    expect(play(session, 'clean apple 2 with bathtubbasin 1')).toBe('Nothing happens.');
  });

  it('may have several appliances for one treatment, or none', () => {
    const rules = { clean: ['desk', 'toaster'], heat: [] };
    const session = startSmall('clean', {}, { feedback: 'plain', rules });
    play(session, 'go to countertop 1', 'take apple 2 from countertop 1');
    expect(play(session, 'go to desk 1', 'clean apple 2 with desk 1')).toContain('You clean');
    expect(play(session, 'go to toaster 1', 'clean apple 2 with toaster 1')).toContain('You clean');
    expect(play(session, 'go to microwave 1', 'heat apple 2 with microwave 1')).toBe('Nothing happens.');
  });
});
