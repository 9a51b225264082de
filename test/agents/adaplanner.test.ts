import { describe, expect, test } from 'vitest';
import { adaplannerPrompts, createAdaplannerAgent } from '../../src/agents/index.js';
import { UsageError } from '../../src/core/errors.js';
import type { Purpose } from '../../src/core/model.js';
import { overridePrompt } from '../../src/core/prompt.js';
import type { Script } from '../../src/testing.js';
import type { JsonObject } from '../../src/util/json.js';
import { showRequests } from '../show-requests.js';
import {
  beginScripted,
  brokenGrowth,
  doorsDemonstrations as demonstrations,
  doorsContext,
  playThrough,
} from './context.js';

const agent = createAdaplannerAgent();
const asJson = (...steps: readonly (readonly object[])[]) =>
  JSON.stringify({ steps: steps.map((list, i) => ({ step: i + 1, why: `part ${i + 1}`, do: list })) });
/** Opens the doors one by one, each expected to hide the prize. */
const hopeful = asJson(
  [{ action: 'open door 3', expect: 'prize' }],
  [{ action: 'open door 2', expect: 'prize' }],
);

/** Answers by purpose: the same always, or one after the other. */
function saying(answers: Partial<Record<Purpose, string | readonly string[]>>): Script {
  const counts = new Map<Purpose, number>();
  return ({ purpose }) => {
    const count = counts.get(purpose) ?? 0;
    counts.set(purpose, count + 1);
    const answer = answers[purpose] ?? { 'check-program': 'OK', 'resume-program': '1' }[purpose as string];
    const text = typeof answer === 'string' ? answer : answer?.[count];
    if (text === undefined) throw new Error(`no answer to ${purpose} ${count}`);
    return text;
  };
}

/** Plays on until the agent gives up or the observations end. */
async function play(answers: Parameters<typeof saying>[0], observations: readonly string[], one = agent) {
  const { session, requests } = beginScripted(one, saying(answers));
  const steps = await playThrough(session, observations);
  return {
    requests,
    steps,
    actions: steps.map(({ action }) => action),
    purposes: requests.map(({ purpose }) => purpose),
    last: (purpose: Purpose) => requests.findLast((request) => request.purpose === purpose)?.messages ?? [],
  };
}

describe('the calls of AdaPlanner', () => {
  test('are these, in these words', async () => {
    const { requests, purposes } = await play(
      {
        'write-program': asJson([
          { ask: 'Which door first?', as: 'n' },
          { action: 'open door {n}', expect: 'prize' },
        ]),
        'refine-program': asJson([{ action: 'open door 2' }]),
        ask: '3',
      },
      ['Behind door 3 is a wall.', 'The prize!'],
      createAdaplannerAgent({ demonstrations, shots: 2 }),
    );
    expect(purposes).toEqual(['write-program', 'check-program', 'ask', 'refine-program', 'resume-program']);
    const [, , asked, , resumed] = requests;
    const shown = [asked, resumed].flatMap((request) => (request === undefined ? [] : [request]));
    await expect(showRequests(shown)).toMatchFileSnapshot('__snapshots__/requests-adaplanner.txt');
  });

  test('are one conversation, questions aside', async () => {
    const { requests } = await play(
      { 'write-program': hopeful, 'refine-program': [hopeful, 'no', hopeful, hopeful, 'no'] },
      Array(9).fill('A wall.'),
    );
    expect(brokenGrowth(requests.map(({ messages }) => messages))).toBeNull();
    expect(requests.every(({ messages }) => messages.every(({ content }) => content.trim() !== ''))).toBe(
      true,
    );
  });

  test('speak of neither plan nor examples where there are none', async () => {
    const { session, requests } = beginScripted(agent, saying({ 'write-program': hopeful }), {
      ...doorsContext,
      plan: '',
    });
    await session.act([]);
    expect(showRequests(requests)).not.toMatch(/\bplan\b|example/i);
  });

  test('show the plan, and use the prompts of the user', async () => {
    const prompts = {
      ...adaplannerPrompts,
      adaplannerRules: overridePrompt(adaplannerPrompts.adaplannerRules, 'My plan: {{plan}}', 'rules.txt'),
    };
    const plain = await play({ 'write-program': hopeful }, ['A wall.']);
    expect(plain.requests[0]?.messages[0]?.content).toContain(doorsContext.plan);
    const own = await play({ 'write-program': hopeful }, ['A wall.'], createAdaplannerAgent({ prompts }));
    expect(own.requests[0]?.messages[0]?.content).toBe(`My plan: ${doorsContext.plan}`);
  });

  test('carry the token limits of the settings', async () => {
    const one = createAdaplannerAgent({ programTokens: 9, thoughtTokens: 8 });
    const asking = asJson([{ ask: 'Which?', as: 'n' }, { action: 'open door {n}' }]);
    const { requests } = await play({ 'write-program': asking, ask: '1' }, ['A wall.'], one);
    expect(requests.map(({ sampling }) => sampling.maxTokens)).toEqual([9, 9, 8]);
  });
});

