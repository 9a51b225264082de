import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReactAgent, reactPrompts } from '../../src/agents/index.js';
import { UsageError } from '../../src/core/errors.js';
import { overridePrompt } from '../../src/core/prompt.js';
import { showRequests } from '../show-requests.js';
import {
  beginScripted,
  brokenGrowth,
  doorsDemonstrations as demonstrations,
  doorsContext,
  playThrough,
} from './context.js';

const walls = ['Behind door 3 is a wall.', 'Behind door 2 is a wall.', 'The prize!'];
/** What the model says to one request after another, and the actions and requests that come of it. */
async function hearing(...lines: readonly string[]) {
  const { session, requests } = beginScripted(createReactAgent(), lines);
  const decision = await session.act([]);
  return { decision, requests };
}

describe('the calls of ReAct', () => {
  test('are one line each, in these words', async () => {
    const { session, requests } = beginScripted(createReactAgent({ demonstrations, shots: 2 }), [
      'think: The last one first.',
      'open door 3',
      'open door 2',
    ]);
    await playThrough(session, walls.slice(0, 2));
    expect(requests).toHaveLength(3);
    await expect(showRequests(requests.slice(2))).toMatchFileSnapshot('__snapshots__/requests-react.txt');
  });

  test('speak of neither plan nor examples where there are none', async () => {
    const { session, requests } = beginScripted(createReactAgent(), ['open door 1'], {
      ...doorsContext,
      plan: '',
    });
    await session.act([]);
    expect(showRequests(requests)).not.toMatch(/plan|example/i);
  });

  test('extend each other, thoughts and all, and so does the conversation', async () => {
    const agent = createReactAgent({ demonstrations, shots: 1 });
    const { session, requests } = beginScripted(agent, [
      'think: a',
      'think: b',
      'open door 3',
      'open door 2',
      'think:',
      'dance',
    ]);
    const steps = await playThrough(session, walls);
    const conversations = [0, 1, 2, 3].map((count) =>
      agent.conversation(doorsContext, steps.slice(0, count)),
    );
    expect(
      brokenGrowth([...requests.map(({ messages }) => messages), ...conversations.slice(-1)]),
    ).toBeNull();
    expect(brokenGrowth(conversations)).toBeNull();
    expect(steps.map(({ thought }) => thought)).toEqual(['a\nb', undefined, '']);
  });

  test('carry the token limit of the settings and end with the line', async () => {
    const { session, requests } = beginScripted(createReactAgent({ thoughtTokens: 7 }), ['leave']);
    await session.act([]);
    expect(requests[0]).toMatchObject({ purpose: 'act', sampling: { maxTokens: 7, stop: ['\n'] } });
  });

  test('use the prompts of the user', async () => {
    const prompts = {
      ...reactPrompts,
      reactRules: overridePrompt(reactPrompts.reactRules, '{{plan}} | {{examples}}', 'rules.txt'),
    };
    const { session, requests } = beginScripted(createReactAgent({ prompts }), ['leave']);
    await session.act([]);
    expect(requests[0]?.messages[0]?.content).toBe(`${doorsContext.plan} | `);
  });
});

describe('a thought', () => {
  test('is answered and never reaches the world', async () => {
    const { decision, requests } = await hearing('think: The last one.', 'Open the door 3.');
    expect(decision).toEqual({
      thought: 'The last one.',
      rawAction: 'Open the door 3.',
      action: 'open door 3',
      formalizer: 'grammar',
    });
    expect(requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: 'think: The last one.' },
      { role: 'user', content: 'OK.' },
    ]);
  });

  test('is the second at most: what comes then is taken for an action', async () => {
    const { decision, requests } = await hearing('think: a', 'Thought: b', 'think: open door 2');
    expect(decision).toMatchObject({ thought: 'a\nb', action: 'open door 2' });
    expect(requests[2]?.messages.at(-1)?.content).toBe('OK. Now take an action.');
    const odd = await hearing('think: a', 'think: b', 'think: I wonder.');
    expect(odd.decision).toMatchObject({ action: 'I wonder.', formalizer: 'none' });
  });

  test.each([
    ['> think: x', 'x'],
    ['Action: > THINK : x', 'x'],
    ['\n\n  think:x\nopen door 1', 'x'],
    ['think:', ''],
  ])('is read in %j', async (line, thought) => {
    expect((await hearing(line, 'leave')).decision).toMatchObject({ thought, action: 'leave' });
  });

  test.each([
    ['> open door 2', 'open door 2', 'grammar'],
    ['Action: pull door 2 open', 'open door 2', 'grammar'],
    ['thinking of the door 2', 'thinking of the door 2', 'none'],
    ['  ', '', 'none'],
  ])('is not read in %j', async (line, action, formalizer) => {
    const { decision } = await hearing(line);
    expect(decision).toMatchObject({ action, formalizer });
    expect(decision).not.toHaveProperty('thought');
  });

  test('begins no action that any model gets through, and there are at most three calls an action', async () => {
    const line = fc.oneof(
      fc.constantFrom('think: x', '> think: think: y', 'Thought: think:', 'open door 1', 'think:think:'),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 3, maxLength: 3 }), async (lines) => {
        const { decision, requests } = await hearing(...lines);
        expect(decision?.action).not.toMatch(/^\s*(?:think|thought)\s*:/i);
        expect(requests.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});

test('an answer of nothing makes no empty message', async () => {
  const agent = createReactAgent();
  const { session, requests } = beginScripted(agent, ['', 'leave']);
  await playThrough(session, walls.slice(0, 2));
  expect(requests[1]?.messages.map(({ content }) => content.trim())).not.toContain('');
});

describe('examples', () => {
  test('are the first ones of the task type', async () => {
    const { session, requests } = beginScripted(createReactAgent({ demonstrations, shots: 1 }), ['leave']);
    await session.act([]);
    const rules = requests[0]?.messages[0]?.content ?? '';
    expect(rules).toContain('Here is 1 example.\n\nExample 1\nYour job: find the prize in a short corridor.');
    expect(rules).not.toMatch(/add\.|only door/);
  });

  test('are refused where there are too few', () => {
    const agent = createReactAgent({ demonstrations, shots: 3 });
    expect(() => beginScripted(agent, [])).toThrow(UsageError);
    expect(() => beginScripted(agent, [])).toThrow(/3 demonstrations of task type "doors".*there are 2/);
  });
});
