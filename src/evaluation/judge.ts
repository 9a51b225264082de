/**
 * A model as the judge of answers in words: it says whether an answer means the same as the right one, several times,
 * and the majority counts (in AutoPlan, section 4.1, three people do this).
 */
import { ModelError } from '../core/errors.js';
import { addSpend, type ChatModel, noSpend, type Spend, spendOf } from '../core/model.js';
import { definePrompt, type PromptTemplate } from '../core/prompt.js';
import { scopeCalls } from '../models/index.js';

const variables = ['question', 'expected', 'answer'] as const;

/** The judge's prompt. */
export const judgePrompts = {
  judge: definePrompt('judge', variables, ({ question, expected, answer }) =>
    [
      'Someone was asked a question. Decide whether the answer they gave is right.',
      '',
      `Question: ${question}`,
      `Correct answer: ${expected}`,
      `Given answer: ${answer}`,
      '',
      'It is right if it means the same as the correct one. Other words, another spelling and a fuller or a shorter name do',
      'no harm. It is wrong if it means something else, adds something that contradicts, or is too vague to tell.',
      'Is the given answer right? Reply with one word, yes or no.',
    ].join('\n'),
  ),
};

/** Prompt template of the judge. */
export type JudgePrompt = PromptTemplate<(typeof variables)[number]>;

/** One vote; `error` where the model could not be asked, or twice said neither. */
export type Vote = 'yes' | 'no' | 'error';

/** How answers are judged. */
export interface JudgeSettings {
  /** Votes on each answer: an odd number. */
  readonly votes: number;
  readonly prompt: JudgePrompt;
}

/** What is judged. */
export interface JudgedAnswer {
  readonly question: string;
  readonly expected: string;
  readonly answer: string;
}

/** What a judge made of an answer. */
export interface Judgement {
  readonly votes: readonly Vote[];
  /** 1 for yes, 0 for no; null where too many votes are errors for a majority. */
  readonly score: 0 | 1 | null;
  /** The first thing that went wrong, where something did. */
  readonly error?: string;
  readonly spend: Spend;
}

/** Where the calls of one judgement stand in the run: see `scopeCalls`. */
export interface JudgeScope {
  readonly scope: string;
  readonly seedScope: string;
  readonly seed: number;
}

/** Most tokens of a vote: one word is asked for, but some models think before they speak. */
const voteTokens = 256;
/** A reply that is no vote is asked for once more. */
const attempts = 2;

/**
 * Asks for all votes, one after another, each with ids and seeds of its own. A vote that fails is an error; what must
 * stop the run passes through.
 */
export async function judgeAnswer(
  model: ChatModel,
  { votes: count, prompt }: JudgeSettings,
  judged: JudgedAnswer,
  { scope, seedScope, seed }: JudgeScope,
): Promise<Judgement> {
  const { question, expected, answer } = judged;
  const text = prompt.render({
    question: oneLine(question),
    expected: oneLine(expected),
    answer: oneLine(answer),
  });
  const ballots: Ballot[] = [];
  for (let number = 0; number < count; number++) {
    const suffix = `vote-${number}`;
    const scopes = { scope: `${scope}/${suffix}`, seedScope: `${seedScope}/${suffix}`, seed };
    ballots.push(await askOnce(scopeCalls(model, scopes), text));
  }
  const votes = ballots.map(({ vote }) => vote);
  const error = ballots.find((ballot) => ballot.error !== undefined)?.error;
  return {
    votes,
    score: majorityOf(votes),
    ...(error === undefined ? {} : { error }),
    spend: ballots.reduce((sum, { spend }) => addSpend(sum, spend), noSpend),
  };
}

interface Ballot {
  readonly vote: Vote;
  readonly error?: string;
  readonly spend: Spend;
}

async function askOnce(model: ChatModel, text: string): Promise<Ballot> {
  let [spend, said] = [noSpend, ''];
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const messages = [{ role: 'user', content: text }] as const;
      const reply = await model.complete({ purpose: 'judge', messages, sampling: { maxTokens: voteTokens } });
      spend = addSpend(spend, spendOf(reply));
      said = reply.text;
      const vote = readVote(said);
      if (vote !== null) return { vote, spend };
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { vote: 'error', error: error.message, spend };
  }
  const shown = JSON.stringify(oneLine(said).slice(0, 60));
  return { vote: 'error', error: `the judge said neither yes nor no: ${shown}`, spend };
}

/** The vote that a reply's first word is, in any case and with any signs around it; null where it is none. */
export function readVote(reply: string): 'yes' | 'no' | null {
  const word = /[\p{L}\p{N}_'’-]+/u.exec(reply)?.[0].toLowerCase();
  return word === 'yes' || word === 'no' ? word : null;
}

/** What more than half of all votes say; null where neither has as many. */
function majorityOf(votes: readonly Vote[]): 0 | 1 | null {
  const has = (vote: Vote) => 2 * votes.filter((one) => one === vote).length > votes.length;
  return has('yes') ? 1 : has('no') ? 0 : null;
}

/** No answer can add lines of its own to the prompt. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
