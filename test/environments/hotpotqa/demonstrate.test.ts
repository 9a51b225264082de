import { describe, expect, it } from 'vitest';
import type { TaskInstance } from '../../../src/core/task.js';
import type { ExpertScript } from '../../../src/environments/define-environment.js';
import { demonstrate } from '../../../src/environments/hotpotqa/demonstrate.js';
import { createHotpotqa } from '../../../src/environments/hotpotqa/hotpotqa.js';
import type { HotpotqaSetup } from '../../../src/environments/hotpotqa/setup.js';
import { loadSuite } from '../../../src/suites/index.js';
import { question } from './small-questions.js';

const { instances } = loadSuite('tasks/encyclopedia');

/** One step with everything that was read before it, the question included. */
interface Played {
  readonly thought: string;
  readonly action: string;
  readonly observation: string;
  readonly read: string;
}

/** Plays a script to its end; fails where it does not win with its last step. */
async function play(instance: TaskInstance, { steps }: ExpertScript): Promise<Played[]> {
  const session = createHotpotqa().start(instance);
  const played: Played[] = [];
  let read = session.initial.observation;
  for (const [index, { thought = '', action }] of steps.entries()) {
    const { observation, terminated, reward } = await session.step(action);
    const isLast = index === steps.length - 1;
    expect([instance.id, index, terminated, reward]).toEqual([instance.id, index, isLast, isLast ? 1 : 0]);
    played.push({ thought, action, observation, read });
    read += `\n${observation}`;
  }
  return played;
}

const scripts = await Promise.all(
  instances.flatMap((instance) => {
    const script = demonstrate(instance, 0);
    return script === null ? [] : [play(instance, script).then((played) => ({ instance, script, played }))];
  }),
);

