import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.js';
import { hotpotqa } from '../../../src/environments/hotpotqa/definition.js';
import { createHotpotqa } from '../../../src/environments/hotpotqa/hotpotqa.js';
import { checkEnvironment } from '../../../src/testing.js';
import type { JsonObject } from '../../../src/util/json.js';
import { play } from './play.js';
import { question, questions } from './small-questions.js';

const [river, older] = questions;
const settings: readonly JsonObject[] = [
  {},
  { behaviour: 'autoplan' },
  { backend: 'corpus' },
  { behaviour: 'autoplan', backend: 'corpus' },
];

describe('the contract', () => {
  it.each(settings)('is kept with %j', async (options) => {
    const environment = hotpotqa.create({ options, instances: questions });
    expect(await checkEnvironment(environment, questions)).toEqual([]);
    const { initial, step } = await environment.start(river ?? question('q', 'What?'));
    expect(initial.terminated).toBe(false);
    expect(step('search[Tolm]')).not.toBeInstanceOf(Promise);
  });
});

describe('an answer', () => {
  it.each([
    ['finish[Ida Brakk]', 1],
    ['finish[the ida  brakk.]', 1],
    ['finish[Brakk]', 0],
    ['finish[]', 0],
    ['finish[Ida] Brakk]', 1],
    ['finish[[Ida Brakk]]', 1],
    ['finish[\u202eIda Brakk]', 0],
  ])('%j ends the episode with reward %i, for good', async (action, reward) => {
    const session = createHotpotqa().start(river ?? question('q', 'What?'));
    const turn = { observation: `Episode finished, reward = ${reward}\n`, reward, terminated: true };
    expect(await session.step(action)).toEqual(turn);
    expect(session.admissibleActions()).toEqual([]);
    expect(await session.step('finish[Ida Brakk]')).toEqual(turn);
    expect(await session.step('search[Tolm]')).toEqual(turn);
  });

  it.each([
    [[], 0, 0],
    [['finish[]'], 0, 0],
    [['finish[Ida Brakk]'], 1, 1],
    [['finish[mayor Brakk]'], 0, 0.5],
    [['finish[mayor Brakk]', 'finish[Ida Brakk]'], 0, 0.5],
    [['search[Tolm]'], 0, 0],
  ])('%j has em %d and f1 %d', async (actions, em, f1) => {
    const session = createHotpotqa().start(river ?? question('q', 'What?'));
    for (const action of actions) await session.step(action);
    expect(session.scores?.()).toMatchObject({ em, f1 });
  });

  it.each([
    [[], null],
    [['search[finish[x]]', 'think[of it]', 'Finish[x]'], null],
    [['search[Tolm]', 'finish[ the Hest ]'], ' the Hest '],
    [['finish[]'], ''],
    [['finish[Tolm]', 'finish[Hest]'], 'Tolm'],
    [['finish[a]b]'], 'a]b'],
  ])('of %j is %j', (actions, answer) => {
    expect(createHotpotqa().answers?.given(actions)).toBe(answer);
  });

  it('is read as the behaviour does', () => {
    const given = (action: string) => createHotpotqa({ behaviour: 'autoplan' }).answers?.given([action]);
    expect(given('Action: finish["Hest"] now')).toBe('Hest');
    expect(given('finish[x] search[y]')).toBe(null);
    expect(given('I am done')).toBe(null);
  });

  it('is expected as the question has it', () => {
    const { answers } = createHotpotqa();
    expect(answers?.expected(question('q', 'Who?', { answer: 'Ida "B"' }))).toBe('Ida "B"');
    expect(() => answers?.expected(question('q', 'Who?', { answer: '' }))).toThrow(UsageError);
  });

  it('is never shown', async () => {
    const secret = question('secret', 'Who?', { answer: 'Qzx Wvu' });
    for (const options of settings) {
      const world = createHotpotqa(options, [secret]);
      const session = world.start(secret);
      const seen = [
        session.initial.observation,
        ...session.admissibleActions(),
        JSON.stringify(world.manual(secret)),
      ];
      seen.push(...(await play(world, secret, 'search[Tolm]', 'lookup[a]', 'search[Qzx]', 'finish[]')));
      expect(seen.filter((text) => /Wvu/.test(text))).toEqual([]);
    }
  });
});

