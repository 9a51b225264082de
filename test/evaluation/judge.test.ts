import { describe, expect, test } from 'vitest';
import { BudgetError, ModelError, UsageError } from '../../src/core/errors.js';
import { overridePrompt } from '../../src/core/prompt.js';
import { judgeAnswer, judgePrompts, type Vote } from '../../src/evaluation/index.js';
import { readVote } from '../../src/evaluation/judge.js';
import { createScriptedModel, type Script } from '../../src/testing.js';

const judged = { question: 'Who is the mayor?', expected: 'Ida Brakk', answer: 'Brakk,\n\tthe  mayor' };
const scope = { scope: 'held-out/q1', seedScope: 'evaluate/q1', seed: 7 };
const timeout = new ModelError('timeout', 'too slow', { retryable: true });

function ask(script: Script, votes = 3, prompt = judgePrompts.judge) {
  const model = createScriptedModel(script);
  const result = judgeAnswer(model, { votes, prompt }, judged, scope);
  return { model, result };
}

/** Replies one after another; an error is thrown. */
function replies(...texts: readonly (string | Error)[]): Script {
  let next = 0;
  return () => {
    const text = texts[next++] ?? 'nothing left';
    if (text instanceof Error) throw text;
    return text;
  };
}

describe('a vote', () => {
  test.each<[string, Vote | null]>([
    ['yes', 'yes'],
    ['No.', 'no'],
    ['  **YES**, because', 'yes'],
    ['"no"', 'no'],
    ['Yes\nno', 'yes'],
    ['not', null],
    ['No-one knows', null],
    ['Yesterday', null],
    ['The answer is yes', null],
    ['1. yes', null],
    ['да', null],
    ['', null],
    ['...', null],
  ])('%j is %s', (reply, vote) => {
    expect(readVote(reply)).toBe(vote);
  });
});

describe('a judge', () => {
  test.each<[readonly string[], readonly Vote[], 0 | 1]>([
    [['yes', 'no', 'Yes.'], ['yes', 'no', 'yes'], 1],
    [['no', 'NO', 'yes'], ['no', 'no', 'yes'], 0],
    [['no'], ['no'], 0],
  ])('that says %j gives the majority', async (texts, votes, score) => {
    const { model, result } = ask(replies(...texts), texts.length);
    expect(await result).toMatchObject({ votes, score, spend: { usage: { calls: texts.length } } });
    expect(await result).not.toHaveProperty('error');
    expect(model.requests).toHaveLength(texts.length);
  });

  test('is asked with one line for each text, and with ids and seeds of its own', async () => {
    const { model, result } = ask(replies('yes', 'what?', 'no', 'yes'));
    await result;
    const [first] = model.requests;
    expect(first?.messages.map(({ role }) => role)).toEqual(['user']);
    expect(first?.messages[0]?.content).toMatch(
      /\nQuestion: Who is the mayor\?\nCorrect answer: Ida Brakk\nGiven answer: Brakk, the mayor\n/,
    );
    expect(model.requests.map(({ purpose, callId }) => [purpose, callId])).toEqual([
      ['judge', 'held-out/q1/vote-0/judge/0'],
      ['judge', 'held-out/q1/vote-1/judge/0'],
      ['judge', 'held-out/q1/vote-1/judge/1'],
      ['judge', 'held-out/q1/vote-2/judge/0'],
    ]);
    const seeds = model.requests.map(({ sampling }) => sampling.seed);
    expect(new Set(seeds).size).toBe(4);
    const again = ask(replies('yes', 'what?', 'no', 'yes'));
    await again.result;
    expect(again.model.requests.map(({ sampling }) => sampling.seed)).toEqual(seeds);
  });

  test('that says neither is asked once more, then its vote is an error', async () => {
    const { model, result } = ask(replies('maybe', 'perhaps', 'yes', 'maybe', 'yes'));
    expect(await result).toMatchObject({
      votes: ['error', 'yes', 'yes'],
      score: 1,
      error: 'the judge said neither yes nor no: "perhaps"',
      spend: { usage: { calls: 5 } },
    });
    expect(model.requests).toHaveLength(5);
  });

  test('without a majority of all votes gives no score', async () => {
    expect(await ask(replies('yes', timeout, 'no')).result).toMatchObject({
      votes: ['yes', 'error', 'no'],
      score: null,
      error: 'too slow',
    });
    expect(await ask(replies('yes', timeout, timeout)).result).toMatchObject({ score: null });
    expect(await ask(replies(timeout, 'no', 'no')).result).toMatchObject({ score: 0, error: 'too slow' });
    expect(await ask(replies(timeout), 1).result).toMatchObject({ votes: ['error'], score: null });
  });

  test.each([new BudgetError('used up'), new UsageError('wrong key'), new Error('interrupted')])(
    'passes on what stops the run: %s',
    async (stop) => {
      await expect(ask(replies('yes', stop)).result).rejects.toBe(stop);
    },
  );

  test('can be asked in other words', async () => {
    const own = overridePrompt(judgePrompts.judge, 'Is {{answer}} {{expected}}?', 'mine.md');
    const { model, result } = ask(replies('yes'), 1, own);
    await result;
    expect(model.requests[0]?.messages[0]?.content).toBe('Is Brakk, the mayor Ida Brakk?');
  });
});
