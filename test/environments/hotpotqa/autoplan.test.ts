import { describe, expect, it } from 'vitest';
import { autoplanBehaviour, recognizeAction } from '../../../src/environments/hotpotqa/autoplan.js';
import { createHotpotqa } from '../../../src/environments/hotpotqa/hotpotqa.js';
import { createReader } from '../../../src/environments/hotpotqa/reader.js';
import { play } from './play.js';
import { question, questions } from './small-questions.js';

const world = createHotpotqa({ behaviour: 'autoplan' });
const look = (...actions: readonly string[]) => play(world, questions[0], ...actions);
const unknown = (entity: string, titles: string) =>
  `Could not find exact match of "${entity}". Available entities in the database: ${titles}. The search API only returns the paragraph if the search query matches every character to an entity in the database.`;

describe('what AutoPlan says', () => {
  it('shows a page for its exact title only, each sentence with one more stop', async () => {
    expect(await look('search[Tolm]', 'search[tolm]', 'lookup[mayor]')).toEqual([
      'Tolm is a town in Varn.. It has 4,120 people.. The mayor of Tolm is Ida Brakk..',
      unknown('tolm', '"Tolm"'),
      '(Result 1 / 1) The mayor of Tolm is Ida Brakk..',
    ]);
  });

  it('drops what says that a title is a redirect', async () => {
    expect((await look('search[Hest (redirect from Port of Hest)]'))[0]).toMatch(
      /^Hest is a port\.\. It is older/,
    );
  });

  it('names no titles where nothing is alike, and for an empty name', async () => {
    expect(await look('search[zzzz]', 'search[]')).toEqual([unknown('zzzz', ''), unknown('', '')]);
  });

  it('looks for other meanings under the name in brackets', async () => {
    const ambiguous = question('q', 'What?', { context: [['Page', ['Page may refer to: this, that.']]] });
    expect(await play(world, ambiguous, 'search[Page]')).toEqual([unknown('[Page]', '"Page"')]);
  });

  it('says that a page did not exist yet, and keeps the open one', async () => {
    const reader = createReader();
    reader.open({ title: 'Old', blocks: ['It is an old page.'] });
    const wiki = { find: () => ({ kind: 'not-yet' }) as const, similar: () => ['New'] };
    expect(autoplanBehaviour.search('New', wiki, reader)).toBe(
      'The page of "New" did not exist yet at the date of the database.',
    );
    expect(reader.lookUp('old')).toBe('(Result 1 / 1) It is an old page..');
  });

  it('ends with an answer wherever it stands', async () => {
    const session = world.start(questions[0] ?? question('q', 'What?'));
    expect(await session.step('I know: finish["Ida Brakk"].')).toEqual({
      observation: 'Episode finished, reward = 1\n',
      reward: 1,
      terminated: true,
    });
  });
});

describe('recognizeAction', () => {
  it.each([
    ['search[Hest]', 'search', 'Hest'],
    ['First search[A], then lookup[b] .', 'lookup', 'b'],
    ['lookup[b] and search[A]', 'search', 'A'],
    ['search[a] b]', 'search', 'a] b'],
    [`finish["it's"]`, 'finish', "it's"],
    ['finish[]', 'finish', ''],
    ['search[a\u2028b]', 'search', 'a\u2028b'],
    ['search[\u202eabc]', 'search', '\u202eabc'],
    ['xsearch[y]', 'search', 'y'],
  ])('finds the action in %j', (text, kind, argument) => {
    expect(recognizeAction(text)).toEqual({ kind, argument });
  });

  it.each(['', 'search Hest', 'search[a\nb]', 'Search[a]', 'think[a]'])('finds none in %j', (text) => {
    const answer = "No action in the format of 'search[...]', 'lookup[...]', or 'finish[...]'.";
    expect(recognizeAction(text)).toEqual({ kind: 'other', answer });
  });
});
