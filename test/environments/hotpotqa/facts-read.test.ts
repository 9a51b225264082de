import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listFactsRead } from '../../../src/environments/hotpotqa/facts-read.js';
import { createReader, cutAtStops } from '../../../src/environments/hotpotqa/reader.js';
import { splitSentences } from '../../../src/environments/hotpotqa/split-sentences.js';

const pageOf = (sentences: readonly string[]) => ({ title: 'T', blocks: [sentences.join('')], sentences });
const numbersOf = (facts: ReturnType<typeof listFactsRead>) => facts.map(([, number]) => number);

/** Numbers of the sentences shown by some work on an open page. */
function read(sentences: readonly string[], work: (reader: ReturnType<typeof createReader>) => void) {
  const reader = createReader();
  reader.open(pageOf(sentences));
  work(reader);
  return numbersOf(listFactsRead(reader.passages()));
}

const begin = (reader: ReturnType<typeof createReader>) => void reader.begin(cutAtStops);

describe('the sentences shown', () => {
  it('of a page that begins with five pieces are those that these touch', () => {
    const letters = [...'abcdefgh'];
    const sentences = letters.map((letter, i) => `${i === 0 ? '' : ' '}It is ${letter}.`);
    expect(read(sentences, begin)).toEqual([0, 1, 2, 3, 4]);
    // Pieces and sentences do not fall together: "Dr." ends a piece, "!" does not.
    expect(read(['Dr. A and Dr. B.', ' It is!', ' So it is.', ' Dr. C.', ' D is.'], begin)).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('of a lookup are those that its piece touches', () => {
    const sentences = ['Ed D. Wood was born.', ' He died!', ' In the U.S. he lived.', ' He was.'];
    const lookUp = (keyword: string) => read(sentences, (reader) => void reader.lookUp(keyword));
    expect(lookUp('wood')).toEqual([0]);
    expect(lookUp('died')).toEqual([1, 2]);
    expect(lookUp('lived')).toEqual([2]);
    expect(lookUp('he was')).toEqual([3]);
    expect(lookUp('nothing')).toEqual([]);
  });

  it('are none where nothing is shown, or nothing is known', () => {
    expect(read(['It is a page.'], () => {})).toEqual([]);
    expect(read([], begin)).toEqual([]);
    expect(read(['Two words'], begin)).toEqual([]);
    const reader = createReader();
    reader.lookUp('');
    reader.open({ title: 'T', blocks: ['It is a page.'] });
    begin(reader);
    expect(listFactsRead(reader.passages())).toEqual([]);
  });

  it('stay those of their page when another is opened', () => {
    const reader = createReader();
    reader.open(pageOf(['It is one.']));
    begin(reader);
    reader.open({ ...pageOf(['It is two.', ' Is it so?']), title: 'U' });
    reader.lookUp('so');
    expect(listFactsRead(reader.passages())).toEqual([
      ['T', 0],
      ['U', 1],
    ]);
  });

  it('are found through backslashes, decoded or not', () => {
    const lookUp = (sentences: readonly string[]) => read(sentences, (reader) => void reader.lookUp('here'));
    expect(lookUp(['It is \\101\\102.', ' It is here.'])).toEqual([1]);
    expect(lookUp(['It is \\u at.', ' It is here.'])).toEqual([1]);
  });

  it('are all of them once all pieces are shown, however they are cut', () => {
    const word = fc.constantFrom(
      'It',
      'is',
      'U.S.',
      'a',
      'so',
      'Dr.',
      '\u00e9\u0301',
      '\ufeff',
      '.',
      '\u3000',
      '\u0085',
    );
    const sentence = fc
      .tuple(fc.array(word, { minLength: 3, maxLength: 6 }), fc.constantFrom('.', '!', '?', ' '))
      // A page of two words is not shown, and some blanks at its end are no words.
      .map(([words, end]) => ` It is so ${words.join(' ')}${end}`);
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 6 }), fc.boolean(), (sentences, byStops) => {
        const page = pageOf(sentences);
        const reader = createReader();
        reader.open(page);
        const cut = byStops ? cutAtStops : (text: string) => splitSentences(text).map((one) => `${one}.`);
        const pieces = reader.paragraphs().flatMap(cut);
        const all = sentences.map((_, number) => number);
        const whole = listFactsRead([{ page, pieces, from: 0, to: pieces.length }]);
        expect(numbersOf(whole)).toEqual(all);
        const single = pieces.map((_, i) => ({ page, pieces, from: i, to: i + 1 }));
        const parts = numbersOf(listFactsRead(single));
        expect([...new Set(parts)]).toEqual(all);
        // In order, and each piece touches sentences that stand side by side.
        expect(parts).toEqual(parts.toSorted((a, b) => a - b));
      }),
    );
  });
});