describe('a program', () => {
  test('is corrected by its check, unless that says nothing usable', async () => {
    const other = asJson([{ action: 'leave' }]);
    const corrected = await play({ 'write-program': hopeful, 'check-program': other }, ['You leave.']);
    expect(corrected.actions).toEqual(['leave']);
    const mended = await play({ 'write-program': '{ broken', 'check-program': other }, ['You leave.']);
    expect(mended.actions).toEqual(['leave']);
    const kept = await play({ 'write-program': hopeful, 'check-program': 'No: {"steps": 1}' }, ['A wall.']);
    expect(kept.actions).toEqual(['open door 3']);
  });

  test('says what each step is for, with its first action', async () => {
    const program = asJson([{ action: 'open the door 3' }, { action: 'dance' }], [{ action: 'leave' }]);
    const { steps } = await play({ 'write-program': program }, ['A wall.', 'Nothing.', 'You leave.']);
    expect(steps.map(({ observation: _, ...decision }) => decision)).toEqual([
      {
        thought: 'Step 1: part 1',
        rawAction: 'open the door 3',
        action: 'open door 3',
        formalizer: 'grammar',
      },
      { rawAction: 'dance', action: 'dance', formalizer: 'none' },
      { thought: 'Step 2: part 2', rawAction: 'leave', action: 'leave', formalizer: 'grammar' },
    ]);
  });

  test('goes on from the step that the model names, with what earlier steps kept', async () => {
    const first = asJson(
      [{ action: 'look', expect: 'door {n}' }],
      [{ action: 'open door {n}', expect: 'prize {what}' }],
    );
    const second = asJson([{ action: 'never' }], [{ action: 'pull door {n} open' }]);
    const { actions } = await play(
      { 'write-program': first, 'refine-program': second, 'resume-program': 'From step 2, not 1.' },
      ['A door 3.', 'A wall.', 'The prize!'],
    );
    expect(actions).toEqual(['look', 'open door 3', 'open door 3']);
  });

  test('that starts over knows nothing of what was kept', async () => {
    const first = asJson([{ action: 'look', expect: 'door {n}' }], [{ action: 'wait', expect: 'prize' }]);
    const second = asJson([{ action: 'open door {n}' }]);
    const { last } = await play(
      { 'write-program': first, 'refine-program': [second, hopeful], 'resume-program': 'nowhere' },
      ['A door 3.', 'Nothing.', 'A wall.'],
    );
    expect(last('refine-program').at(-1)?.content).toContain('nothing is kept as {n}');
  });

  test('that came to its end leaves nothing that it kept', async () => {
    const first = asJson([{ action: 'look', expect: 'door {n}' }], [{ action: 'wait' }]);
    const second = asJson([{ action: 'never' }], [{ action: 'open door {n}' }]);
    const { actions, last } = await play(
      { 'write-program': first, 'refine-program': [second, hopeful], 'resume-program': ['2', '1'] },
      ['A door 3.', 'Nothing.', 'A wall.'],
    );
    expect(actions).toEqual(['look', 'wait', 'open door 3']);
    expect(last('refine-program').at(-1)?.content).toContain('Error in step 2: nothing is kept as {n}');
  });

  test('that came to its end without doing the job is written anew', async () => {
    const { actions, last } = await play(
      {
        'write-program': asJson([{ action: 'open door 1' }]),
        'refine-program': asJson([{ action: 'leave' }]),
      },
      ['A wall.', 'You leave.'],
    );
    expect(actions).toEqual(['open door 1', 'leave']);
    expect(last('refine-program').at(-1)?.content).toMatch(
      /^The program ran to its end, but the job is not done\.\n\nWhat happened last:\n> open door 1\nA wall\.\n\n/,
    );
  });

  test('that stopped is written anew with the last three interactions', async () => {
    const three = [{ action: 'wait a' }, { action: 'wait b' }, { action: 'wait c' }];
    const { last } = await play(
      { 'write-program': asJson(three, [{ action: 'wait d', expect: 'prize' }]), 'refine-program': hopeful },
      ['A.', 'B.', 'C.', 'D.', 'E.'],
    );
    const request = last('refine-program').at(-1)?.content ?? '';
    expect(request).toMatch(
      /^The program stopped\. Error in step 2: expected "prize" after "wait d" but saw: "D\."\.\n/,
    );
    expect(request).toContain('> wait b\nB.\n> wait c\nC.\n> wait d\nD.');
    expect(request).not.toContain('wait a');
  });
});

