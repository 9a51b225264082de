import { describe, expect, test } from 'vitest';
import { createReactAgent, createReflexionAgent } from '../../src/agents/index.js';
import type { Step } from '../../src/core/episode.js';
import { createScriptedModel } from '../../src/testing.js';
import { showRequests } from '../show-requests.js';
import {
  beginScripted,
  brokenGrowth,
  doorsDemonstrations as demonstrations,
  doorsContext,
  playThrough,
} from './context.js';

const agent = createReflexionAgent({ demonstrations, shots: 1 });
const taken = (action: string, observation: string): Step => ({
  rawAction: action,
  action,
  formalizer: 'grammar',
  observation,
});
const wall = taken('open door 1', 'Behind door 1 is a wall.');

async function firstRequest(memory: readonly string[]) {
  const { session, requests } = beginScripted(agent, ['leave'], { ...doorsContext, memory });
  await session.act([]);
  return requests[0]?.messages ?? [];
}

describe('Reflexion', () => {
  test('plays its first try as ReAct does', async () => {
    const lines = ['think: a', 'open door 3', 'open door 2', 'leave'];
    const observations = ['A wall.', 'Another wall.', 'You leave.'];
    const played = await Promise.all(
      [agent, createReactAgent({ demonstrations, shots: 1 })].map(async (one) => {
        const { session, requests } = beginScripted(one, lines);
        return { steps: await playThrough(session, observations), requests };
      }),
    );
    expect(played[0]).toEqual(played[1]);
  });

  test('shows what the last three tries taught, under their own numbers', async () => {
    const [, opening] = await firstRequest(['one', 'two', 'three', 'four']);
    expect(opening?.content).toBe(
      [
        'What earlier tries at this job taught you:\nTry 2: two\nTry 3: three\nTry 4: four',
        'Your job: find the prize.',
        'Observation: You see 3 doors.',
      ].join('\n\n'),
    );
    expect((await firstRequest([]))[1]?.content).toMatch(/^Your job:/);
  });

  test('keeps the memory in the conversation', async () => {
    const context = { ...doorsContext, memory: ['one'] };
    expect(brokenGrowth([await firstRequest(['one']), agent.conversation(context, [wall])])).toBeNull();
  });

  test('learns from the whole conversation, in these words', async () => {
    const model = createScriptedModel([' Open door 2. \n']);
    const steps = [{ ...wall, thought: 'Let me see.' }];
    const learned = await agent.retry?.learn({ ...doorsContext, memory: ['Think.'] }, steps, model);
    expect(learned).toBe('Open door 2.');
    await expect(showRequests(model.requests)).toMatchFileSnapshot('__snapshots__/request-reflexion.txt');
  });

  test('tries five times unless it is told otherwise', () => {
    expect(agent.retry?.trials).toBe(5);
    expect(createReflexionAgent({ trials: 2 }).retry?.trials).toBe(2);
  });
});

describe('a try', () => {
  const act = (...steps: readonly Step[]) => beginScripted(agent, ['leave']).session.act(steps);

  test('ends when the same action twice in a row shows nothing new', async () => {
    expect(await act(wall, wall)).toBeNull();
    expect(await act(taken('wait', 'Nothing.'), taken('go', 'A door.'), taken('go', 'Nothing.'))).toBeNull();
  });

  test('goes on where the repetition shows something new, or was none', async () => {
    expect(await act(wall, { ...wall, observation: 'Behind the wall is a hole.' })).not.toBeNull();
    expect(await act(wall, taken('wait', 'Nothing.'), wall)).not.toBeNull();
    expect(await act(wall, taken('open door 2', wall.observation))).not.toBeNull();
    expect(await act(wall)).not.toBeNull();
  });
});
