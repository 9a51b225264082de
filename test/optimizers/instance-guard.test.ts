import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Manual } from '../../src/core/environment.js';
import type { Episode } from '../../src/core/episode.js';
import { createInstanceGuard } from '../../src/optimizers/instance-guard.js';
import { toyInstance } from '../toy-world.js';
import { toyEpisode } from './toy-context.js';

const kitchen =
  'You are in a room. You see a cabinet 2, a cabinet 1, a countertop 1, a fridge 1, and a microwave 1.';
const household: Manual = {
  introduction: 'You are in a household and have a chore to do.',
  actions: [
    { form: 'go to {receptacle}', description: 'walk to a receptacle' },
    { form: 'heat {object} with {receptacle}', description: 'heat an object' },
  ],
  task: 'heat some object and put it in or on some receptacle',
};
const goals = [
  'put a hot potato in fridge.',
  'heat some bread and put it in countertop.',
  'put a hot mug in cabinet.',
  'put a hot egg in fridge.',
  'heat some apple and put it in garbagecan.',
];

function played(goal: string, observations: readonly string[], initialObservation = kitchen): Episode {
  const episode = toyEpisode({ ...toyInstance(), goal });
  const steps = observations.map((observation) => ({
    rawAction: 'look',
    action: 'look',
    formalizer: 'none' as const,
    observation,
  }));
  return { ...episode, initialObservation: `${initialObservation}\n\nYour task is to: ${goal}`, steps };
}

describe('household jobs', () => {
  const observations = [
    'On the countertop 1, you see a potato 1, and a knife 2.',
    'The fridge 1 is closed, so what it holds can not be seen from where you stand now.',
  ];
  const guard = createInstanceGuard({
    manual: household,
    goals,
    episodes: [played('put a hot potato in fridge.', observations), played('put a hot mug in cabinet.', [])],
    answers: [],
  });

  test.each([
    ['Look first at: countertop, fridge, cabinet.'],
    ['Heat the object: heat {object} with the microwave, while you still carry it.'],
    ['Do step 2 again for the second object; search at most 10 places.'],
    ['When it is hot, put the object in or on the receptacle.'],
    ['Take the knife.'],
  ])('may be told: %s', (step) => {
    expect(guard(step)).toBeNull();
  });

  test.each([
    ['Go to countertop 1.', 'it names a numbered thing of one job ("countertop 1")'],
    ['Go to Cabinet 14 first.', 'it names a numbered thing of one job ("Cabinet 14")'],
    ['Look for the potato.', 'it speaks of one job ("potato")'],
    ['Mug: heat it.', 'it speaks of one job ("mug")'],
    [
      'It is closed, so what it holds can not be seen from the door.',
      'it repeats what was observed in one job ("is closed so what it holds can not")',
    ],
  ])('is refused: %s', (step, reason) => {
    const expected = step.startsWith('It is closed') ? /^it repeats what was observed in one job/ : reason;
    if (typeof expected === 'string') expect(guard(step)).toBe(expected);
    else expect(guard('Then: is closed, so what it holds can not be seen.')).toMatch(expected);
  });

  test('seven words in a row may be chance, eight are not', () => {
    const words = 'so what it holds can not be seen';
    expect(guard(words.split(' ').slice(0, 7).join(' '))).toBeNull();
    expect(guard(`And ${words}!`)).toMatch(/repeats/);
  });

  test('what the manual says may be said, even where it was observed', () => {
    const said = 'heat some object and put it in or on some receptacle';
    const strict = createInstanceGuard({
      manual: { ...household, task: 'do a chore' },
      goals,
      episodes: [played('put a hot potato in fridge.', [said])],
      answers: [],
    });
    const knowing = createInstanceGuard({
      manual: household,
      goals,
      episodes: [played('put a hot potato in fridge.', [said])],
      answers: [],
    });
    expect(strict(said)).toMatch(/repeats/);
    expect(knowing(said)).toBeNull();
  });

  test('a word that many goals share is not one job its own', () => {
    const lamps = ['look at bowl under the desklamp.', 'look at pen under the desklamp.'];
    const light = createInstanceGuard({
      manual: household,
      goals: lamps,
      episodes: lamps.map((goal) => played(goal, [])),
      answers: [],
    });
    expect(light('Use the desklamp.')).toBeNull();
    expect(light('Take the bowl to the desklamp.')).toMatch(/speaks of one job/);
  });
});

describe('questions', () => {
  const goal = 'At which university did the author of the novel The Hidden Winter of Stinolra study?';
  const details = {
    manual: { introduction: 'You answer a question.', actions: [], task: 'answer some question' },
    goals: [goal, 'In which town was the captain of the ship Ivory Fountain born?'],
    episodes: [played(goal, ['The Hidden Winter of Stinolra is a novel by Ilva Lunsen.'], 'Question:')],
    answers: ['University of Brorburg', 'yes', '1998'],
  };
  const guard = createInstanceGuard(details);

  test.each([
    ['Search for one entity of the question by its exact name: search[entity].'],
    ['If the question asks for a university, search the person first.'],
    ['Answer yes or no where that is asked.'],
  ])('may be told: %s', (step) => {
    expect(guard(step)).toBeNull();
  });

  test.each([
    ['Search for Stinolra.', 'it uses a name of one job ("Stinolra")'],
    [
      'The answer is the university of Brorburg.',
      'it holds the answer to one job ("university of brorburg")',
    ],
    ['Answer 1998.', 'it holds the answer to one job ("1998")'],
    [
      'Find the author of the novel and the university that she went to, study it.',
      'it speaks of one job ("university author novel study")',
    ],
  ])('is refused: %s', (step, reason) => {
    expect(guard(step)).toBe(reason);
  });
});

test('what is empty or odd is no copy', () => {
  const guard = createInstanceGuard({ manual: household, goals: [], episodes: [], answers: ['', '?'] });
  fc.assert(
    fc.property(fc.string(), (step) => {
      expect(guard(step)).toBeNull();
    }),
  );
});
