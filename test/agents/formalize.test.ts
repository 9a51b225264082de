import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGrammar } from '../../src/agents/index.js';
import { createAlfworld } from '../../src/environments/alfworld/alfworld.js';
import { loadSuite } from '../../src/suites/index.js';
import { smallInstance } from '../environments/alfworld/small-household.js';

const world = createAlfworld();
const current = createGrammar(world.manual(smallInstance()).actions);
const classic = createGrammar(world.manual(smallInstance('pick', { profile: '2.1.1' })).actions);
const transcript = [
  'You see a desk 1, a drawer 2, and a drawer 1.',
  'On the desk 1, you see a mug 3 and a Pen 1.',
];

describe('the grammar of household actions', () => {
  test.each([
    ['go to desk 1', 'go to desk 1'],
    ['Go to the desk 1.', 'go to desk 1'],
    ['walk to desk 1', 'go to desk 1'],
    ['head over to the desk 1', 'go to desk 1'],
    ['go back to desk 1', 'go to desk 1'],
    ['> go to desk 1', 'go to desk 1'],
    ['- go to desk 1', 'go to desk 1'],
    ['1. go to desk 1', 'go to desk 1'],
    ['Action: go to desk 1', 'go to desk 1'],
    ['My next action is go to desk 1', 'go to desk 1'],
    ['I will go to desk 1.', 'go to desk 1'],
    ["So I'll first go to desk 1", 'go to desk 1'],
    ["Sure! Let's go to desk 1", 'go to desk 1'],
    ['Okay, > Action: `go to desk 1`', 'go to desk 1'],
    ['**go to "desk 1"**', 'go to desk 1'],
    ['go  to\tdesk  1', 'go to desk 1'],
    ['\n\n  go to desk 1\nopen desk 1', 'go to desk 1'],
    ['go to desk1', 'go to desk 1'],
    ['go to Desk_1', 'go to desk 1'],
    ['take mug 3 from desk 1', 'take mug 3 from desk 1'],
    ['pick up the mug 3 from the desk 1', 'take mug 3 from desk 1'],
    ['grab mug 3 from desk 1', 'take mug 3 from desk 1'],
    ['take mug 3 out of drawer 1', 'take mug 3 from drawer 1'],
    ['open the drawer 1', 'open drawer 1'],
    ['shut drawer 1', 'close drawer 1'],
    ['turn on desklamp 1', 'use desklamp 1'],
    ['turn the desklamp 1 on', 'use desklamp 1'],
    ['switch on the desklamp 1', 'use desklamp 1'],
    ['heat mug 3 using microwave 1', 'heat mug 3 with microwave 1'],
    ['warm up the mug 3 with the microwave 1', 'heat mug 3 with microwave 1'],
    ['cook egg 1 in microwave 1', 'heat egg 1 with microwave 1'],
    ['chill mug 3 in the fridge 1', 'cool mug 3 with fridge 1'],
    ['rinse mug 3 with sinkbasin 1', 'clean mug 3 with sinkbasin 1'],
    ['cut bread 1 with knife 2', 'slice bread 1 with knife 2'],
    ['slice bread 1 using the knife 2', 'slice bread 1 with knife 2'],
    ['inspect mug 3', 'examine mug 3'],
    ['look at the mug 3', 'examine mug 3'],
    ['look', 'look'],
    ['Look around.', 'look'],
    ['look, then open the drawer 1', 'look'],
    ['inventory', 'inventory'],
    ['check my inventory', 'inventory'],
  ])('reads %j', (raw, action) => {
    expect(current(raw, [])).toBe(action);
  });

  test.each(['move', 'put', 'place', 'set', 'drop'])('reads "%s" as both profiles want it', (verb) => {
    for (const way of ['in', 'on', 'into', 'onto', 'in/on', 'inside']) {
      expect(current(`${verb} the mug 3 ${way} the drawer 1`, [])).toBe('move mug 3 to drawer 1');
      expect(classic(`${verb} mug 3 ${way} drawer 1`, [])).toBe('put mug 3 in/on drawer 1');
    }
    expect(classic('move mug 3 to drawer 1', [])).toBe('put mug 3 in/on drawer 1');
  });

  test.each([
    ['go to desk 1 and take mug 3 from desk 1', 'go to desk 1'],
    ['go to desk 1, then open drawer 1', 'go to desk 1'],
    ['take mug 3 from desk 1; go to drawer 1', 'take mug 3 from desk 1'],
    ['open drawer 1. Then look', 'open drawer 1'],
    ['take mug 3 from desk 1 and heat it with microwave 1', 'take mug 3 from desk 1'],
  ])('takes the first of several actions: %j', (raw, action) => {
    expect(current(raw, [])).toBe(action);
  });

  test.each([
    ['go to desk', 'go to desk 1'],
    ['Go to the desk.', 'go to desk 1'],
    ['take mug from desk', 'take mug 3 from desk 1'],
    ['take the pen from desk 1!', 'take pen 1 from desk 1'],
    ['put mug 3 on desk', 'move mug 3 to desk 1'],
    ['look at pen', 'examine pen 1'],
  ])('adds a number that can only be one: %j', (raw, action) => {
    expect(current(raw, transcript)).toBe(action);
  });

  test.each([
    '',
    ' \n ',
    'go to drawer',
    'go to sofa',
    'go to des',
    'take mug from drawer',
    'go to desk and look',
    'look at sofa',
    'looking good',
    'user 1',
    'go to desk 1a',
    'dance',
    'I think the best thing to do is to go to desk 1.',
    'take desk 1',
    'help',
  ])('does not guess: %j', (raw) => {
    expect(current(raw, transcript)).toBeNull();
  });

  test('reads every admissible action as itself, alone and among words', () => {
    const instances = loadSuite('tasks/household').instances;
    const before = fc.constantFrom('', 'I will ', 'Action: ', '> ', 'Sure, ', '"');
    const behind = fc.constantFrom('', '.', ' ', '\n', '"', ', then look', ' and wait');
    const instance = fc.integer({ min: 0, max: instances.length - 1 });
    const walk = fc.array(fc.nat(), { maxLength: 12 });
    fc.assert(
      fc.property(instance, walk, before, behind, (index, choices, lead, tail) => {
        const one = instances[index];
        if (!one) return;
        const session = world.start(one);
        const grammar = createGrammar(world.manual(one).actions);
        for (const choice of choices) {
          const offered = session.admissibleActions();
          session.step(offered[choice % offered.length] ?? '');
        }
        for (const action of session.admissibleActions()) {
          if (action === 'help') continue;
          expect(grammar(`${lead}${action}${tail}`, [])).toBe(action);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('never throws, and gives an action of some form or null', () => {
    const form = /^(?:look|inventory|(?:go to|open|close|use|examine|take|move|heat|cool|clean|slice) .+)$/;
    const words = fc.constantFrom(
      'go',
      'to',
      'put',
      'in',
      'the',
      'desk',
      '1',
      'look',
      '[',
      '(',
      '\\',
      'mug 3',
      '\n',
      '"',
    );
    const spoken = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(spoken, (raw) => {
        const action = current(raw, transcript);
        expect(action === null || form.test(action)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the grammar of bracketed actions', () => {
  const grammar = createGrammar([
    { form: 'search[{entity}]', description: 'look a page up', alsoSaid: ['look up [{entity}]'] },
    { form: 'lookup[{keyword}]', description: 'find a word on it' },
    { form: 'finish[{answer}]', description: 'answer' },
  ]);

  test.each([
    ['search[Nikola Tesla]', 'search[Nikola Tesla]'],
    ['Search[Nikola Tesla].', 'search[Nikola Tesla]'],
    ['Search [ Nikola Tesla ]', 'search[Nikola Tesla]'],
    ['Action 1: search[x]', null],
    ['Action: search[x]', 'search[x]'],
    ['I will look up [x]', 'search[x]'],
    [`finish[the film "It's" (1990)]`, `finish[the film "It's" (1990)]`],
    ['finish[*bold* `code`]', 'finish[*bold* `code`]'],
    ['search[Tesla [band]]', 'search[Tesla [band]]'],
    ['search[Tesla [band]] and then lookup[album]', 'search[Tesla [band]]'],
    ['search[a] lookup[b]', 'search[a]'],
    ['finish[a [b]', 'finish[a [b]'],
    ['finish[a] b]', 'finish[a]'],
    ['search[]', null],
    ['search Tesla', null],
  ])('reads %j', (raw, action) => {
    expect(grammar(raw, ['x 1'])).toBe(action);
  });
});

test('two slots of one name keep their order, others go where they belong', () => {
  const grammar = createGrammar([
    { form: 'put {object} with {object}', description: '', alsoSaid: ['add {object} to {object}'] },
    { form: 'give {object} to {person}', description: '', alsoSaid: ['hand {person} {object}'] },
  ]);
  expect(grammar('add salt 1 to soup 2', [])).toBe('put salt 1 with soup 2');
  expect(grammar('hand ann 1 cup 2', [])).toBe('give cup 2 to ann 1');
});
