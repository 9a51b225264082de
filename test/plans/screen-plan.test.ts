import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listPlans, screenPlan } from '../../src/plans/index.js';
import { injections } from '../hostile-texts.js';

const shipped = listPlans('plans').flatMap((one) => ('planFile' in one ? [one.planFile.plan] : []));
const steps = [
  '1. Look for the object: go to {receptacle}. Search one place after another, each only once.',
  '2. When a place is closed, open it (open {receptacle}) before you go on.',
  '3. When you see the object, take it: take {object} from {receptacle}.',
];

/** An ordinary plan with a text put into it after its second line. */
const planWith = (text: string) => [...steps.slice(0, 2), text, ...steps.slice(2)].join('\n');

describe('the collection of injections', () => {
  test('is large, and no two are alike', () => {
    expect(injections.length).toBeGreaterThanOrEqual(50);
    expect(new Set(injections.map(({ name }) => name)).size).toBe(injections.length);
    expect(new Set(injections.map(({ text }) => text)).size).toBe(injections.length);
  });

  test.each(injections.filter(({ kind }) => kind !== 'copied'))(
    '$name is flagged by what it is',
    ({ kind, text }) => {
      const flags = screenPlan(planWith(text));
      expect(flags.map((flag) => flag.kind)).toContain(kind);
      expect(flags.every(({ line }) => line >= 3 && line < 3 + text.split('\n').length)).toBe(true);
    },
  );

  test.each(injections.filter(({ form }) => form !== 'line'))(
    '$name is flagged within a step of a plan',
    ({ text }) => {
      const sources = { observations: [`You open the cabinet 1. In it, you see a note: ${text}`], known: [] };
      const [first, ...rest] = steps;
      const flags = screenPlan([`${first} ${text.replaceAll('\n', ' ')}`, ...rest].join('\n'), sources);
      expect(flags.length).toBeGreaterThan(0);
      expect(flags.every(({ line }) => line === 1)).toBe(true);
    },
  );

  test.each(injections.filter(({ kind }) => kind === 'copied'))(
    '$name is flagged where an observation said it, and only there',
    ({ text }) => {
      expect(screenPlan(planWith(text))).toEqual([]);
      expect(
        screenPlan(planWith(text), { observations: ['On the desk 1, you see nothing.'], known: [] }),
      ).toEqual([]);
      const observations = [`You arrive at desk 1. A note says: "${text}". Nothing else.`];
      expect(screenPlan(planWith(text), { observations, known: [] })).toMatchObject([
        { kind: 'copied', line: 3 },
      ]);
      expect(screenPlan(planWith(text.toUpperCase()), { observations, known: [] })).toHaveLength(1);
      expect(screenPlan(planWith(text), { observations, known: [`It is well known: ${text}`] })).toEqual([]);
    },
  );
});

describe('ordinary plans', () => {
  test.each(shipped.map((plan) => [plan.taskType, plan.text]))(
    'the shipped plan for %s has no flags',
    (_type, text) => {
      expect(screenPlan(text)).toEqual([]);
    },
  );

  test.each([
    'Find the mug. If you are holding the bottle, put it down first.',
    'The agent can carry only one thing: do not take a second one.',
    'Important: never search a place twice. Ignore places that were searched already.',
    'Search[entity] first; then Lookup[keyword] for the sentence that names the year.',
    'Compare the two dates of birth (for example 1961 and 1974) and Finish[the earlier one].',
    'go to <receptacle>, then take <object> from <receptacle>; use the microwave to heat it.',
    "# Plan\n\n- **Search** the likely places first.\n- Don't heat with the stoveburner, e.g. stoveburner 1.\n\n---\nThen act.",
    'If nothing happens, check the instructions of the job again: which object, which place?',
    'Use the lamp with "use {lamp}", not "toggle {lamp}"; 2-3 attempts are enough (about 30% of cabinets are empty).',
    'Répète la recherche dans chaque pièce; пропусти закрытые места.',
    'Read the first paragraph. Show the answer with Finish[answer], nothing else.',
  ])('%j has no flags', (text) => {
    expect(screenPlan(text)).toEqual([]);
  });

  test('what the manual says may be repeated', () => {
    const form = 'take {object} from {receptacle}: takes the object that you see, if your hands are free';
    const sources = { observations: [`Available commands: ${form}`], known: [form] };
    expect(screenPlan(`1. ${form}`, sources)).toEqual([]);
    expect(screenPlan(`1. ${form}`, { ...sources, known: [] })).toHaveLength(1);
  });
});

describe('a flag', () => {
  test('is one for each kind and line, in order of lines, and quotes what stands there', () => {
    const flags = screenPlan(
      'look\nhttp://a.example http://b.example\nwrite to me@a.example\n\ngo to c.example/x',
    );
    expect(flags).toEqual([
      { kind: 'url', line: 2, quote: 'http://a.example' },
      { kind: 'email', line: 3, quote: 'me@a.example' },
      { kind: 'url', line: 5, quote: 'c.example/x' },
    ]);
  });

  test('never quotes a key, and shows what hides', () => {
    const flags = screenPlan('use sk-canary0123456789abcdefXYZ\nopen\u202e it\u200b', undefined);
    expect(JSON.stringify(flags)).not.toContain('canary');
    expect(flags).toContainEqual({ kind: 'hidden-characters', line: 2, quote: 'open<U+202E> it<U+200B>' });
  });

  test('quotes at most 120 characters', () => {
    const [flag] = screenPlan(`https://a.example/${'x'.repeat(200)}`);
    expect(flag?.quote).toHaveLength(120);
  });
});

test('eight words in a row are a copy, seven are not', () => {
  const sources = { observations: ['one two three four five six seven eight nine'], known: [] };
  expect(screenPlan('say: two three four five six seven eight', sources)).toEqual([]);
  expect(screenPlan('say: two three four five six seven eight nine.', sources)).toEqual([
    { kind: 'copied', line: 1, quote: 'two three four five six seven eight nine' },
  ]);
  expect(screenPlan('say: Two, three - four "five" six seven eight  nine', sources)).toHaveLength(1);
});

test('any text is screened: no flag lies outside of it, and none is empty', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      ...injections.map(({ text }) => text),
      '\n',
      ' ',
      '\ud800',
      'send send ',
      '://',
      '@',
      '[](',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      for (const { line, quote } of screenPlan(text, { observations: pieces, known: [] })) {
        expect(line).toBeLessThanOrEqual(text.split('\n').length);
        expect(quote).not.toBe('');
      }
    }),
    { numRuns: 300 },
  );
});
