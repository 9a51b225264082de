import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/model.js';
import { readClaims } from '../../../src/models/simulated/claims.js';
import { formalizeAction } from '../../../src/models/simulated/formalize-action.js';
import { formatAction, parseAction } from '../../../src/models/simulated/lexicon.js';
import { readGoal } from '../../../src/models/simulated/read-goal.js';
import { readLog } from '../../../src/models/simulated/read-log.js';
import { readPlan } from '../../../src/models/simulated/read-plan.js';
import { classifyAsk, readRequest, splitJobs } from '../../../src/models/simulated/read-request.js';
import { countTokens } from '../../../src/models/simulated/tokens.js';
import { writePlan } from '../../../src/models/simulated/write-plan.js';
import { strong } from './train-simulated.js';

describe('what is asked for', () => {
  const inConversation: readonly (readonly [string, string])[] = [
    ['thought', 'Think about what to do next.'],
    ['thought', 'Identify which step of the plan you are at and show your thought about the next action.'],
    ['thought', 'Reason step by step about your next move.'],
    ['action', 'Now write that one action and nothing else.\nAction:'],
    ['action', 'State the next action.'],
    ['action', 'Action:'],
    ['summarize', 'Summarize the history in steps.'],
    ['summarize', 'Give a short recap of what happened.'],
    ['flaws', 'Identify all flawed parts of the plan or the actions.'],
    ['flaws', 'What mistakes were made?'],
    ['revision', 'Suggest a revision of the flawed part of the plan.'],
    ['revision', 'How should the wrong step be changed?'],
    ['thought-and-action', 'Answer in the form\nThought: ...\nAction: ...'],
    ['unknown', 'Sing a song.'],
  ];
  it.each(inConversation)('%s: %s', (ask, words) => {
    expect(classifyAsk(`Observation: On the desk 1, you see nothing.\n\n${words}`, true)).toBe(ask);
  });

  it('an update is one message with reports', () => {
    const reports =
      'Plan now:\nnone\n\nJob 1: put a hot mug in desk.\nSummary: -\n\nJob 2: heat some cup and put it in desk.\n';
    expect(classifyAsk(`${reports}\nRewrite the plan from these experiences.`, false)).toBe('update');
    expect(classifyAsk(`${reports}\nNew plan?`, false)).toBe('update');
    expect(splitJobs(reports)).toHaveLength(2);
    expect(classifyAsk(`${reports}\nSing.`, false)).toBe('unknown');
  });

  it('a formalization names the action', () => {
    const ask =
      'Valid forms:\n- go to {receptacle}\n\nFormalize this.\nAction to formalize: walk to the fridge 1\nFormalized action:';
    expect(classifyAsk(ask, false)).toBe('formalize');
    expect(formalizeAction(ask)).toBe('go to fridge 1');
  });
});

