import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateOfficial } from '../../../src/environments/hotpotqa/evaluate-official.js';
import { answerOverlap, exactMatch, normalizeAnswer } from '../../../src/environments/hotpotqa/scoring.js';

describe('answers', () => {
  it.each([
    ['The  Cat!', 'cat'],
    ['a an the', ''],
    ['A-an-the', 'aanthe'],
    ['España a', 'españa'],
    ['“The” — x', '“ ” — x'],
    ['the_cat an_2', 'thecat an2'],
    ['x\u001fy\u0085z\ufeffw', 'x y z\ufeffw'],
    ['1,000 U.S.', '1000 us'],
    ['\u202ethe end', '\u202e end'],
  ])('%j is normalised to %j', (text, expected) => {
    expect(normalizeAnswer(text)).toBe(expected);
  });

  it('match when they are the same once normalised', () => {
    expect(exactMatch('the Hest.', 'Hest')).toBe(true);
    expect(exactMatch('', 'the')).toBe(true);
    expect(exactMatch('Hest', 'Tolm')).toBe(false);
  });

  it.each([
    ['Ida Brakk', 'Brakk', { precision: 1 / 2, recall: 1, f1: 2 / 3 }],
    ['b b c', 'b c c', { precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 }],
    ['yes it is', 'yes', { precision: 0, recall: 0, f1: 0 }],
    ['no', 'yes', { precision: 0, recall: 0, f1: 0 }],
    ['Yes.', 'yes', { precision: 1, recall: 1, f1: 1 }],
    ['', '', { precision: 0, recall: 0, f1: 0 }],
    ['', 'x', { precision: 0, recall: 0, f1: 0 }],
  ])('%j for %j overlaps', (given, gold, expected) => {
    const ours = answerOverlap(given, gold);
    expect(ours.f1).toBeCloseTo(expected.f1, 14);
    expect(ours.precision).toBeCloseTo(expected.precision, 14);
    expect(ours.recall).toBeCloseTo(expected.recall, 14);
  });

  it('keep the measures within bounds, alike both ways round', () => {
    const words = fc
      .array(fc.constantFrom('a', 'cat', 'Dog', 'yes', 'no', '!', 'constructor'))
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(words, words, (one, other) => {
        const there = answerOverlap(one, other);
        const back = answerOverlap(other, one);
        expect(there.f1).toBeCloseTo(back.f1, 12);
        expect(there.precision).toBeCloseTo(back.recall, 12);
        for (const value of Object.values(there)) expect(value >= 0 && value <= 1).toBe(true);
        if (exactMatch(one, other) && normalizeAnswer(one) !== '') expect(there.f1).toBe(1);
      }),
    );
  });
});

describe('evaluateOfficial', () => {
  const gold = [
    { id: 'one', answer: 'Hest', supportingFacts: [['Hest', 0] as const, ['Tolm', 1] as const] },
    { id: 'two', answer: 'yes', supportingFacts: [['Tolm', 0] as const] },
  ];

  it('scores answers, facts and both together', () => {
    const scores = evaluateOfficial(
      {
        answer: { one: 'port Hest', two: 'yes' },
        sp: {
          one: [
            ['Hest', 0],
            ['Hest', 0],
            ['X', 2],
          ],
          two: [['Tolm', 0]],
        },
      },
      gold,
    );
    expect(scores.answer).toEqual({ em: 0.5, f1: (2 / 3 + 1) / 2, precision: 0.75, recall: 1 });
    expect(scores.supportingFacts).toEqual({ em: 0.5, f1: 0.75, precision: 0.75, recall: 0.75 });
    // The first question: precision and recall 1/4 and 1/2.
    expect(scores.joint.f1).toBeCloseTo((1 / 3 + 1) / 2, 14);
    expect(scores.joint).toMatchObject({ em: 0.5, precision: (1 / 4 + 1) / 2, recall: 0.75 });
  });

  it('counts what is missing as 0 and names it', () => {
    const scores = evaluateOfficial({ answer: { one: 'Hest' }, sp: { two: [] } }, gold);
    expect(scores.answer.em).toBe(0.5);
    expect(scores.supportingFacts.f1).toBe(0);
    expect(scores.joint).toEqual({ em: 0, f1: 0, precision: 0, recall: 0 });
    expect(scores.missing).toEqual({ answer: ['two'], supportingFacts: ['one'] });
    expect(
      evaluateOfficial({ answer: {}, sp: {} }, [{ ...gold[0], id: 'constructor' } as never]).missing.answer,
    ).toEqual(['constructor']);
    expect(evaluateOfficial({ answer: {}, sp: {} }, []).answer.em).toBe(0);
  });
});
