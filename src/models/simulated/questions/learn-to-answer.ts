/** What worked examples and earlier tries teach about answering questions: read from searches, pages and answers. */
import type { Notice } from '../learn-from-examples.js';
import { splitTries } from '../learn-from-tries.js';
import type { Example } from '../read-examples.js';
import { type QuestionDirectives, readQuestionPlan } from './decide-question.js';
import { type QuestionMemory, readQuestion } from './read-question.js';

/** Most words of a name that is searched for, and of an answer that counts as short. */
const mostWords = 5;

/** The directives that examples give: each thing that one of them shows and the reader notices. */
export function learnToAnswer(examples: readonly Example[], notices: Notice): QuestionDirectives {
  const shown = examples.map((example) => ({ example, memory: readQuestion(example) }));
  const shows = (thing: string, test: (memory: QuestionMemory) => boolean) =>
    shown.some(({ example, memory }) => test(memory) && notices(example, thing));
  return {
    exactName: shows('exact name', ({ question, searched }) => {
      const [first = ''] = searched;
      return first !== '' && words(first) <= mostWords && words(first) < words(question) - 1;
    }),
    secondPage: shows('second page', ({ pages }) => pages.length > 1),
    lookUp: shows('lookup', ({ lookedUp }) => lookedUp.length > 0),
    shortAnswer: shows('short answer', ({ answer }) => answer !== null && words(answer) <= mostWords),
  };
}

function words(text: string): number {
  return text.trim().split(/\s+/).length;
}

/** All that is said by any of several sources. */
export function joinQuestionDirectives(sources: readonly QuestionDirectives[]): QuestionDirectives {
  const says = (thing: keyof QuestionDirectives) => sources.some((source) => source[thing]);
  return {
    exactName: says('exactName'),
    secondPage: says('secondPage'),
    shortAnswer: says('shortAnswer'),
    lookUp: says('lookUp'),
  };
}

/** What earlier tries at this question taught: what to do, and what was in vain. */
export function learnFromAnswers(text: string): {
  readonly directives: QuestionDirectives;
  readonly wrongAnswers: readonly string[];
  /** Titles, in small letters. */
  readonly uselessPages: readonly string[];
} {
  const sentences = text.split(/\n+|(?<=[.!])\s+/).filter((sentence) => vain.test(sentence));
  const quoted = (subject: RegExp) =>
    sentences
      .filter((sentence) => subject.test(sentence))
      .flatMap((sentence) => /["“]([^"”\n]+)["”]/.exec(sentence)?.[1] ?? []);
  return {
    directives: joinQuestionDirectives(splitTries(text).map(readQuestionPlan)),
    wrongAnswers: quoted(/\banswer/i),
    uselessPages: quoted(/\b(?:page|search)/i).map((title) => title.toLowerCase()),
  };
}

/** That something was in vain. */
const vain = /\b(?:wrong|incorrect|false|not|no use|useless|did(?:n't| not) help|in vain)\b/i;