describe('the facts of an episode', () => {
  const two = { answer: 'Ida Brakk', supportingFacts: [['Ossel (river)', 1] as const, ['Tolm', 1] as const] };
  const scoresOf = async (options: JsonObject, ...actions: readonly string[]) => {
    const instance = question('q', 'Who?', two);
    const session = createHotpotqa(options, [instance]).start(instance);
    for (const action of actions) await session.step(action);
    return session.scores?.();
  };

  it.each(settings)('are the sentences shown, with %j', async (options) => {
    const none = { em: 0, f1: 0, spEm: 0, spF1: 0, jointEm: 0, jointF1: 0 };
    expect(await scoresOf(options)).toEqual(none);
    // Three sentences of the river and two of the town, of which one each is wanted.
    const both = ['search[Ossel (river)]', 'search[Tolm]'];
    const spF1 = 2 * (0.4 / 1.4);
    expect((await scoresOf(options, ...both))?.spF1).toBeCloseTo(spF1, 14);
    const answered = await scoresOf(options, ...both, 'finish[Ida Brakk]');
    expect(answered).toMatchObject({ em: 1, f1: 1, spEm: 0, jointEm: 0 });
    expect(answered?.jointF1).toBeCloseTo(spF1, 14);
  });

  it('make the joint scores with the answer, as the official script does', async () => {
    const half = await scoresOf({}, 'search[Ossel (river)]', 'search[Tolm]', 'finish[mayor Brakk]');
    // Precision 2/5 * 1/2, recall 1 * 1/2.
    expect(half?.jointF1).toBeCloseTo((2 * 0.2 * 0.5) / 0.7, 14);
    expect(await scoresOf({}, 'finish[Ida Brakk]')).toMatchObject({ em: 1, spF1: 0, jointEm: 0, jointF1: 0 });
  });

  it('are not known of a live site', () => {
    const { start, scores } = createHotpotqa({ backend: 'mediawiki', userAgent: 'me' });
    expect(scores).toEqual({ em: 'binary', f1: 'graded' });
    expect(start(question('q', 'Who?')).scores?.()).toEqual({ em: 0, f1: 0 });
  });
});

describe('the lesson', () => {
  const lessonOf = (change: JsonObject) => createHotpotqa().lesson?.(question('q', 'Who?', change));
  const titles = ['Tolm', 'Hest', 'Tolm', "Brakk's Law"];

  it('names the answer, and the pages that it follows from, each once, in order', () => {
    const supportingFacts = titles.map((title, i) => [title, i]);
    expect(lessonOf({ answer: 'Ida "B"', supportingFacts })).toBe(
      'The right answer is "Ida "B"". It follows from these pages: "Tolm", "Hest", "Brakk\'s Law".',
    );
    expect(lessonOf({})).toBe('The right answer is "yes". It follows from this page: "Tolm".');
    expect(lessonOf({ supportingFacts: [] })).toBe('The right answer is "yes".');
  });

  it('is refused for what is no question', () => {
    expect(() => lessonOf({ answer: ' ' })).toThrow(UsageError);
  });
});