describe('the log', () => {
  const messages: ChatMessage[] = [
    {
      role: 'system',
      content:
        'Actions:\n- put {object} in/on {receptacle}\n\nFollow this plan:\n1. Look for the object.\n2. Take it.',
    },
    {
      role: 'user',
      content:
        'Your job: clean some mug and put it in shelf.\n\nObservation: You are in the middle of a room. Looking quickly around you, you see a desk 1, and a sinkbasin 1.\n\nThink.',
    },
    { role: 'assistant', content: 'I will go to desk 1.' },
    { role: 'user', content: 'Action:' },
    { role: 'assistant', content: 'go to desk 1' },
    {
      role: 'user',
      content: 'Observation: You arrive at desk 1. On the desk 1, you see a mug 2, and a pen 1.\n\nThink.',
    },
    { role: 'assistant', content: 'I will take mug 2 from desk 1.' },
    { role: 'user', content: 'Action:' },
  ];

  it('tells turns, plan, job and what is pending apart', () => {
    const reading = readRequest(messages);
    expect(reading).toMatchObject({
      ask: 'action',
      job: 'clean some mug and put it in shelf.',
      plan: '1. Look for the object.\n2. Take it.',
      pending: 'I will take mug 2 from desk 1.',
      placing: 'put',
    });
    expect(reading.turns).toEqual([
      {
        thought: 'I will go to desk 1.',
        action: 'go to desk 1',
        observation: 'You arrive at desk 1. On the desk 1, you see a mug 2, and a pen 1.',
      },
    ]);
  });

  it('takes thought and action out of one message', () => {
    const [rules, opening] = messages as [ChatMessage, ChatMessage];
    const said = (content: string): ChatMessage[] => [
      rules,
      opening,
      { role: 'assistant', content },
      { role: 'user', content: 'Observation: You arrive at desk 1.\n\nThought: ...\nAction: ...' },
    ];
    const turnOf = (content: string) => readRequest(said(content)).turns[0];
    const both = { thought: 'I will go.\nTo desk 1.', action: 'go to desk 1' };
    expect(turnOf('Thought: I will go.\nTo desk 1.\nAction: go to desk 1')).toMatchObject(both);
    expect(turnOf('**Thought:** I will go.\nTo desk 1.\n**Action:** go to desk 1')).toMatchObject(both);
    expect(turnOf('Action: go to desk 1')).toMatchObject({ thought: '', action: 'go to desk 1' });
    expect(turnOf('go to desk 1')).toMatchObject({ thought: '', action: 'go to desk 1' });
    expect(readRequest(said('x')).ask).toBe('thought-and-action');
  });

  it('remembers places, hands, causes and what worked', () => {
    const turn = (action: string, observation: string) => ({ thought: '', action, observation });
    const memory = readLog('You see a fridge 1, and a microwave 1.', [
      turn('go to fridge 1', 'You arrive at fridge 1. The fridge 1 is closed.'),
      turn('open fridge 1', 'You open the fridge 1. The fridge 1 is open. In it, you see a egg 1.'),
      turn('take egg 1 from fridge 1', 'You pick up the egg 1 from the fridge 1.'),
      turn('heat egg 1 with fridge 1', 'Action failed. fridge cannot be used for heating.'),
      turn('go to microwave 1', 'You arrive at microwave 1. The microwave 1 is closed.'),
      turn('heat egg 1 with microwave 1', 'You heat the egg 1 using the microwave 1.'),
      turn('take cup 1 from microwave 1', 'Nothing happens.'),
    ]);
    expect(memory.holding).toBe('egg 1');
    expect(memory.places.get('fridge 1')).toEqual({ visits: 1, state: 'open', contents: [] });
    expect(memory.refutations).toEqual([{ effect: 'heat', type: 'fridge', index: 3, stated: true }]);
    expect(memory.works.get('heat')).toBe('microwave');
    expect(memory.events.map(({ failed }) => failed)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('goals and actions', () => {
  it.each([
    ['put a hot mug in cabinet.', 'heat', 'mug', 'cabinet'],
    ['heat some egg and put it in garbagecan.', 'heat', 'egg', 'garbagecan'],
    ['put some pen on desk.', 'pick', 'pen', 'desk'],
    ['find two cellphone and put them in bed.', 'two', 'cellphone', 'bed'],
    ['put two book in sofa.', 'two', 'book', 'sofa'],
    ['examine the bowl with the desklamp.', 'light', 'bowl', 'desklamp'],
    ['look at cd under the desklamp.', 'light', 'cd', 'desklamp'],
    ['put a clean cloth in toilet.', 'clean', 'cloth', 'toilet'],
    ['cool some pan and put it in countertop.', 'cool', 'pan', 'countertop'],
  ] as const)('%s', (sentence, kind, object, target) => {
    expect(readGoal(sentence)).toEqual({ kind, object, target });
  });

  it.each([
    ['I think I should walk over to the cabinet 3.', 'go to cabinet 3'],
    ['go to fridge 1 and then open fridge 1', 'go to fridge 1'],
    ['pick up the mug 1 from desk 2', 'take mug 1 from desk 2'],
    ['place mug 1 on the desk 2', 'move mug 1 to desk 2'],
    ['warm egg 1 up with microwave 1', null],
    ['switch on the desklamp 1', 'use desklamp 1'],
    ['sing', null],
  ] as const)('%s', (words, action) => {
    const parsed = parseAction(words);
    expect(parsed && formatAction(parsed, 'move')).toBe(action);
  });
});

describe('plans', () => {
  it('is read by what its steps say', () => {
    const plan = readPlan(
      '1. Look for the object, first at: countertop, fridge.\n2. Open what is closed.\n3. Take it.\n' +
        '4. Heat it: heat {object} with the toaster while you still hold it. Do not heat with: microwave, oven.\n5. Put it there.',
      ['countertop', 'fridge', 'toaster', 'microwave', 'oven', 'stoveburner'],
    );
    expect(plan.lookFirst).toEqual(['countertop', 'fridge']);
    expect(plan.appliance.heat).toEqual(['toaster']);
    expect(plan.avoid.heat).toEqual(['microwave', 'oven']);
    expect(plan).toMatchObject({ insert: false, openClosed: true });
  });

  it('is written from claims, whatever the order of the jobs', () => {
    const jobs = [
      'Job 1: put a hot mug in desk.\nResult: it succeeded.\nSummary:\n- I took mug 1 from shelf 1.\n- I heated mug 1 with toaster 1.',
      'Job 2: heat some egg and put it in desk.\nResult: it failed.\nFlaws:\n- Heating with the microwave failed: microwave cannot be used for heating.',
    ];
    const write = (order: readonly string[]) =>
      writePlan({
        jobs: order,
        currentPlan: '',
        placing: 'move',
        profile: { ...strong, insight: 1, generalisation: 1 },
        seed: '1',
      });
    const [first = '', second = ''] = jobs;
    expect(write([first, second])).toBe(
      write([second.replace('Job 2', 'Job 1'), first.replace('Job 1', 'Job 2')]),
    );
    expect(write(jobs)).toContain('heat {object} with the toaster');
    expect(write(jobs)).toContain('Do not heat with: microwave');
    expect(write(jobs)).toContain('shelf');
  });

  it('claims follow from sentences', () => {
    expect(readClaims('I tried to cool egg 1 with fridge 1, but it failed.')).toEqual([
      { kind: 'fails', effect: 'cool', type: 'fridge', sure: false },
    ]);
    expect(readClaims('The cabinet was closed and I went on without opening it.')).toEqual([
      { kind: 'open' },
    ]);
    expect(readClaims('Nothing to report.')).toEqual([]);
  });
});

it('counts tokens by words, numbers and signs', () => {
  expect(countTokens('go to cabinet 12.')).toBe(6);
  expect(countTokens('')).toBe(0);
});
