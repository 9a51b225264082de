import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCorpus } from '../../../src/environments/hotpotqa/corpus.js';
import type { Paragraph } from '../../../src/environments/hotpotqa/wiki.js';
import { createRandom } from '../../../src/util/random.js';
import { sharedFile } from '../../shared-data.js';

const paragraphs: readonly Paragraph[] = [
  ['Ossel (river)', ['The Ossel is a river.', ' It is long.']],
  ['Ossel Valley', ['A valley.']],
  ['Café Müller', ['A café.']],
  ['Mirel Tovask', ['A painter.']],
  ['Mirel Tovask (film)', ['A film.']],
  ['The Quiet Lanterns', ['A band.']],
  ['the quiet lanterns', ['A song.']],
  ["Don't Look “Back”", ['A record.']],
  ['constructor', ['Not a person.']],
  ['__proto__', ['Not a page of the engine.']],
  ['Empty', []],
];
const corpus = createCorpus(paragraphs);
const found = (name: string) => corpus.find(name)?.title;

describe('find', () => {
  test('gives the page of a title, its sentences joined as they stand', () => {
    expect(corpus.find('Ossel (river)')).toEqual({
      title: 'Ossel (river)',
      blocks: ['The Ossel is a river. It is long.'],
      sentences: ['The Ossel is a river.', ' It is long.'],
    });
    expect(corpus.find('Empty')).toEqual({ title: 'Empty', blocks: [''], sentences: [] });
    for (const [title] of paragraphs) expect(found(title)).toBe(title);
  });

  test.each([
    ['mirel tovask', 'Mirel Tovask'],
    ['MIREL TOVASK (FILM)', 'Mirel Tovask (film)'],
    [' Mirel_Tovask ', 'Mirel Tovask'],
    ['cafe  muller', 'Café Müller'],
    ['Cafe\u0301 Mu\u0308ller', 'Café Müller'],
    ['don’t look "back"', "Don't Look “Back”"],
    // Both differ in case only: the first in code-unit order.
    ['The QUIET Lanterns', 'The Quiet Lanterns'],
  ])('takes %s for %s', (name, title) => {
    expect(found(name)).toBe(title);
  });

  test.each([
    'Ossel',
    'Mirel',
    'Tovask Mirel',
    'Mirel Tovask film',
    '',
    ' ',
    '[Empty]',
    'toString',
    'a\u0000b',
  ])('has nothing under %j', (name) => {
    expect(corpus.find(name)).toBeNull();
  });

  test('of two paragraphs with one title the first counts', () => {
    const twice = createCorpus([
      ['A', ['first']],
      ['A', ['second']],
    ]);
    expect(twice.find('A')?.blocks).toEqual(['first']);
    expect(twice.similar('A', 5)).toEqual(['A']);
  });
});

describe('similar', () => {
  test.each([
    ['Mirel Tovsk', ['Mirel Tovask', 'Mirel Tovask (film)']],
    ['Mirrel Tovask film', ['Mirel Tovask (film)', 'Mirel Tovask']],
    ['Osel', ['Ossel (river)', 'Ossel Valley']],
    ['muler cafe', ['Café Müller']],
    ['lanterns', ['The Quiet Lanterns', 'the quiet lanterns']],
    ['constructors', ['constructor']],
    ['__proto__', ['__proto__']],
    ['zzzzqq', []],
    ['', []],
    ['?!', []],
  ])('%s is like %j', (words, titles) => {
    expect(corpus.similar(words, 5)).toEqual(titles);
  });

  test('gives no more than asked for', () => {
    expect(corpus.similar('Mirel Tovask', 1)).toEqual(['Mirel Tovask']);
    expect(corpus.similar('Mirel Tovask', 0)).toEqual([]);
    expect(corpus.similar('Mirel Tovask', -1)).toEqual([]);
  });

  test('equal ranks stand by title, whatever the order of the paragraphs', () => {
    const titles = ['Ada Ruun', 'Bela Ruun', 'Cora Ruun', 'Dina Ruun', 'Ruun Elin', 'Ruun Falk'];
    for (const seed of [1, 2, 3]) {
      const shuffled = createRandom('corpus', seed).shuffle(titles);
      const one = createCorpus(shuffled.map((title): Paragraph => [title, ['x']]));
      expect(one.similar('Ruun', 9)).toEqual(titles);
      expect(one.similar('Ruum', 4)).toEqual(titles.slice(0, 4));
    }
  });

  test('a word or a text of any length is answered', () => {
    expect(corpus.similar('x'.repeat(200_000), 5)).toEqual([]);
    expect(corpus.similar(`Tovask ${'lantern '.repeat(100_000)}`, 5)).toContain('Mirel Tovask');
  });

  test('any text is answered, the same each time, with titles there are', () => {
    const titles = new Set(paragraphs.map(([title]) => title));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(6), (words, count) => {
        const answer = corpus.similar(words, count);
        expect(answer).toEqual(corpus.similar(words, count));
        expect(answer.length).toBeLessThanOrEqual(count);
        for (const title of answer) expect(titles).toContain(title);
        expect(corpus.find(words) === null || titles.has(corpus.find(words)?.title ?? '')).toBe(true);
      }),
    );
  });
});

const gold = sharedFile('gold', 'hotpotqa', 'react_episodes.jsonl.gz');
const dev = sharedFile('data', 'hotpotqa', 'dev_distractor.json.gz');

test.skipIf(gold === null || dev === null)(
  'finds a page where the recorded site found one, and only there',
  () => {
    const unpack = (path: string | null) => gunzipSync(readFileSync(path ?? '')).toString('utf8');
    const contextOf = new Map<string, Paragraph[]>(
      JSON.parse(unpack(dev)).map((one: { _id: string; context: Paragraph[] }) => [one._id, one.context]),
    );
    let compared = 0;
    for (const line of unpack(gold).trimEnd().split('\n')) {
      const episode = JSON.parse(line);
      const own = createCorpus(contextOf.get(episode._id) ?? []);
      for (const { resolution, server_term: name, title } of episode.steps.flatMap(
        (step: { http: object[] }) => step.http,
      )) {
        expect([name, own.find(name)?.title]).toEqual([name, resolution === 'page' ? title : undefined]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(150);
  },
);