describe('questions', () => {
  it('share neither page nor lookups', async () => {
    const world = createHotpotqa({ behaviour: 'autoplan' });
    await play(world, river, 'search[Tolm]', 'lookup[Tolm]');
    expect(await play(world, river, 'lookup[Tolm]')).toEqual(['No more results.\n']);
    expect(await play(world, older, 'lookup[Tolm]')).toEqual(['No more results.\n']);
  });

  it('share one encyclopedia with the backend corpus', async () => {
    const other = question('other', 'Where?', { context: [['Far Away', ['It is far away.']]] });
    const world = createHotpotqa({ backend: 'corpus' }, [...questions, other]);
    expect(await play(world, river, 'search[Far Away]')).toEqual(['It is far away..']);
    expect((await play(createHotpotqa(), river, 'search[Far Away]'))[0]).not.toContain('It is');
  });

  it.each<[string, JsonObject, RegExp]>([
    ['an empty answer', { answer: ' ' }, /task instance bad: .*setup\.answer: is empty/],
    ['no answer', { answer: null }, /setup\.answer/],
    ['another type', { type: 'riddle' }, /setup\.type/],
    ['an empty title', { context: [['', ['x']]] }, /setup\.context\.0\.0: is empty/],
    ['sentences that are none', { context: [['x', 'y']] }, /setup\.context\.0\.1/],
    ['a fact that is none', { supportingFacts: [['x', -1]] }, /setup\.supportingFacts\.0\.1/],
    ['no paragraphs', { context: [] }, /bad: its question comes without paragraphs/],
  ])('with %s are refused', (_, change, message) => {
    const bad = { ...question('bad', 'What?', change) };
    expect(() => createHotpotqa().start(bad)).toThrow(UsageError);
    expect(() => createHotpotqa().start(bad)).toThrow(message);
  });

  it('of another kind are refused', () => {
    expect(() => createHotpotqa().start({ ...question('x', 'What?'), taskType: 'heat' })).toThrow(
      /'heat' is not qa/,
    );
    expect(() => createHotpotqa().start(question('x', ' '))).toThrow(/the question is empty/);
    expect(() => createHotpotqa({ backend: 'corpus' }, [question('x', 'What?', { context: [] })])).toThrow(
      /no question of the suite comes with any/,
    );
  });
});

describe('a page', () => {
  it('of 10 MB is an error, not an answer', async () => {
    const big = question('big', 'What?', { context: [['Big', ['It is big. '.repeat(1_000_000)]]] });
    await expect(play(createHotpotqa(), big, 'search[Big]')).rejects.toThrow(/"Big" has 11000000 characters/);
  });

  it('of any letters is shown as it is', async () => {
    const text = 'Ίδα \u202eנאמר\u202c 😀 \u0000 is e\u0301. İt is ẞ.';
    const odd = question('odd', 'What?', { context: [['\u202eTitle ✓', [text]]] });
    expect(await play(createHotpotqa(), odd, 'search[\u202eTitle ✓]', 'lookup[ẞ]')).toEqual([
      `${text}.`,
      '(Result 1 / 1) İt is ẞ..',
    ]);
  });
});

describe('options', () => {
  it.each<[JsonObject, RegExp]>([
    [{ behavior: 'react' }, /no option 'behavior' \(it has: behaviour, backend/],
    [{ behaviour: 'reflexion' }, /option 'behaviour'/],
    [{ backend: 'google' }, /option 'backend'/],
    [{ backend: 'mediawiki' }, /needs the option 'userAgent' \(say who asks/],
    [{ backend: 'mediawiki', userAgent: ' ' }, /option 'userAgent'/],
    [{ backend: 'mediawiki', userAgent: 'me\r\nx: y' }, /option 'userAgent'/],
    [{ backend: 'mediawiki', userAgent: 'me', baseUrl: 'file:///etc/passwd' }, /option 'baseUrl'/],
    [{ backend: 'mediawiki', userAgent: 'me', before: '2017-13-01' }, /option 'before'/],
    [{ before: '2017-10-01' }, /'before' is for the backend mediawiki/],
    [{ backend: 'corpus' }, /the backend corpus has no paragraphs/],
  ])('%j are refused', (options, message) => {
    const create = () => hotpotqa.create({ options });
    expect(create).toThrow(UsageError);
    try {
      create();
    } catch (error) {
      const { message: text, remedy } = error as UsageError;
      expect(`${text} (${remedy})`).toMatch(message);
    }
  });

  it('of other worlds are refused', () => {
    expect(() => hotpotqa.create({ feedback: 'augmented' })).toThrow(UsageError);
    expect(() => hotpotqa.create({ rules: { heat: ['toaster'] } })).toThrow(/no rule 'heat'/);
    expect(hotpotqa.create({ feedback: 'plain' })).toMatchObject({ name: 'hotpotqa', maxSteps: 10 });
  });
});
