/** Judges an answer against the right one, as a reader does who knows no more than the two texts. */
import type { ChatMessage } from '../../core/model.js';
import type { Random } from '../../util/random.js';
import type { SimulatedProfile } from './profiles.js';

/** What a judgement rests on. */
export interface JudgeRequest {
  readonly messages: readonly ChatMessage[];
  readonly profile: SimulatedProfile;
  readonly temperature: number;
  /** Draws for this request alone. */
  readonly random: Random;
}

/** What is to be judged. */
export interface Judgement {
  readonly question: string;
  readonly right: string;
  readonly given: string;
}

/** `yes` or `no` to whether the given answer is right; null where the request asks for no judgement. */
export function judge({ messages, profile, temperature, random }: JudgeRequest): string | null {
  // Long conversations are not searched for what they can not be.
  if (messages.some(({ role }) => role === 'assistant')) return null;
  const judgement = readJudgement(messages.map(({ content }) => content).join('\n\n'));
  if (!judgement) return null;
  const sure = likeness(judgement);
  const noise = 0.1 * profile.slip * temperature;
  const accepts = temperature === 0 ? sure >= 0.5 : random.chance(sure);
  const says = isEmpty(judgement.given) || !random.chance(noise) ? accepts : !accepts;
  return says ? 'yes' : 'no';
}

const rightLabel =
  /^[^\n:]{0,80}\b(?:right|correct|true|gold|expected|reference)\b[^\n:]{0,40}:[ \t]*(.*)$/im;
const givenLabel =
  /^[^\n:]{0,80}\b(?:given|predicted|prediction|candidate|proposed|submitted|student'?s?|agent'?s?|model'?s?|answered|to (?:be )?judged?)\b[^\n:]{0,40}:[ \t]*(.*)$/im;
const questionLabel = /^[^\n:]{0,80}\bquestion\b[^\n:]{0,40}:[ \t]*(.*)$/im;

/** Finds question, right answer and given answer by their labels; null where it is no request to judge. */
export function readJudgement(text: string): Judgement | null {
  const right = rightLabel.exec(text)?.[1];
  const given = givenLabel.exec(text)?.[1];
  if (right === undefined || given === undefined || !/\byes\b/i.test(text) || !/\bno\b/i.test(text))
    return null;
  return { question: questionLabel.exec(text)?.[1]?.trim() ?? '', right: right.trim(), given: given.trim() };
}

/** How surely two answers say the same: 0 for no, 1 for yes, between where one says more than the other. */
function likeness({ right, given }: Judgement): number {
  const [a, b] = [normalize(right), normalize(given)];
  if (isEmpty(given) || a === '' || b === '') return 0;
  if (a === b) return 1;
  if (a === 'yes' || a === 'no') return firstWord(b) === a ? 1 : 0;
  if (b === 'yes' || b === 'no') return 0;
  const [numbers, others] = [numbersIn(a), numbersIn(b)];
  if (numbers.length > 0 && !numbers.every((number) => others.includes(number)))
    return isPartOfDate(numbers, others) ? 0.3 : 0;
  const [words, said] = [a.split(' '), b.split(' ')];
  const missing = words.filter((word) => !said.includes(word));
  const extra = said.filter((word) => !words.includes(word));
  if (missing.length === 0) return hedges(extra) ? 0.2 : extra.length <= 12 ? 1 : 0.6;
  return extra.length === 0 && words.length <= 2 * said.length ? 0.7 : 0;
}

/** Whether words beside the right ones take it back, or name it as one of several. */
function hedges(extra: readonly string[]): boolean {
  return extra.some((word) => ['not', 'or', 'never', 'neither', 'nor', 'isn', 'wasn'].includes(word));
}

/** Only a year where a whole date is right. */
function isPartOfDate(right: readonly string[], given: readonly string[]): boolean {
  return given.length > 0 && given.every((number) => number.length === 4 && right.includes(number));
}

function isEmpty(given: string): boolean {
  return /^\W*$|^\(?(?:none|nothing|no answer|empty|null|(?:i )?(?:do not|don't) know)\b/i.test(given);
}

function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(\d),(?=\d)/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(?:a|an|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function firstWord(text: string): string {
  return text.split(' ')[0] ?? '';
}

function numbersIn(text: string): string[] {
  return text.match(/\d+/g) ?? [];
}
