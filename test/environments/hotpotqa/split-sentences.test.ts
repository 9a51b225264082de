import { describe, expect, it } from 'vitest';
import { isOtherCut, splitSentences } from '../../../src/environments/hotpotqa/split-sentences.js';

describe('splitSentences', () => {
  it.each([
    [
      'the cat. the cat. The Cat sat. A dog. theocracy',
      ['the cat. the cat.', 'The Cat sat.', 'A dog. theocracy'],
    ],
    ['It is X. "So" it is.', ['It is X.', '"So" it is.']],
    ['Varis (b. 1959 in Hest) is. (see there)', ['Varis (b.', '1959 in Hest) is.', '(see there)']],
    ['By Dr. David, the U.S. primetime', ['By Dr.', 'David, the U.S. primetime']],
    ['What? Élan! Ősi. öt', ['What?', 'Élan!', 'Ősi. öt']],
    ['one', ['one']],
  ])('cuts %j', (paragraph, sentences) => {
    expect(splitSentences(paragraph)).toEqual(sentences);
  });
});

describe('isOtherCut', () => {
  const paragraphs = ['One two. Three four. Five', 'Six seven.'];

  it.each([
    'One two.. Three four.. Five. Six seven..',
    'One two. Three four.. Five. Six seven..',
    'One. two.. Three. four.. Five.',
  ])('takes %j', (observation) => {
    expect(isOtherCut(observation, paragraphs)).toBe(true);
  });

  it.each([
    ['another word', 'One too.. Three four.. Five. Six seven..'],
    ['too little of the page', 'One two.. Three four..'],
    ['too many sentences', 'One. two.. Three. four.. Five. Six seven..'],
    ['a missing stop', 'One two.. Three four.. Five Six seven..'],
    ['nothing', ''],
  ])('refuses %s', (_, observation) => {
    expect(isOtherCut(observation, paragraphs)).toBe(false);
  });
});
