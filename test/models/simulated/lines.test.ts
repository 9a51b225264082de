/** Logs of lines, as ReAct writes them: what is read from them, and what comes next. */
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/model.js';
import { createSimulatedModel } from '../../../src/models/simulated/index.js';
import { readRequest } from '../../../src/models/simulated/read-request.js';
import { heating, kitchen, lineRequest, mugInHand, others, ours, type Turn } from './line-requests.js';
import { strong } from './train-simulated.js';

const model = createSimulatedModel({
  name: 'simulated-strong',
  profile: { ...strong, slip: 0, wordiness: 0, repeat: 0, insight: 1, faithfulness: 1 },
});

async function say(messages: readonly ChatMessage[], seed = 1): Promise<string> {
  return (await model.complete({ purpose: 'act', messages, sampling: { seed, temperature: 0 } })).text;
}

const wordings = [
  ['our words', ours],
  ['other words', others],
] as const;

describe.each(wordings)('a log of lines in %s', (_name, wording) => {
  const plan = '1. Look for the object.\n2. Heat it with the stoveburner.';
  const request = lineRequest({
    wording,
    plan,
    examples: [heating('toaster'), heating('microwave')],
    tries: ['The mug was not at cabinet 1.', 'Take one at a time.'],
    turns: mugInHand,
  });

  it('is told apart from plan, examples and earlier tries', () => {
    const reading = readRequest(request);
    expect(reading).toMatchObject({
      ask: 'line',
      job: 'put a hot mug in shelf.',
      plan,
      firstObservation: kitchen,
      pending: 'think: Now it has to be heated.',
      placing: 'move',
    });
    expect(reading.turns).toEqual([
      {
        thought: 'think: I will go to countertop 1.',
        action: mugInHand[1]?.[0],
        observation: mugInHand[1]?.[1],
      },
      { thought: '', action: mugInHand[2]?.[0], observation: mugInHand[2]?.[1] },
    ]);
    expect(reading.examples.map(({ job }) => job)).toEqual(Array(2).fill('put a hot cup in drawer.'));
    for (const example of reading.examples) {
      expect(example.turns.at(-1)).toEqual({
        thought: '',
        action: 'move cup 1 to drawer 1',
        observation: 'You move the cup 1 to the drawer 1.',
      });
      expect(example.firstObservation).toContain('a desk 1');
    }
    expect(reading.earlierTries).toContain('The mug was not at cabinet 1.');
    expect(reading.earlierTries).not.toMatch(/hot mug|middle of a room/);
  });

  it('takes no word of an example for the job at hand', () => {
    const shown = readRequest(lineRequest({ wording, examples: [heating('toaster')] }));
    const bare = readRequest(lineRequest({ wording }));
    const live = ({ examples: _, preamble: __, ...rest }: typeof bare) => rest;
    expect(live(shown)).toEqual(live(bare));
  });

  it('begins with a thought, goes on with what it announced, and thinks again when the job moves on', async () => {
    const thought = await say(lineRequest({ wording }));
    expect(thought).toMatch(/^think: .*heat.* will go to (\w+ \d)\.$/);
    const action = thought.slice(thought.indexOf('go to')).replace(/\.$/, '');
    expect(await say(lineRequest({ wording, turns: [[thought, 'OK.']] }))).toBe(action);
    const empty: Turn = [
      action,
      `You arrive at ${action.slice(6)}. On the ${action.slice(6)}, you see nothing.`,
    ];
    expect(await say(lineRequest({ wording, turns: [[thought, 'OK.'], empty] }))).toMatch(/^go to /);
    const taken = await say(lineRequest({ wording, turns: mugInHand.slice(0, 3) }));
    expect(taken).toMatch(/^think: /);
  });

  it('never thinks twice in a row, and acts when it is told to', async () => {
    for (const answer of ['OK.', 'OK. Now take an action.', 'Okay.']) {
      const turns: Turn[] = [...mugInHand.slice(0, 3), ['think: Hm.', answer]];
      expect(await say(lineRequest({ wording, turns }))).not.toMatch(/^think:/);
    }
  });

  it('says what it would do differently when it is asked for that, and takes part in any reflection', () => {
    const ask = (words: string) =>
      readRequest(lineRequest({ wording, turns: mugInHand.slice(0, 3), ask: words })).ask;
    expect(ask(wording.lesson)).toBe('lesson');
    expect(ask('Summarize the history in steps.')).toBe('summarize');
    expect(ask('Identify all flaws of the plan.')).toBe('flaws');
    expect(ask('Suggest a revision of the plan.')).toBe('revision');
  });
});

it('reads a failed action for what it is, whatever words stand in the answer', () => {
  const failed = 'Action failed. The forms of actions are: think again, plan your next try, no error here.';
  const reading = readRequest(lineRequest({ turns: [['dance', failed]] }));
  expect(reading.ask).toBe('line');
  expect(reading.turns).toEqual([{ thought: '', action: 'dance', observation: failed }]);
});

it('reads a thought that was sent to the world as an action', () => {
  const turns: Turn[] = [
    ['think: One.', 'OK.'],
    ['think: Two.', 'OK. Now take an action.'],
    ['Three.', 'Nothing happens.'],
  ];
  expect(readRequest(lineRequest({ turns })).turns).toEqual([
    { thought: 'think: Two.', action: 'Three.', observation: 'Nothing happens.' },
  ]);
});

describe('odd requests', () => {
  it('get an answer of one line that says something, and the same again', async () => {
    const oddities = [
      '',
      '\n\n',
      'Example 1',
      'Your job:',
      '> ',
      'Try 1:',
      '{{',
      '\u202e\u0000',
      'x'.repeat(50_000),
    ];
    for (const odd of oddities) {
      const requests = [
        lineRequest({ job: odd || 'x', observation: odd }),
        lineRequest({ tries: [odd], plan: odd }),
        lineRequest({ examples: [{ job: odd, observation: odd, turns: [[odd, odd]] }] }),
        lineRequest({ turns: [[odd, odd]] }),
        lineRequest({ turns: mugInHand, ask: odd }),
      ];
      for (const messages of requests) {
        const text = await say(messages);
        expect(text).toMatch(/\S/);
        expect(await say(messages)).toBe(text);
      }
    }
  });
});
