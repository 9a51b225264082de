import { describe, expect, it } from 'vitest';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import type { AlfworldRules } from '../../../src/environments/alfworld/rules.js';
import type { AlfworldSetup } from '../../../src/environments/alfworld/setup.js';
import { play, smallInstance, startSmall } from './small-household.js';

function startAugmented(setup: Partial<AlfworldSetup> = {}, rules: Partial<AlfworldRules> = {}) {
  return startSmall('pick', setup, { rules });
}

/** What the last of the actions is answered, without the words that all failures begin with. */
function causeOf(...actions: readonly string[]): string {
  const observation = play(startAugmented(), ...actions);
  expect(observation).toMatch(/^Action failed\. /);
  return observation.slice('Action failed. '.length);
}

const atCountertop = 'go to countertop 1';
const takeApple = 'take apple 2 from countertop 1';

describe('the causes of Table 6', () => {
  it.each([
    ['missing index', 'You miss the index of tomato, e.g., tomato 1.', 'take tomato from countertop 1'],
    ['wrong location', 'You are not at countertop 1.', 'take tomato 1 from countertop 1'],
    [
      'invalid receptacle',
      'countertop 9 is not a valid action in this household.',
      'take tomato 1 from countertop 9',
    ],
    ['closed receptacle', 'cabinet 2 is closed.', 'go to cabinet 2', 'take tomato 1 from cabinet 2'],
    [
      'inventory limit',
      'You cannot hold more than one object.',
      atCountertop,
      takeApple,
      'take knife 1 from countertop 1',
    ],
    ['not in inventory', 'You are not carrying tomato 1.', 'go to cabinet 1', 'move tomato 1 to cabinet 1'],
    [
      'invalid heating appliance',
      'toaster cannot be used for heating.',
      atCountertop,
      takeApple,
      'go to toaster 1',
      'heat apple 2 with toaster 1',
    ],
  ])('%s', (_, cause, ...actions) => {
    expect(causeOf(...actions)).toBe(cause);
  });

  it('hold in the classic profile, with its own words for putting', () => {
    const session = startAugmented({ profile: '2.1.1' });
    expect(play(session, 'go to cabinet 1', 'put tomato 1 in/on cabinet 1')).toBe(
      'Action failed. You are not carrying tomato 1.',
    );
    expect(play(session, 'move tomato 1 to cabinet 1')).toBe(
      'Action failed. The right form is: put {object} in/on {receptacle}.',
    );
  });
});

describe('other causes', () => {
  it.each([
    ['take pear 1 from countertop 1', 'pear 1 is not at countertop 1.', atCountertop],
    ['take pear 1 from countertop 1', 'pear 1 is not at countertop 1.', atCountertop, takeApple],
    ['take cd 1 from shelf 1', 'You are already carrying cd 1.', 'go to shelf 1', 'take cd 1 from desk 1'],
    ['take statue 1 from shelf 1', 'statue 1 cannot be picked up.', 'go to shelf 1'],
    ['take statue 1 from shelf 1', 'You have not seen statue 1 at shelf 1.', 'go to desk 1'],
    ['take statue 1 from shelf 1', 'statue 1 cannot be picked up.', 'go to desk 1', 'examine shelf 1'],
    [
      'take apple 1 from fridge 1',
      'fridge 1 is closed.',
      'go to fridge 1',
      'open fridge 1',
      'close fridge 1',
    ],
    ['take mug 1 from fridge 1', 'mug 1 is not at fridge 1.', 'go to fridge 1', 'open fridge 1'],
    ['go to desk 1', 'You are already at desk 1.', 'go to desk 1'],
    ['go to shelf 1', 'shelf 1 is right where you are: there is no need to go.', 'go to desk 1'],
    ['go to shelf 9', 'shelf 9 is not a valid action in this household.'],
    ['open fridge 1', 'You are not at fridge 1.'],
    ['open fridge 1', 'fridge 1 is already open.', 'go to fridge 1', 'open fridge 1'],
    ['close fridge 1', 'fridge 1 is already closed.', 'go to fridge 1'],
    ['open desk 1', 'desk 1 cannot be opened.', 'go to desk 1'],
    ['close desk 1', 'desk 1 cannot be closed.', 'go to desk 1'],
    ['move apple 2 to fridge 1', 'fridge 1 is closed.', atCountertop, takeApple, 'go to fridge 1'],
    [
      'move apple 2 to toaster 1',
      'apple 2 cannot be put in or on toaster 1.',
      atCountertop,
      takeApple,
      'go to toaster 1',
    ],
    ['heat apple 2 with microwave 1', 'You are not at microwave 1.', atCountertop, takeApple],
    ['heat apple 2 with microwave 1', 'You are not carrying apple 2.', 'go to microwave 1'],
    [
      'heat knife 1 with microwave 1',
      'knife 1 cannot be heated.',
      atCountertop,
      'take knife 1 from countertop 1',
      'go to microwave 1',
    ],
    [
      'cool knife 1 with fridge 1',
      'knife 1 cannot be cooled.',
      atCountertop,
      'take knife 1 from countertop 1',
      'go to fridge 1',
    ],
    [
      'clean cd 1 with bathtubbasin 1',
      'cd 1 cannot be cleaned.',
      'go to desk 1',
      'take cd 1 from desk 1',
      'go to bathtubbasin 1',
    ],
    ['clean apple 2 with desk 1', 'desk cannot be used for cleaning.', 'go to desk 1'],
    [
      'use microwave 1',
      'microwave 1 is used in another way: heat {object} with microwave 1.',
      'go to microwave 1',
    ],
    ['use fridge 1', 'fridge 1 is used in another way: cool {object} with fridge 1.', 'go to fridge 1'],
    [
      'use sinkbasin 1',
      'sinkbasin 1 is used in another way: clean {object} with sinkbasin 1.',
      'go to sinkbasin 1',
    ],
    ['use desk 1', 'desk 1 cannot be used.', 'go to desk 1'],
    ['use desk 1', 'You are not at desk 1.'],
    ['use desk 3', 'desk 3 is not a valid action in this household.'],
    ['use apple 2', 'apple 2 cannot be used.', atCountertop],
    ['use apple 2', 'apple 2 cannot be used.', atCountertop, takeApple],
    ['use desklamp 1', 'You do not see desklamp 1 here.'],
    ['use apple 1', 'You do not see apple 1 here.', 'go to fridge 1'],
    ['use apple 1', 'apple 1 cannot be used.', 'go to fridge 1', 'open fridge 1', 'close fridge 1'],
    ['slice apple 2 with knife 1', 'You are not carrying knife 1.', atCountertop],
    ['slice apple 2 with cd 1', 'cd cannot be used for slicing.', 'go to desk 1', 'take cd 1 from desk 1'],
    [
      'slice pear 1 with knife 1',
      'You do not see pear 1 here.',
      atCountertop,
      'take knife 1 from countertop 1',
    ],
    [
      'slice knife 1 with knife 1',
      'knife 1 cannot be sliced here.',
      atCountertop,
      'take knife 1 from countertop 1',
    ],
    ['examine apple 2', 'You are not carrying apple 2.', atCountertop],
    ['examine desk 1', 'You are not at desk 1.'],
    ['examine desk 7', 'desk 7 is not a valid action in this household.'],
  ])('of %s: %s', (action, cause, ...before) => {
    expect(causeOf(...before, action)).toBe(cause);
  });
});

