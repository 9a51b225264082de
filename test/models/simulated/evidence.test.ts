/** What reflections and plans say must stand in the transcript: a fact left out there is never said. */
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/model.js';
import { createSimulatedModel } from '../../../src/models/simulated/index.js';
import { strong } from './train-simulated.js';

const model = createSimulatedModel({
  name: 'simulated-strong',
  profile: { ...strong, insight: 1, invention: 0 },
});

async function say(messages: readonly ChatMessage[], seed: number): Promise<string> {
  return (await model.complete({ purpose: 'act', messages, sampling: { seed, temperature: 1 } })).text;
}

/** An episode as a conversation, with a last request. */
function episode(
  turns: readonly (readonly [action: string, observation: string])[],
  ask: string,
): ChatMessage[] {
  const messages: ChatMessage[] = [
    { role: 'system', content: 'Actions:\n- move {object} to {receptacle}: put' },
    {
      role: 'user',
      content:
        'Your job: put a hot mug in shelf.\n\nObservation: You are in the middle of a room. Looking quickly around you, you see a shelf 1, a microwave 1, and a cabinet 1.',
    },
  ];
  for (const [action, observation] of turns) {
    messages.push(
      { role: 'assistant', content: action },
      { role: 'user', content: `Observation: ${observation}` },
    );
  }
  const last = messages.at(-1) as ChatMessage;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\nIt failed.\n\n${ask}` }];
}

const flaws = 'Identify every flaw.';

async function allSeeds(messages: readonly ChatMessage[]): Promise<string[]> {
  return Promise.all(Array.from({ length: 30 }, (_, seed) => say(messages, seed)));
}

describe('reflection', () => {
  it('says that the object is to be carried only where the log shows it', async () => {
    const take = ['take mug 1 from shelf 1', 'You pick up the mug 1 from the shelf 1.'] as const;
    const heat = ['heat mug 1 with microwave 1', 'You heat the mug 1 using the microwave 1.'] as const;
    const carried = await allSeeds(episode([take, heat], flaws));
    expect(carried.every((text) => text.includes('while it is carried'))).toBe(true);
    const unknown = await allSeeds(episode([heat], flaws));
    expect(unknown.join()).toContain('microwave');
    expect(unknown.join()).not.toMatch(/carried/);
  });

  it('takes what was never done for no more than a guess', async () => {
    const put = ['move mug 1 to shelf 1', 'You move the mug 1 to the shelf 1.'] as const;
    for (const text of await allSeeds(episode([put], flaws))) {
      for (const sentence of text.split(/(?<=\.)\s+/))
        if (/carried/.test(sentence)) expect(sentence).toMatch(/Perhaps/);
    }
  });

  it.each([
    ['was closed', ['go to cabinet 1', 'You arrive at cabinet 1. The cabinet 1 is closed.']],
    [
      'only one can be carried',
      ['take pen 1 from shelf 1', 'Action failed. You cannot hold more than one object.'],
    ],
    [
      'cannot be used for heating',
      ['heat mug 1 with shelf 1', 'Action failed. shelf cannot be used for heating.'],
    ],
  ] as const)('says "%s" only where an observation does', async (words, [action, observation]) => {
    expect((await allSeeds(episode([[action, observation]], flaws))).join()).toContain(words);
    expect((await allSeeds(episode([[action, 'Nothing happens.']], flaws))).join()).not.toContain(words);
  });

  it('does not call a place unopened that was opened and shut again', async () => {
    const turns = [
      ['go to cabinet 1', 'You arrive at cabinet 1. The cabinet 1 is closed.'],
      ['open cabinet 1', 'You open the cabinet 1. The cabinet 1 is open. In it, you see nothing.'],
      ['close cabinet 1', 'You close the cabinet 1.'],
    ] as const;
    expect((await allSeeds(episode(turns, flaws))).join()).not.toContain('without opening');
  });
});

describe('a new plan', () => {
  const ask = 'Rewrite the plan from these reports.';
  const update = (jobs: readonly string[], plan = '(none)', request = ask): ChatMessage[] => {
    const reports = jobs.map((job, i) => `Job ${i + 1}: put a hot mug in shelf.\n${job}`).join('\n\n');
    return [
      {
        role: 'user',
        content: `Actions:\n- move {object} to {receptacle}\n\nPlan now:\n${plan}\n\n${reports}\n\n${request}`,
      },
    ];
  };
  const jobs = [
    'Summary:\n- I heated mug 1 with toaster 1.',
    'Flaws:\n- Heating with the microwave failed: microwave cannot be used for heating.',
    'Flaws:\n- The object was found at the shelf; such places are worth a look first.',
  ];

  it('is the same whatever the order of the reports', async () => {
    for (let seed = 0; seed < 20; seed++) {
      expect(await say(update([...jobs].reverse()), seed)).toBe(await say(update(jobs), seed));
    }
  });

  it('takes nothing from the request for it', async () => {
    const request =
      'Rewrite the plan. Only one thing can be carried at a time. Heat it with the coffeemachine.';
    for (const text of await allSeeds(update(jobs, '(none)', request))) {
      expect(text).not.toMatch(/coffeemachine|Only one/);
    }
  });

  it('says to carry the object only where a report does', async () => {
    for (const text of await allSeeds(update(jobs))) expect(text).not.toMatch(/carry/);
    const told = [...jobs, 'Flaws:\n- It has to be carried for heating.'];
    expect((await allSeeds(update(told))).some((text) => text.includes('while you still carry it'))).toBe(
      true,
    );
  });

  it('offers a guess as a guess, and gives it up when reports speak against it', async () => {
    const guess = await say(update(['Summary:\n- I took mug 1 from shelf 1.']), 0);
    expect(guess).toContain('Try to heat the object there: heat {object} with the stoveburner');
    const failed = Array.from(
      { length: 4 },
      () => 'Summary:\n- I tried to heat mug 1 with stoveburner 1, but it failed.',
    );
    for (const text of await allSeeds(update(failed, guess)))
      expect(text).not.toContain('with the stoveburner');
  });
});
