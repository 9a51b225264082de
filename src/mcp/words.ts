/** Words as a search compares them. */

/** Words that say nothing about which task it is. */
const emptyWords = new Set(
  (
    'a about after all also an and any are as at be been by can could do does down each find for from get give go had has ' +
    'have help her here him his how i if in into is it its just kind let like make many may me more my need needs next no ' +
    'not now of off on one or other our out over please plan plans job jobs goal goals shall should so some step steps ' +
    'such task tasks than that the their them then there these they thing this those to up update updates us use using ' +
    'want was we what when where which while who will with would you your'
  ).split(' '),
);

/** Words of a text that are looked at; further ones are not. */
const mostWords = 5000;

/** The words of a text that say something, in their order: how a search compares each, and as it was written first. */
export function wordsOf(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  let count = 0;
  // Not split at blanks: some languages have none between words.
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase())) {
    if (!isWordLike || emptyWords.has(segment)) continue;
    if (++count > mostWords) break;
    const stem = stemOf(segment);
    if (!words.has(stem)) words.set(stem, segment);
  }
  return words;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** An English word without what its form adds: heats, heated and heating are heat. */
function stemOf(word: string): string {
  const plural = word.replace(/(?<=[a-z]{2})ies$/, 'y').replace(/(?<=[a-z]{2}[^\Ws])s$/, '');
  const verb = plural.replace(/(?<=[aeiouy].*[a-z])(?:ing|ed)$/, '');
  const single = verb === plural ? verb : verb.replace(/([^lsz\W])\1$/, '$1');
  return single.length > 3 ? single.replace(/e$/, '') : single;
}