describe('malformed actions', () => {
  it.each([
    ['take apple 2', 'The right form is: take {object} from {receptacle}.'],
    ['put apple 2 in/on desk 1', 'The right form is: move {object} to {receptacle}.'],
    ['go desk 1', 'The right form is: go to {receptacle}.'],
    ['Go to desk 1', 'Write actions in lower case and with single blanks.'],
    ['go to  desk 1', 'Write actions in lower case and with single blanks.'],
    ['take the apple 2 from desk 1', '"the apple 2" is not a name: a name is one word and an index.'],
    [`open ${'very '.repeat(20)}wide`, 'What you wrote is not a name: a name is one word and an index.'],
    ['move apple to desk', 'You miss the index of apple, e.g., apple 1.'],
    ['examine desk', 'You miss the index of desk, e.g., desk 1.'],
  ])('%j: %s', (action, cause) => {
    expect(causeOf(action)).toBe(cause);
  });

  it.each(['', 'dance', 'help me'])(
    'that begin with no verb of the world, as %j, are told all forms',
    (action) => {
      const cause = causeOf(action);
      for (const { form } of createAlfworld().manual(smallInstance()).actions) expect(cause).toContain(form);
    },
  );
});

describe('the wrapper', () => {
  it('changes nothing but failures', () => {
    const plain = startSmall();
    const augmented = startAugmented();
    expect(augmented.initial).toEqual(plain.initial);
    for (const action of [
      atCountertop,
      takeApple,
      'look',
      'examine apple 2',
      'go to microwave 1',
      'inventory',
    ]) {
      expect(augmented.step(action)).toEqual(plain.step(action));
      expect(augmented.admissibleActions()).toEqual(plain.admissibleActions());
    }
  });

  it('keeps what was seen up to date', () => {
    const session = startAugmented();
    play(session, 'go to desk 1', 'take cd 1 from desk 1', 'move cd 1 to shelf 1');
    expect(play(session, 'take cd 1 from desk 1')).toBe('Action failed. cd 1 is not at desk 1.');
    play(session, 'take cd 1 from shelf 1', 'move cd 1 to desk 1', 'take cd 1 from desk 1');
    expect(play(session, 'examine cd 1')).toBe("There's nothing special about cd 1.");
  });

  it('stays plain where the plain feedback is asked for', () => {
    expect(play(startSmall(), 'dance')).toBe('Nothing happens.');
  });
});

describe('with changed rules', () => {
  const rules = { heat: ['toaster'], cool: ['fridge', 'microwave'] };

  it('tells the truth about appliances', () => {
    const session = startAugmented({}, rules);
    play(session, atCountertop, takeApple, 'go to microwave 1');
    expect(play(session, 'heat apple 2 with microwave 1')).toBe(
      'Action failed. microwave cannot be used for heating.',
    );
    expect(play(session, 'use microwave 1')).toBe(
      'Action failed. microwave 1 is used in another way: cool {object} with microwave 1.',
    );
    play(session, 'go to toaster 1');
    expect(play(session, 'use toaster 1')).toBe(
      'Action failed. toaster 1 is used in another way: heat {object} with toaster 1.',
    );
    expect(play(session, 'heat apple 2 with toaster 1')).toBe('You heat the apple 2 using the toaster 1.');
  });
});
