/** Lessons from a try, and what the next try makes of them: only what the log shows, only what the lesson says. */
import { describe, expect, it } from 'vitest';
import { createSimulatedModel } from '../../../src/models/simulated/index.js';
import { learnFromTries, splitTries } from '../../../src/models/simulated/learn-from-tries.js';
import { learnFromAnswers } from '../../../src/models/simulated/questions/learn-to-answer.js';
import { imaginableTypes } from '../../../src/models/simulated/write-plan.js';
import { lineRequest, mugInHand, others, ours, type Turn } from './line-requests.js';
import { strong } from './train-simulated.js';

const profile = { ...strong, slip: 0, wordiness: 0, repeat: 0, insight: 1, faithfulness: 1, invention: 0 };

type Request = Parameters<typeof lineRequest>[0];

async function say(request: Request, insight = 1): Promise<string> {
  const model = createSimulatedModel({ name: 'simulated-strong', profile: { ...profile, insight } });
  const sampling = { seed: 1, temperature: 0 };
  return (await model.complete({ purpose: 'act', messages: lineRequest(request), sampling })).text;
}

const lesson = (turns: readonly Turn[], request: Request = {}) =>
  say({ turns, ask: ours.lesson, ...request });

const taken: readonly Turn[] = mugInHand.slice(1, 3);
const emptyShelf: Turn = ['go to shelf 1', 'You arrive at shelf 1. On the shelf 1, you see nothing.'];
const closed: Turn = ['go to cabinet 1', 'You arrive at cabinet 1. The cabinet 1 is closed.'];
const heat = (type: string, answer: string): Turn => [`heat mug 1 with ${type} 1`, answer];

describe('a lesson', () => {
  it('says where the object was not, and what was left closed', async () => {
    const text = await lesson([emptyShelf, closed]);
    expect(text).toContain('The mug was not at shelf 1.');
    expect(text).toMatch(/Open what is closed.*cabinet 1/);
    expect(await lesson([emptyShelf])).not.toMatch(/closed/);
    expect(await lesson([closed])).not.toContain('not at cabinet 1');
  });

  it('says where the object was seen, and only if it was', async () => {
    expect(await lesson(taken)).toContain('mug 1 at countertop 1');
    expect(await lesson([emptyShelf])).not.toContain('countertop 1');
  });

  it('names the appliance that failed and another one, or the one that worked', async () => {
    const failed = await lesson([...taken, heat('stoveburner', 'Nothing happens.')]);
    expect(failed).toMatch(/Do not heat with the stoveburner/);
    expect(failed).toMatch(/Heat the mug with the toaster instead/);
    const worked = await lesson([
      ...taken,
      heat('stoveburner', 'Nothing happens.'),
      heat('microwave', 'You heat the mug 1 using the microwave 1.'),
    ]);
    expect(worked).toContain('Heat the mug with the microwave while I carry it.');
    expect(await lesson(taken)).not.toMatch(/microwave|toaster/);
  });

  it('says that only one can be carried only where an observation does', async () => {
    const full: Turn = ['take mug 2 from shelf 1', 'Action failed. You cannot hold more than one object.'];
    expect(await lesson([...taken, full])).toMatch(/Only one/);
    expect(await lesson([...taken, ['take mug 2 from shelf 1', 'Nothing happens.']])).not.toMatch(/Only one/);
  });

  it('says to switch the lamp on where that was never done', async () => {
    const job = 'look at mug under the desklamp.';
    expect(await lesson(taken, { job })).toMatch(/turn on the desklamp/);
    const lit: Turn = ['use desklamp 1', 'You turn on the desklamp 1.'];
    expect(await lesson([...taken, lit], { job })).not.toMatch(/turn on/);
  });

  it('says nothing of the log without insight', async () => {
    const turns = [...taken, closed, heat('toaster', 'Nothing happens.')];
    const text = await say({ turns, ask: ours.lesson }, 0);
    expect(text).not.toMatch(/toaster|countertop|cabinet|heat/);
  });

  it('is a line, so that it fits among others', async () => {
    const text = await lesson([emptyShelf, closed, ...taken, heat('toaster', 'Nothing happens.')]);
    expect(text).not.toContain('\n');
  });
});