describe('the tries', () => {
  test('are six programs; the second and the third go on from a step, the others start over', async () => {
    const { actions, purposes, steps } = await play(
      { 'write-program': hopeful, 'refine-program': Array(9).fill(hopeful), 'resume-program': '2' },
      Array(20).fill('A wall.'),
    );
    expect(purposes.filter((purpose) => purpose === 'refine-program')).toHaveLength(5);
    expect(purposes.filter((purpose) => purpose === 'resume-program')).toHaveLength(2);
    const [first, resumed] = ['open door 3', 'open door 2'];
    expect(actions).toEqual([first, resumed, resumed, first, first, first]);
    expect(steps).toHaveLength(6);
  });

  test('are used up by replies that are no programs, which are told what is wrong', async () => {
    const { actions, purposes, last } = await play(
      {
        'write-program': 'I go left.',
        'refine-program': ['{"steps": [', '{"steps": []}', 'a', 'b', hopeful],
      },
      ['A wall.'],
    );
    expect(actions).toEqual(['open door 3']);
    expect(purposes).not.toContain('resume-program');
    const told = last('refine-program').flatMap(({ role, content }) =>
      role === 'user' ? [content.split('\n')[0]] : [],
    );
    expect(told.slice(2)).toEqual([
      'Your answer is no program: it holds no JSON object.',
      'Your answer is no program: it is not valid JSON.',
      'Your answer is no program: steps: has no steps.',
      'Your answer is no program: it holds no JSON object.',
      'Your answer is no program: it holds no JSON object.',
    ]);
    const never = await play(
      { 'write-program': '', 'check-program': '', 'refine-program': Array(9).fill('') },
      ['A.'],
    );
    expect(never.actions).toEqual([]);
    expect(never.requests).toHaveLength(7);
  });

  test('are told when they were cut off', async () => {
    const { session, requests } = beginScripted(agent, ({ purpose }) =>
      purpose === 'refine-program' ? hopeful : { text: '{"steps": [', finishReason: 'length' },
    );
    await session.act([]);
    expect(requests.at(-1)?.messages.at(-1)?.content).toMatch(/^Your answer is no program: it was cut off/);
  });

  test('end as well with programs that do nothing', async () => {
    const idle = asJson([]);
    const { actions, requests } = await play(
      { 'write-program': idle, 'refine-program': Array(9).fill(idle), 'resume-program': '7' },
      ['A.'],
    );
    expect(actions).toEqual([]);
    expect(requests).toHaveLength(9);
  });
});

test('a question comes with the job and the last five interactions', async () => {
  const waits = Array.from({ length: 6 }, (_, i) => ({ action: `wait ${i}` }));
  const { last, actions } = await play(
    {
      'write-program': asJson([...waits, { ask: 'Where now?', as: 'n' }, { action: 'open door {n}' }]),
      ask: ' 2\n',
    },
    ['0!', '1!', '2!', '3!', '4!', '5!', 'A wall.'],
  );
  expect(actions.at(-1)).toBe('open door 2');
  const [system, question, ...more] = last('ask');
  expect(more).toEqual([]);
  expect(system?.content).toContain('"forEach"');
  expect(question?.content).toMatch(
    /^Your job: find the prize\.[\s\S]*> wait 1\n1![\s\S]*Question: Where now\?/,
  );
  expect(question?.content).not.toContain('wait 0');
});

test('the conversation holds all that was done, what for, and what was seen', async () => {
  const { steps } = await play({ 'write-program': hopeful, 'refine-program': hopeful }, [
    'A wall.',
    'The prize!',
  ]);
  const conversation = agent.conversation(doorsContext, steps);
  expect(conversation.slice(1).map(({ content }) => content)).toEqual([
    'Your job: find the prize.\n\nObservation: You see 3 doors.',
    'think: Step 1: part 1',
    'OK.',
    'open door 3',
    'Observation: A wall.',
    'think: Step 1: part 1',
    'OK.',
    'open door 3',
    'Observation: The prize!',
  ]);
  expect(conversation[0]?.content).toContain(doorsContext.plan);
  expect(brokenGrowth([agent.conversation(doorsContext, steps.slice(0, 1)), conversation])).toBeNull();
});

describe('examples', () => {
  test('must have programs of the right form', () => {
    const [, example] = demonstrations;
    const begin = (program?: JsonObject) => {
      const { program: _, ...bare } = example as (typeof demonstrations)[number];
      const one = program === undefined ? bare : { ...bare, program };
      return () => beginScripted(createAdaplannerAgent({ demonstrations: [one], shots: 1 }), []);
    };
    expect(begin()).toThrow(UsageError);
    expect(begin()).toThrow('demonstration "doors-8" has no program');
    expect(begin({ steps: [] })).toThrow('demonstration "doors-8": program: steps: has no steps');
  });
});
