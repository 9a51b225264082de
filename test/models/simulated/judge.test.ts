import { describe, expect, it } from 'vitest';
import { judgePrompts } from '../../../src/evaluation/judge.js';
import { createSimulatedModel } from '../../../src/models/simulated/index.js';
import { readJudgement } from '../../../src/models/simulated/judge.js';
import { strong, weak } from './train-simulated.js';

const prompt = judgePrompts.judge;
const otherWording = (expected: string, answer: string) =>
  `You grade a quiz. Say yes or no.\nThe question was: Who?\nReference answer: ${expected}\nStudent's answer: ${answer}`;

async function vote(content: string, seed = 0, temperature = 0, profile = strong): Promise<string> {
  const model = createSimulatedModel({ name: 'simulated-test', profile });
  const messages = [{ role: 'user', content }] as const;
  return (await model.complete({ purpose: 'judge', messages, sampling: { temperature, seed } })).text;
}

const ask = (expected: string, answer: string) =>
  prompt.render({ question: 'Who or what?', expected, answer });

describe('the judge', () => {
  const right = [
    ['Marlow', 'marlow.'],
    ['The Blue Lanterns', 'Blue Lanterns'],
    ['Ada Quill', 'It is Ada Quill'],
    ['Ada Quill', 'Quill'],
    ['74,931', '74931 inhabitants'],
    ['15 July 1933', 'July 15, 1933'],
    ['yes', 'Yes, both are.'],
    ['Besançon', 'Besancon'],
  ] as const;
  it.each(right)('%s: yes to %s', async (expected, answer) => {
    expect(await vote(ask(expected, answer))).toBe('yes');
    expect(await vote(otherWording(expected, answer))).toBe('yes');
  });

  const wrong = [
    ['Marlow', 'Harlow'],
    ['Ada Quill', 'Ada Brown'],
    ['yes', 'no'],
    ['no', 'It is not known, yes'],
    ['15 July 1933', '16 July 1933'],
    ['1933', '1934'],
    ['74,931', '74'],
    ['University of Marlow', 'Marlow'],
    ['Marlow', 'not Marlow'],
    ['Marlow', 'Marlow or Harlow'],
    ['Marlow', ''],
    ['Marlow', 'I do not know'],
    ['Marlow', '...'],
  ] as const;
  it.each(wrong)('%s: no to "%s"', async (expected, answer) => {
    expect(await vote(ask(expected, answer))).toBe('no');
    expect(await vote(otherWording(expected, answer))).toBe('no');
  });

  it('errs little, less the better it reads, and never on an empty answer', async () => {
    const share = async (expected: string, answer: string, profile = strong) => {
      let yes = 0;
      for (let seed = 0; seed < 400; seed++)
        if ((await vote(ask(expected, answer), seed, 1, profile)) === 'yes') yes++;
      return yes / 400;
    };
    expect(await share('Marlow', '')).toBe(0);
    expect(await share('Marlow', 'Harlow')).toBeLessThan(0.05);
    expect(await share('Marlow', 'Harlow', weak)).toBeLessThan(0.1);
    expect(await share('Marlow', 'Harlow', weak)).toBeGreaterThan(0);
    expect(await share('Marlow', 'marlow')).toBeGreaterThan(0.95);
    const doubtful = await share('Ada Quill', 'Quill');
    expect(doubtful).toBeGreaterThan(0.4);
    expect(doubtful).toBeLessThan(0.95);
  });

  it('says the same to the same request', async () => {
    for (let seed = 0; seed < 20; seed++)
      expect(await vote(ask('Ada Quill', 'Quill'), seed, 1)).toBe(
        await vote(ask('Ada Quill', 'Quill'), seed, 1),
      );
  });

  it('is not asked where no two answers are compared', () => {
    expect(readJudgement('Question: yes or no?')).toBeNull();
    expect(readJudgement('Correct answer: a\nGiven answer: b')).toBeNull();
    expect(readJudgement('Question: Which is the correct answer: yes or no?\nGiven answer: b')).toBeNull();
  });
});