describe.each([
  ['our words', ours],
  ['other words', others],
])('the next try, in %s', (_name, wording) => {
  it('goes where the object was seen', async () => {
    const tries = ['I saw mug 1 at shelf 1: I will go straight there.'];
    expect(await say({ wording, tries })).toMatch(/go to shelf 1\.$/);
    expect(await say({ wording })).not.toMatch(/go to shelf 1\.$/);
  });

  it('leaves out what was searched', async () => {
    const first = /go to (\w+ \d+)\.$/.exec(await say({ wording }))?.[1] ?? '';
    expect(first).not.toBe('');
    const next = await say({ wording, tries: ['Something else.', `The mug was not at ${first}.`] });
    expect(next).not.toContain(`go to ${first}`);
  });

  it('takes the appliance that the last lesson names, whatever plan and common sense say', async () => {
    const turns = mugInHand;
    const plan = '1. Find the object.\n2. Heat it with the stoveburner.';
    const tries = [
      'Heat the mug with the cabinet.',
      'Do not heat with the cabinet: that brought nothing. Heat the mug with the microwave instead.',
    ];
    expect(await say({ wording, turns, plan, tries })).toBe('go to microwave 1');
    expect(await say({ wording, turns, plan, tries: tries.slice(0, 1) })).toBe('go to cabinet 1');
    expect(await say({ wording, turns, plan })).toBe('go to stoveburner 1');
  });

  it('learns from its own lesson', async () => {
    const turns: Turn[] = [...taken, heat('stoveburner', 'Nothing happens.')];
    const text = await say({ wording, turns, ask: wording.lesson });
    expect(await say({ wording, turns: mugInHand, tries: [text] })).toBe('go to toaster 1');
  });
});

describe('earlier tries', () => {
  const goal = { kind: 'cool', object: 'mug', target: 'shelf' } as const;
  const learn = (text: string) => learnFromTries(text, goal, imaginableTypes(['microwave']));

  it('are read whoever wrote them', () => {
    expect(learn('There was no mug in cabinet 1 or cabinet 2; drawer 1 was empty.').searched).toEqual([
      'cabinet 1',
      'cabinet 2',
      'drawer 1',
    ]);
    expect(learn('I found the mug 2 in the drawer 3.').seen).toEqual([
      { object: 'mug 2', place: 'drawer 3' },
    ]);
    expect(learn('The fridge cannot cool. Cool it with the microwave while you hold it.')).toMatchObject({
      avoid: { cool: ['fridge'] },
      appliance: { cool: ['microwave'] },
      insert: false,
    });
    expect(learn('')).toMatchObject({ seen: [], searched: [], insert: null });
  });

  it('are split at their numbers', () => {
    expect(splitTries('Before:\nTry 1: a b\nmore\nTry 2: c').map((text) => text.trim())).toEqual([
      'a b\nmore',
      'c',
    ]);
  });
});

describe('a lesson from a question', () => {
  const job = 'In which town was the author of the novel Pale Moon born?';
  const rules = { job, observation: `Question: ${job}` };
  const asQuestion = (request: Request) =>
    say({
      ...rules,
      wording: { ...ours, rules: `${ours.rules}\nsearch[{entity}]\nlookup[{keyword}]\nfinish[{answer}]` },
      ...request,
    });
  const novel: Turn = ['search[Pale Moon]', 'Pale Moon is a novel. It was written by Ada Brun.'];
  const wrong: Turn = ['finish[Ada Brun]', 'Episode finished, reward = 0'];

  it('names the wrong answer and what was left undone', async () => {
    const text = await asQuestion({ turns: [novel, wrong], ask: ours.lesson });
    expect(text).toContain('"Ada Brun" was not right');
    expect(text).toContain('second');
    expect(learnFromAnswers(text)).toMatchObject({
      wrongAnswers: ['Ada Brun'],
      directives: { secondPage: true },
    });
  });

  it('keeps the next try from the same answer and the same page', async () => {
    const plan = '1. Search for one entity by its exact name.\n2. Give the shortest answer.';
    const said = (tries: readonly string[], turns: readonly Turn[]) => asQuestion({ plan, tries, turns });
    const thought: Turn = ['think: Now I know.', 'OK. Now take an action.'];
    const first = await said([], [novel, thought]);
    expect(first).toMatch(/^finish\[.+\]$/);
    const answer = first.slice(7, -1);
    expect(await said([`My answer "${answer}" was wrong.`], [novel, thought])).not.toBe(first);
    const offer: Turn = [
      'search[Pale Moon]',
      "Could not find Pale Moon. Similar: ['Pale Moon (film)', 'Pale Moon (song)'].",
    ];
    expect(await said([], [offer])).toBe('search[Pale Moon (film)]');
    expect(await said(['The page "Pale Moon (film)" did not help.'], [offer])).toBe(
      'search[Pale Moon (song)]',
    );
  });
});
