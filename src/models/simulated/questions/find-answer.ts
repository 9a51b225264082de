/** Picks an answer out of the pages that were read, as a mediocre reader does: by words in common and by type. */
import { namesIn, type OpenedPage, type QuestionMemory, stemsOf, withoutOpening } from './read-question.js';

/** Numbers a date or a year, a count, or a name may be asked for by. */
const kinds: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:which|what) year\b/i, /\b(?:1\d{3}|20\d{2})\b/],
  [
    /\bwhen\b|\b(?:which|what) (?:day|date)\b/i,
    /\b\d{1,2} [A-Z][a-z]+ \d{4}\b|\b[A-Z][a-z]+ \d{1,2}, \d{4}\b|\b(?:1\d{3}|20\d{2})\b/,
  ],
  [/\bhow (?:many|long|high|tall|large|much)\b|\bpopulation\b/i, /\b\d[\d,.]*\d\b|\b\d\b/],
];

/**
 * The answer, or null where nothing read fits. `short`: only the words asked for, not the sentence. What is known to
 * be `wrong` is not said again where there is anything else to say.
 */
export function findAnswer(
  memory: QuestionMemory,
  short: boolean,
  wrong: readonly string[] = [],
): string | null {
  const last = memory.pages.at(-1);
  if (!last) return null;
  const isWrong = (answer: string) => wrong.some((one) => one.toLowerCase() === answer.toLowerCase());
  const choices = memory.pages.length > 1 ? compareEntities(memory) : [];
  const choice = choices.find((one) => !isWrong(one)) ?? choices[0];
  if (choice) return short ? choice : `I think that the answer is ${choice}`;
  const answers = rankSentences(memory.question, last, usedUp(memory)).map((sentence) =>
    short ? shorten(memory, last, sentence) : sentence,
  );
  return answers.find((answer) => !isWrong(answer)) ?? answers[0] ?? null;
}

/** What led from the pages before to the last one: those words of the question have been answered. */
function usedUp({ question, pages }: QuestionMemory): string {
  return pages
    .slice(0, -1)
    .map((page) => `${page.name} ${bestSentence(question, page) ?? ''}`)
    .join(' ');
}

/** The sentence of a page that has most in common with the question, the page's own name and `used` words aside. */
export function bestSentence(question: string, page: OpenedPage, used = ''): string | null {
  return rankSentences(question, page, used)[0] ?? null;
}

/** The sentences of a page, those with most in common with the question first. */
export function rankSentences(question: string, page: OpenedPage, used = ''): string[] {
  const own = new Set(stemsOf(`${page.name} ${used}`));
  const asked = stemsOf(question).filter((stem) => !own.has(stem));
  const kind = kinds.find(([words]) => words.test(question));
  const score = (sentence: string) => {
    const stems = new Set(stemsOf(sentence));
    return asked.filter((stem) => stems.has(stem)).length + (kind?.[1].test(sentence) ? 0.5 : 0);
  };
  const scored = page.sentences.map((sentence) => ({ sentence, value: score(sentence) }));
  return scored.sort((a, b) => b.value - a.value).map(({ sentence }) => sentence);
}

function shorten({ question, entities }: QuestionMemory, page: OpenedPage, sentence: string): string {
  const kind = kinds.find(([words]) => words.test(question));
  const value = kind?.[1].exec(sentence)?.[0];
  if (value) return value;
  const known = [page.name, ...entities].map((name) => name.toLowerCase());
  const names = namesIn(withoutOpening(sentence)).filter(
    (name) => !known.some((one) => one.includes(name.toLowerCase()) || name.toLowerCase().includes(one)),
  );
  const place = /\b(?:in|at|of) $/;
  const wanted = /\bwhere\b|\b(?:town|city|country|university|place)\b/i.test(question)
    ? names.find((name) => place.test(sentence.slice(0, sentence.indexOf(name))))
    : undefined;
  const noun = /\b(?:the|an?) ([\p{L}-]+)/u.exec(sentence.slice(1))?.[1];
  return wanted ?? names.at(-1) ?? noun ?? sentence;
}

/** Comparisons: yes or no, or the one of two that has more, less, or came first, likelier first. None for others. */
function compareEntities(memory: QuestionMemory): string[] {
  const [first, second] = memory.entities.map((name) =>
    memory.pages.find((page) => samePage(page.name, name)),
  );
  if (!first || !second) return [];
  const { question } = memory;
  if (/^(?:is|are|was|were|do|does|did|has|have|can)\b/i.test(question))
    return sharesTrait(question, first, second) ? ['yes', 'no'] : ['no', 'yes'];
  const [a, b] = [numberFor(question, first), numberFor(question, second)];
  if (a === null || b === null) return [];
  const smaller = /\b(?:first|older|earlier|shorter|lower|smaller|fewer|before|less)\b/i.test(question);
  const names = [first, second].map(({ name }) => withoutKind(name));
  return (smaller ? a <= b : a >= b) ? names : names.reverse();
}

/** A title without what tells it from others of the name: `Tele (river)` is `Tele`. */
function withoutKind(title: string): string {
  return title.replace(/\s*\([^)]*\)$/, '');
}

function samePage(page: string, name: string): boolean {
  const [a, b] = [page.toLowerCase(), name.toLowerCase()];
  return a.includes(b) || b.includes(a);
}

function numberFor(question: string, page: OpenedPage): number | null {
  const sentence = bestSentence(question, page) ?? '';
  const number = /\b(?:1\d{3}|20\d{2})\b/.exec(sentence)?.[0] ?? /\b\d[\d,]*\b/.exec(sentence)?.[0];
  return number === undefined ? null : Number(number.replaceAll(',', ''));
}

/** Whether both pages say what is asked of both, or the same thing where "same" is asked for. */
function sharesTrait(question: string, first: OpenedPage, second: OpenedPage): boolean {
  if (/\bsame\b/i.test(question)) {
    const [a, b] = [first, second].map((page) =>
      namesIn((bestSentence(question, page) ?? '').slice(page.name.length)).at(-1),
    );
    return a !== undefined && a === b;
  }
  const names = new Set([first, second].flatMap((page) => stemsOf(page.name)));
  const asked = stemsOf(question).filter((stem) => !names.has(stem));
  return [first, second].every((page) => {
    const said = new Set(stemsOf(page.sentences.join(' ')));
    return asked.length > 0 && asked.every((stem) => said.has(stem));
  });
}
