import { describe, expect, it } from 'vitest';
import { createHotpotqa } from '../../../src/environments/hotpotqa/hotpotqa.js';
import { play } from './play.js';
import { question, questions } from './small-questions.js';

const world = createHotpotqa();
const [river] = questions;
const look = (...actions: readonly string[]) => play(world, river, ...actions);
const onPage = (text: string) =>
  question('q', 'What?', {
    context: [
      ['Page', [text]],
      ['Other', ['Some other text.']],
    ],
  });

describe('what ReAct says', () => {
  it('begins with the question', () => {
    expect(world.start(questions[1] ?? onPage('')).initial).toEqual({
      observation: 'Question: Which is older, Tolm or Hest?',
      reward: 0,
      terminated: false,
    });
  });

  it('shows the first five sentences of a page', async () => {
    expect(await look('search[Ossel (river)]', 'search[tolm]')).toEqual([
      'The Ossel is a river in Varn. It rises near Tolm. Its mouth is at Hest..',
      'Tolm is a town in Varn. It has 4,120 people. The mayor of Tolm is Ida Brakk..',
    ]);
    const long = onPage('One is it. Two is it. Three is it. Four is it. Five is it. Six is it.');
    expect(await play(world, long, 'search[Page]', 'lookup[six]')).toEqual([
      'One is it. Two is it. Three is it. Four is it. Five is it.',
      '(Result 1 / 1) Six is it..',
    ]);
  });

  it('names titles as a Python list where there is no page, and leaves the open one open', async () => {
    expect(await look('search[Hest]', 'lookup[it]', "search[Brakk's Lew]", 'lookup[it]')).toEqual([
      'Hest is a port. It is older than Tolm! It has 9,300 people..',
      '(Result 1 / 1) It is older than Tolm! It has 9,300 people..',
      `Could not find Brakk's Lew. Similar: ["Brakk's Law"].`,
      'No more results.\n',
    ]);
  });

  it('takes the words for nothing found as a page', async () => {
    expect(await look('search[Hest]', 'search[zzzz]', 'lookup[port]', 'lookup[results]')).toEqual([
      'Hest is a port. It is older than Tolm! It has 9,300 people..',
      'There were no results matching the query..',
      'No more results.\n',
      '(Result 1 / 1) There were no results matching the query..',
    ]);
  });

  it('shows nothing of an empty page', async () => {
    expect(await look('search[Hest]', 'search[Empty]', 'lookup[]')).toEqual([
      'Hest is a port. It is older than Tolm! It has 9,300 people..',
      '',
      'No more results.\n',
    ]);
  });

  it('looks up sentence by sentence, anew for a keyword written otherwise', async () => {
    expect(
      await look(
        'search[Tolm]',
        ...['tolm', 'tolm', 'Tolm', 'tolm', 'tolm', 'tolm'].map((w) => `lookup[${w}]`),
      ),
    ).toEqual([
      'Tolm is a town in Varn. It has 4,120 people. The mayor of Tolm is Ida Brakk..',
      '(Result 1 / 2) Tolm is a town in Varn.',
      '(Result 2 / 2) The mayor of Tolm is Ida Brakk..',
      '(Result 1 / 2) Tolm is a town in Varn.',
      '(Result 1 / 2) Tolm is a town in Varn.',
      '(Result 2 / 2) The mayor of Tolm is Ida Brakk..',
      'No more results.\n',
    ]);
  });

  it('keeps lookups over thoughts and nonsense', async () => {
    expect(
      await look('search[Tolm]', 'lookup[tolm]', 'think[hm]', 'Search[Hest]', ' lookup[tolm]\u0085'),
    ).toEqual([
      expect.any(String),
      '(Result 1 / 2) Tolm is a town in Varn.',
      'Nice thought.',
      'Invalid action: Search[Hest]',
      '(Result 2 / 2) The mayor of Tolm is Ida Brakk..',
    ]);
  });

  it('looks for other meanings under the name in brackets', async () => {
    const ambiguous = onPage('Page may refer to: Page (paper), Page (boy).');
    expect(await play(world, ambiguous, 'search[Page]')).toEqual([
      "Could not find [Page]. Similar: ['Page'].",
    ]);
  });

  it.each([
    ['', 'Invalid action: '],
    ['search [Hest]', 'Invalid action: search [Hest]'],
    ['search[Hest', 'Invalid action: search[Hest'],
    ['finish', 'Invalid action: finish'],
    ['\ufefflookup[a]', 'Invalid action: \ufefflookup[a]'],
    ['\u202e]tseH[hcraes', 'Invalid action: \u202e]tseH[hcraes'],
    ['lookup[', 'Invalid action: lookup['],
    ['think[]', 'Nice thought.'],
    ['search[Hest] lookup[port]', "Could not find Hest] lookup[port. Similar: ['Hest']."],
  ])('answers %j', async (action, expected) => {
    expect(await look(action)).toEqual([expected]);
  });

  it('decodes backslashes as the original does, and shows what it can not decode', async () => {
    expect(await play(world, onPage('A path C:\\dir and \\101 there.'), 'search[Page]')).toEqual([
      'A path C:\\dir and A there..',
    ]);
    expect(
      await play(world, onPage('A formula \\upsilon is there.'), 'search[Page]', 'lookup[formula]'),
    ).toEqual(['A formula \\upsilon is there..', '(Result 1 / 1) A formula \\upsilon is there..']);
  });
});
