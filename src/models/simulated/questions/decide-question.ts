/** The next action on a question: what the plan says, else what one would do who has never used such a search. */
import type { SimulatedProfile } from '../profiles.js';
import { findAnswer, rankSentences } from './find-answer.js';
import { namesIn, type QuestionMemory, stemsOf, withoutOpening } from './read-question.js';

/** What a plan says about answering questions. */
export interface QuestionDirectives {
  readonly exactName: boolean;
  readonly secondPage: boolean;
  readonly shortAnswer: boolean;
  readonly lookUp: boolean;
}

/** Reads a plan for questions by what its steps say. */
export function readQuestionPlan(plan: string): QuestionDirectives {
  const text = plan.toLowerCase();
  return {
    exactName: /\bexact (?:name|title)|\bname of one\b|\bone entity\b/.test(text),
    secondPage:
      /\bsecond\b|\bother (?:one|entity|page)\b|\bnext (?:entity|page)\b|\bthat (?:this|the) page names\b|\beach\b|\bboth\b/.test(
        text,
      ),
    shortAnswer: /\bshort(?:est)?\b|\bonly the (?:name|words|answer)\b|\bfew words\b/.test(text),
    lookUp: /\blookup\b|\blook up\b/.test(text),
  };
}

/** Everything a decision on a question rests on. */
export interface QuestionSituation {
  readonly memory: QuestionMemory;
  readonly plan: QuestionDirectives;
  /** Answers that earlier tries gave in vain. */
  readonly wrongAnswers: readonly string[];
  /** Titles of pages that did not help earlier tries, in small letters; absent for none. */
  readonly uselessPages?: readonly string[];
  readonly profile: SimulatedProfile;
  /** Habits that stay the same through an episode, in [0, 1). */
  readonly habit: (label: string) => number;
}

/** An action with the reason for it. */
export interface QuestionIntent {
  readonly action: string;
  readonly reason: string;
}

/** Decides on the next action. */
export function decideQuestion(s: QuestionSituation): QuestionIntent {
  const { memory, plan } = s;
  const named = memory.similar.filter((title) => isNamed(memory, title) && !memory.searched.includes(title));
  const hopeful = named.filter((title) => !s.uselessPages?.includes(title.toLowerCase()));
  const offers = hopeful.length > 0 ? hopeful : named;
  const offered = offers.find((title) => isOfKind(memory, title)) ?? offers[0];
  if (offered) return search(offered, 'the search offers this page');
  const wanted = nextEntity(s);
  if (wanted && memory.searched.length < 6) return wanted;
  const keyword = plan.lookUp ? missingWord(memory) : null;
  if (keyword)
    return { action: `lookup[${keyword}]`, reason: `the text so far does not speak of ${keyword}` };
  const answer = findAnswer(memory, plan.shortAnswer || !believes(s, 'long answer'), s.wrongAnswers);
  return {
    action: `finish[${answer ?? 'I do not know'}]`,
    reason: answer ? 'the page says so' : 'I found nothing',
  };
}

function search(entity: string, reason: string): QuestionIntent {
  return { action: `search[${entity}]`, reason };
}

/** Real-life habits: a search takes a question, a good answer is a sentence, one page is enough. */
function believes({ habit, profile }: QuestionSituation, belief: string): boolean {
  return habit(belief) < profile.householdLogic;
}

function nextEntity(s: QuestionSituation): QuestionIntent | null {
  const { memory, plan } = s;
  if (memory.searched.length === 0 && !plan.exactName && believes(s, 'search the question')) {
    return search(memory.question.replace(/[?\s]+$/, ''), 'the search should understand the question');
  }
  const open = memory.entities.filter((name) => !memory.searched.includes(name));
  if (memory.pages.length === 0) return open[0] ? search(open[0], 'the question names it') : null;
  if (memory.pages.length > 1 || (!plan.secondPage && believes(s, 'one page is enough'))) return null;
  const [page] = memory.pages;
  const other = isComparison(memory) ? open.find((name) => !page?.name.includes(name)) : bridgeOf(s);
  return other ? search(other, 'the answer needs its page too') : null;
}

function isComparison({ question }: QuestionMemory): boolean {
  return /\bor\b|\bboth\b|\bsame\b|^(?:are|were|did|do)\b/i.test(question);
}

/** A name that the page mentions and the question does not, from where it speaks of what is asked, if it can be had. */
function bridgeOf({ memory, uselessPages = [] }: QuestionSituation): string | null {
  const page = memory.pages[0];
  if (!page) return null;
  const known = [page.name, memory.question, ...memory.searched].join(' ').toLowerCase();
  const names = rankSentences(memory.question, page).flatMap((sentence) => namesIn(withoutOpening(sentence)));
  const open = names.filter((name) => !known.includes(name.toLowerCase()) && !/^\d/.test(name));
  return open.find((name) => !uselessPages.includes(name.toLowerCase())) ?? open[0] ?? null;
}

/** Whether an offered title is one that the question or a page names. */
function isNamed(memory: QuestionMemory, title: string): boolean {
  const bare = title.replace(/\s*\(.*\)$/, '').toLowerCase();
  const said = [memory.question, ...memory.pages.flatMap((page) => page.sentences), ...memory.searched].join(
    ' ',
  );
  return said.toLowerCase().includes(bare.replace(/^the /, ''));
}

/** Whether what stands in a title's brackets is a word of the question: `(band)` where it asks about a band. */
function isOfKind({ question }: QuestionMemory, title: string): boolean {
  const kind = /\(([^)]+)\)$/.exec(title)?.[1]?.toLowerCase();
  return kind !== undefined && question.toLowerCase().includes(kind);
}

/** A word of the question that the page has not shown, to be looked up; null where there is none, or after two tries. */
function missingWord({ question, entities, pages, lookedUp }: QuestionMemory): string | null {
  const last = pages.at(-1);
  if (!last || lookedUp.length >= 2) return null;
  const shown = new Set(stemsOf([...last.sentences, ...entities, last.name].join(' ')));
  const words = (question.match(/\p{L}{4,}/gu) ?? []).filter((word) => /^\p{Ll}/u.test(word));
  return (
    words.find((word) => stemsOf(word).some((stem) => !shown.has(stem)) && !lookedUp.includes(word)) ?? null
  );
}
