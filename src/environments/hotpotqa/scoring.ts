/**
 * The official answer metrics of HotpotQA (Yang et al. 2018, `hotpot_evaluate_v1.py`): exact match and F1 over
 * normalised answers.
 */
import { splitWords } from './python-text.js';

/** How well one thing was found, each in [0, 1]. */
export interface Overlap {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

const nothing: Overlap = { f1: 0, precision: 0, recall: 0 };
const punctuation = /[!-/:-@[-`{-~]/g;
/** A word boundary as in Python: letters, digits and the underscore of all scripts are parts of words. */
const articles = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;
/** Answers that count as wholly right or wholly wrong. */
const closed = ['yes', 'no', 'noanswer'];

/** An answer in lower case, without ASCII punctuation and articles, its words one blank apart. */
export function normalizeAnswer(text: string): string {
  return splitWords(text.toLowerCase().replace(punctuation, '').replace(articles, ' ')).join(' ');
}

/** Whether two answers are the same once normalised. */
export function exactMatch(prediction: string, gold: string): boolean {
  return normalizeAnswer(prediction) === normalizeAnswer(gold);
}

/** F1 over the words of the normalised answers, counted as often as they occur; 0 where yes meets anything else. */
export function answerOverlap(prediction: string, gold: string): Overlap {
  const [given, wanted] = [normalizeAnswer(prediction), normalizeAnswer(gold)];
  if (given !== wanted && (closed.includes(given) || closed.includes(wanted))) return nothing;
  const [givenWords, wantedWords] = [splitWords(given), splitWords(wanted)];
  const left = new Map<string, number>();
  for (const word of wantedWords) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of givenWords) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common++;
    left.set(word, count - 1);
  }
  if (common === 0) return nothing;
  const [precision, recall] = [common / givenWords.length, common / wantedWords.length];
  return { precision, recall, f1: harmonicMean(precision, recall) };
}

/** Harmonic mean of two numbers in [0, 1]; 0 where both are. */
export function harmonicMean(a: number, b: number): number {
  return a + b > 0 ? (2 * a * b) / (a + b) : 0;
}
