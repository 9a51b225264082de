/** What a log of searches says: the question, the pages that were opened, what was tried in vain. */
import type { LoggedTurn, Reading } from '../read-request.js';

/** A page as far as it was shown. */
export interface OpenedPage {
  /** What was searched for. */
  readonly name: string;
  readonly sentences: readonly string[];
}

/** The working memory of a question. */
export interface QuestionMemory {
  readonly question: string;
  /** Names in the question, longest first where they overlap, in order of appearance. */
  readonly entities: readonly string[];
  readonly pages: readonly OpenedPage[];
  readonly searched: readonly string[];
  /** Titles that the last search offered instead of a page; empty where it opened one. */
  readonly similar: readonly string[];
  /** All titles that were ever offered. */
  readonly offered: readonly string[];
  readonly lookedUp: readonly string[];
  /** The answer that was given, or null. */
  readonly answer: string | null;
}

/** Whether a request is about searching for the answer to a question. */
export function isAboutQuestions({ preamble }: Pick<Reading, 'preamble'>): boolean {
  return /\bsearch\[/i.test(preamble) && /\bfinish\[/i.test(preamble);
}

/** Reads the log of a question. */
export function readQuestion({ job, turns }: Pick<Reading, 'job' | 'turns'>): QuestionMemory {
  const pages: { name: string; sentences: string[] }[] = [];
  const searched: string[] = [];
  const lookedUp: string[] = [];
  const offered: string[] = [];
  let similar: string[] = [];
  let answer: string | null = null;
  for (const turn of turns) {
    const call = readCall(turn);
    if (call?.verb === 'finish') answer = call.argument;
    if (call?.verb === 'lookup') {
      lookedUp.push(call.argument);
      const found = /^\(Result \d+ \/ \d+\) (.+)$/s.exec(turn.observation)?.[1];
      if (found) pages.at(-1)?.sentences.push(found);
    }
    if (call?.verb !== 'search') continue;
    searched.push(call.argument);
    similar = readSimilar(turn.observation);
    offered.push(...similar);
    if (similar.length === 0 && !/^could not find|^invalid|^there (?:were|are) no /i.test(turn.observation)) {
      pages.push({ name: call.argument, sentences: splitSentences(turn.observation) });
    }
  }
  return {
    question: job,
    entities: namesIn(job.replace(/^\w+/, '')),
    pages,
    searched,
    similar,
    offered,
    lookedUp,
    answer,
  };
}

function readCall({ action }: LoggedTurn): { verb: string; argument: string } | null {
  const match = /\b(search|lookup|finish)\[(.*)\]/i.exec(action);
  return match ? { verb: (match[1] ?? '').toLowerCase(), argument: (match[2] ?? '').trim() } : null;
}

/** The titles that an observation offers where it found no page. */
function readSimilar(observation: string): string[] {
  if (!/^could not find/i.test(observation)) return [];
  const list = observation.slice(observation.search(/similar|available|entities|titles/i));
  return [...list.matchAll(/'((?:[^'\\]|\\.)*)'|"([^"]*)"/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter(Boolean);
}

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z0-9"“])/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

/** Capitalised names in a text, with the small words inside them; quoted titles count as one name. */
export function namesIn(text: string): string[] {
  const name =
    /["“]([^"”]+)["”]|\b(?:[A-Z0-9][\p{L}\p{N}'’.-]*(?:\s+(?:of|the|de|and the|on the)\s+(?=[A-Z])|\s+)?)+/gu;
  const found = [...text.matchAll(name)].map((match) =>
    (match[1] ?? match[0]).replace(/[\s?.,']+$/, '').trim(),
  );
  return [...new Set(found.filter((one) => /[A-Z]/.test(one) && one.length > 1))];
}

/** A sentence without a capitalised opening word that is no name. */
export function withoutOpening(sentence: string): string {
  return sentence.replace(/^(?:The|Its?|He|She|His|Her|They|Their|In|On|At|A|An|From|This)\b/, '');
}

const empty = new Set(
  'a an the of in on at to for by with from and or is are was were be did do does has have had who whom what which when where why how that this these it its their his her both same one two many much more most as into after before between'.split(
    ' ',
  ),
);

/** Words of a text that carry meaning, cut to their first letters so that forms of a word agree. */
export function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !empty.has(word)).map((word) => word.slice(0, 4));
}