describe('demonstrate', () => {
  it('wins what it plays, and plays most questions of all kinds', () => {
    expect(scripts.length).toBeGreaterThan(100);
    const kinds = new Set(scripts.map(({ script }) => script.about));
    const additions = ['', ' with a lookup', ' with a name that is no title'];
    expect(kinds).toEqual(new Set(additions.flatMap((more) => [`bridge${more}`, `comparison${more}`])));
  });

  it('searches only for names that it has read', () => {
    for (const { instance, played } of scripts) {
      for (const { action, read } of played) {
        const name = /^search\[(.*)\]$/.exec(action)?.[1] ?? '';
        expect([instance.id, action, read.includes(name)]).toEqual([instance.id, action, true]);
      }
    }
  });

  it('quotes only what it has read, and knows the answer only at the end', () => {
    for (const { instance, played } of scripts) {
      const { answer } = instance.setup as HotpotqaSetup;
      for (const { thought, read, action } of played) {
        const quotes = [...thought.matchAll(/"([A-Z][^"]*)\.?"/g)].map(([, text = '']) =>
          text.replace(/\.$/, ''),
        );
        const unread = quotes.filter((text) => !read.includes(text));
        expect([instance.id, thought, unread]).toEqual([instance.id, thought, []]);
        const known = action.startsWith('finish') || read.includes(answer) || answer.length < 4;
        expect([instance.id, thought, known || !thought.includes(answer)]).toEqual([
          instance.id,
          thought,
          true,
        ]);
      }
    }
  });

  it('thinks before every action', () => {
    for (const { played } of scripts) for (const { thought } of played) expect(thought).not.toBe('');
  });

  it('looks a word of the question up only where the beginning of the page did not say it', () => {
    const lookups = scripts.flatMap(({ instance, played }) =>
      played.flatMap((step, index) => {
        const keyword = /^lookup\[(.*)\]$/.exec(step.action)?.[1];
        const page = played[index - 1]?.observation ?? '';
        return keyword === undefined ? [] : [{ keyword, page, goal: instance.goal, found: step.observation }];
      }),
    );
    expect(lookups.length).toBeGreaterThan(20);
    for (const { keyword, page, goal, found } of lookups) {
      expect(goal).toContain(keyword);
      expect(page).not.toContain(keyword);
      expect(found).toMatch(/^\(Result 1 \/ \d+\) /);
    }
  });

  it('takes a similar title after a search that failed, and none else', () => {
    for (const { played } of scripts) {
      for (const [index, { action, observation }] of played.entries()) {
        const missed = observation.startsWith('Could not find ');
        const next = /^search\[(.*)\]$/.exec(played[index + 1]?.action ?? '')?.[1];
        if (missed) expect(observation).toContain(`'${next}'`);
        if (action.startsWith('search'))
          expect(played.filter((step) => step.action === action)).toHaveLength(1);
      }
    }
  });

  it('says the same in other words where another wording is asked for', () => {
    for (const { instance, script } of scripts.slice(0, 30)) {
      const other = demonstrate(instance, 1);
      expect(other?.steps.map(({ action }) => action)).toEqual(script.steps.map(({ action }) => action));
      expect(other?.steps[0]?.thought).not.toBe(script.steps[0]?.thought);
      expect(demonstrate(instance, 0)).toEqual(script);
    }
  });

  it('draws the conclusion that the question asks for', () => {
    const endings = scripts.map(({ played }) => played.at(-1)?.thought ?? '');
    for (const ending of [
      /So \w[^.]* is older\.$/,
      /was born first\.$/,
      /so the answer is (yes|no)\.$/,
      /So the answer is /,
    ])
      expect(endings.some((thought) => ending.test(thought))).toBe(true);
  });

  const bridge = {
    supportingFacts: [
      ['Ossel (river)', 1],
      ['Tolm', 1],
    ],
    answer: 'Ida Brakk',
  };
  const whoIsMayor = 'Who is the mayor of the town near which the river Ossel rises?';

  it('plays a small question', () => {
    const script = demonstrate(question('river', whoIsMayor, bridge), 0);
    expect(script?.steps.map(({ action }) => action)).toEqual([
      'search[Ossel]',
      'search[Ossel (river)]',
      'search[Tolm]',
      'finish[Ida Brakk]',
    ]);
  });

  it.each([
    ['the question names no page', 'Who is the mayor?', bridge],
    [
      'the first page does not name the second',
      whoIsMayor,
      {
        ...bridge,
        supportingFacts: [
          ['Ossel (river)', 0],
          ['Tolm', 1],
        ],
      },
    ],
    ['there is one page', whoIsMayor, { supportingFacts: [['Tolm', 1]] }],
    [
      'there are three facts',
      whoIsMayor,
      {
        supportingFacts: [
          ['Tolm', 0],
          ['Tolm', 1],
          ['Hest', 0],
        ],
      },
    ],
    [
      'the sentence is not there',
      whoIsMayor,
      {
        ...bridge,
        supportingFacts: [
          ['Ossel (river)', 1],
          ['Tolm', 9],
        ],
      },
    ],
    [
      'the page is not there',
      whoIsMayor,
      {
        ...bridge,
        supportingFacts: [
          ['Ossel (river)', 1],
          ['Tolm', 1],
        ],
        context: [],
      },
    ],
    [
      'a sentence is cut when it is shown',
      'Is Tolm near Hest?',
      {
        type: 'comparison',
        supportingFacts: [
          ['Tolm', 0],
          ['Hest', 0],
        ],
      },
    ],
    [
      'a title has braces',
      'Is {x} a y?',
      {
        type: 'comparison',
        supportingFacts: [
          ['{x}', 0],
          ['y', 0],
        ],
        context: [
          ['{x}', ['{x} is a.']],
          ['y', ['y is b.']],
        ],
      },
    ],
  ])('has nothing to show where %s', (_why, goal, change) => {
    expect(demonstrate(question('q', goal, change), 0)).toBeNull();
  });

  it('refuses what is no question', () => {
    expect(() => demonstrate(question('bad', 'Is it?', { answer: '' }), 0)).toThrow(/task instance bad/);
  });
});
