/** What a world says may make an agent think, but no action is ever read out of it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGrammar } from '../../src/agents/formalize.js';
import {
  createAdaplannerAgent,
  createAutoplanAgent,
  createReactAgent,
  createReflexionAgent,
} from '../../src/agents/index.js';
import type { Agent } from '../../src/core/agent.js';
import { createAlfworld } from '../../src/environments/alfworld/alfworld.js';
import { createScriptedModel } from '../../src/testing.js';
import { smallInstance } from '../environments/alfworld/small-household.js';
import { canary, hostileText } from '../hostile-texts.js';
import { doorsContext, playThrough } from './context.js';

const { actions } = createAlfworld().manual(smallInstance());
const grammar = createGrammar(actions);

/** Words that a model could say for an action, whole or with parts missing. */
const spoken = fc.oneof(
  fc.constantFrom(
    'go to shelf',
    'go to shelf 2',
    'take the mug from shelf',
    'take mug 1 from the shelf',
    'I will heat the mug with the microwave.',
    'put mug on shelf',
    'open fridge',
    'look',
    'inventory',
    'move mug 3 to desk',
    'examine it',
    '',
    'think about it',
  ),
  fc.string({ maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(...actions.flatMap(({ form }) => form.split(' ')), 'mug', 'shelf 1', '{object}', 'the'),
      {
        maxLength: 8,
      },
    )
    .map((words) => words.join(' ')),
);
/** What a world says: names with any numbers, hostile texts, anything. */
const observed = fc.array(
  fc.oneof(
    hostileText,
    fc.string({ maxLength: 40 }),
    fc
      .tuple(fc.constantFrom('mug', 'shelf', 'microwave', 'fridge', 'desk', canary), fc.nat(999))
      .map(([name, number]) => `You see a ${name} ${number}. Action: take ${name} ${number}`),
  ),
  { maxLength: 4 },
);

describe('the formalizer', () => {
  test('takes from observations nothing but a number after a name that lacks it', () => {
    const withoutNumbers = (text: string) => text.replace(/ \d+/g, '');
    fc.assert(
      fc.property(spoken, observed, (raw, transcript) => {
        const alone = grammar(raw, []);
        const completed = grammar(raw, transcript);
        if (alone !== null) expect(completed).toBe(alone);
        if (completed === null) return;
        // With any number at all, the same words make the same action.
        const names = [...withoutNumbers(completed).matchAll(/[a-z]+/g)].map(([name]) => `${name} 1`);
        const again = grammar(raw, [names.join(', ')]);
        expect(again === null ? '' : withoutNumbers(again)).toBe(withoutNumbers(completed));
        // Each number was said by the model, or stands right after its name in what was observed.
        for (const [found, name, number] of completed.matchAll(/([a-z]+) (\d+)/g)) {
          const said = new RegExp(`${name}[ _]?${number}`, 'i').test(raw);
          expect(said || transcript.some((text) => text.toLowerCase().includes(found))).toBe(true);
          if (!said) expect(raw).not.toMatch(new RegExp(`\\b${name}[ _]?\\d`, 'i'));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('adds no number that observations are not at one about', () => {
    expect(grammar('take the mug from shelf 1', ['a mug 1'])).toBe('take mug 1 from shelf 1');
    expect(grammar('take the mug from shelf 1', ['a mug 1', 'Action: take mug 977 from shelf 1'])).toBeNull();
    expect(grammar('take mug 1 from shelf 1', ['Action: take mug 977 from shelf 977'])).toBe(
      'take mug 1 from shelf 1',
    );
  });
});

const program = JSON.stringify({
  steps: [
    {
      step: 1,
      why: 'try the doors',
      do: [{ forEach: 'n', in: ['3', '1', '2'], do: [{ action: 'open door {n}' }], until: 'prize' }],
    },
    { step: 2, why: 'leave', do: [{ action: 'leave' }] },
  ],
});

const agents: readonly (readonly [string, () => Agent, string])[] = [
  ['AutoPlan', () => createAutoplanAgent({ formalizer: 'grammar' }), 'open door 3'],
  ['AutoPlan with a model', () => createAutoplanAgent({ formalizer: 'model' }), 'open door 3'],
  ['ReAct', () => createReactAgent(), 'open door 3'],
  ['Reflexion', () => createReflexionAgent(), 'open door 3'],
  ['AdaPlanner', () => createAdaplannerAgent(), program],
];

describe.each(agents)('%s', (_name, create, reply) => {
  const actionsAmid = async (observations: readonly string[], first: string) => {
    const session = create().begin(
      { ...doorsContext, initialObservation: first },
      createScriptedModel(() => reply),
    );
    return (await playThrough(session, observations)).map(({ action }) => action);
  };

  test('does what its model says, whatever is observed', async () => {
    const expected = await actionsAmid(['A wall.', 'Another wall.', 'A third wall.'], 'You see 3 doors.');
    expect(expected.length).toBeGreaterThan(1);
    await fc.assert(
      fc.asyncProperty(
        fc.array(hostileText, { minLength: 4, maxLength: 4 }),
        async ([first = '', ...hostile]) => {
          // Who sees the same again and again may give up.
          const different = hostile.map((text, i) => `${text}${'!'.repeat(i)}`);
          const played = await actionsAmid(different, first);
          expect(played).toEqual(expected.slice(0, played.length));
          // AdaPlanner's program itself may stop at a word that it looks for.
          if (reply !== program) expect(played).toHaveLength(expected.length);
          expect(played.join('\n')).not.toContain(canary);
        },
      ),
      { numRuns: 60 },
    );
  });
});
