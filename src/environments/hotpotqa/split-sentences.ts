/**
 * Sentences as AutoPlan's observations have them. The original asks a statistical model (spaCy, en_core_web_sm); this
 * rule cuts where a full stop, question or exclamation mark is followed by a blank and then by a capital letter, a
 * number or an opening quote or bracket. As there, "Dr. Smith" falls into two.
 */
const boundary = /(?<=[.!?])\s+(?=["'“‘«([\p{Lu}\p{Lt}\p{Lo}\p{N}])/u;

/** The sentences of a paragraph, in order. */
export function splitSentences(paragraph: string): string[] {
  return paragraph.split(boundary);
}

/** How many sentences of a page are shown. */
export const sentencesShown = 5;

/**
 * Whether an observation is what the original shows of these paragraphs if its model cuts them at any of their blanks:
 * the same words, and each of the first five sentences with a full stop of its own.
 */
export function isOtherCut(observation: string, paragraphs: readonly string[]): boolean {
  const text = paragraphs.join('\n');
  const tried = new Set<string>();
  const open = [{ seen: 0, at: 0, sentences: 0 }];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const { seen, at, sentences } = state;
    const key = `${seen} ${at} ${sentences}`;
    if (tried.has(key)) continue;
    tried.add(key);
    const same = text[at] !== '\n' && text[at] === observation[seen];
    if (same && at < text.length) open.push({ seen: seen + 1, at: at + 1, sentences });
    const next = at + (/^\s*/.exec(text.slice(at, at + 99))?.[0].length ?? 0);
    const ended = next === text.length;
    if (observation[seen] !== '.' || (next === at && !ended)) continue;
    const enough = ended || sentences + 1 === sentencesShown;
    if (enough && seen + 1 === observation.length) return true;
    if (!enough && observation[seen + 1] === ' ')
      open.push({ seen: seen + 2, at: next, sentences: sentences + 1 });
  }
  return false;
}
