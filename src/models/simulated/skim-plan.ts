import type { Habit } from './situation.js';

/** So many words of a plan are read with care by everyone; what stands later may be skimmed. */
const wordsWithCare = 150;
const denial = /\b(?:do not|don't|does not|never|cannot|can't|not|avoid|rather than|instead of)\b\s*/gi;

/**
 * A plan as a hasty reader takes it in: where it grows long, the reader sees what a sentence speaks of and reads over
 * the word that denies it, with probability `skim` for each sentence and the same throughout an episode. So a long list
 * of what not to do becomes one of what to do. That is made up, so that a plan can help one reader and hurt another; it
 * is no finding about language models.
 */
export function skimPlan(text: string, skim: number, habit: Habit): string {
  if (skim === 0) return text;
  let words = 0;
  const sentences = text.match(/[^.;!\n]*[.;!\n]+\s*|[^.;!\n]+$/g) ?? [];
  return sentences
    .map((sentence, i) => {
      const late = words >= wordsWithCare;
      words += sentence.split(/\s+/).filter(Boolean).length;
      return late && habit(`skim ${i}`) < skim ? sentence.replace(denial, '') : sentence;
    })
    .join('');
}
