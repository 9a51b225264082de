import { describe, expect, it } from 'vitest';
import { adaplannerPrompts, parseProgram } from '../../../../src/agents/index.js';
import { countTokens, simulatedProfiles } from '../../../../src/models/simulated/index.js';
import { findPrograms } from '../../../../src/models/simulated/programs/program.js';
import { readProgramming } from '../../../../src/models/simulated/programs/read-programming.js';
import { strong } from '../train-simulated.js';
import { attentive, follow, kitchen, opening, problem, say, showExample } from './conversation.js';

const hotMug = { goal: 'heat some mug and put it in cabinet.', observation: kitchen };
const twoMugs = { goal: 'put two mug in cabinet.', observation: kitchen };
const question = {
  goal: 'In which town was the founder of the band The Blue Lanterns born?',
  observation: 'Question: In which town was the founder of the band The Blue Lanterns born?',
  questions: true,
};
/** Does nothing by real-life logic. */
const plain = { ...attentive, householdLogic: 0 };

function heating(appliance: string): object {
  return {
    steps: [
      {
        step: 1,
        why: 'find',
        do: [
          {
            forEach: 'place',
            in: ['shelf 1'],
            do: [{ action: 'go to {place}' }, { if: 'is closed', do: [{ action: 'open {place}' }] }],
            until: 'a cup {n}',
          },
          { action: 'take cup {n} from {place}', expect: 'Now you hold' },
        ],
      },
      {
        step: 2,
        why: 'heat',
        do: [
          { action: `go to ${appliance} 1` },
          { action: `heat cup {n} with ${appliance} 1`, expect: 'It gets warm' },
        ],
      },
    ],
  };
}

describe('a program', () => {
  const goals = [
    'put a mug in cabinet.',
    'look at mug under the desklamp.',
    'clean some mug and put it in cabinet.',
    hotMug.goal,
    'cool some mug and put it in cabinet.',
    twoMugs.goal,
  ];
  it.each(goals)('%s: keeps to the language and holds the job', async (goal) => {
    const text = await say(opening({ ...hotMug, goal }));
    expect(() => parseProgram(JSON.parse(text))).not.toThrow();
    expect(text).toContain('take mug {n} from {place}');
    expect(text).toContain(goal.includes('desklamp') ? 'use desklamp {l}' : 'move mug {n} to cabinet 1');
    if (goal.includes('two')) expect(text).toContain('take mug {m} from {place}');
  });

  it('names only places that the observation names', async () => {
    const text = await say(opening(hotMug));
    for (const name of text.match(/\b[a-z]+ \d+\b/g) ?? []) expect(kitchen).toContain(name);
  });

  it('stays within the tokens of a reply', async () => {
    const rooms = Array.from({ length: 60 }, (_, i) => `a drawer ${i + 1}`).join(', ');
    const messages = opening({ ...twoMugs, observation: kitchen.replace('a toaster 1', rooms) });
    for (const maxTokens of [600, 1500]) {
      const text = await say(messages, attentive, { temperature: 0, maxTokens });
      expect(countTokens(text)).toBeLessThanOrEqual(maxTokens);
      expect(() => parseProgram(JSON.parse(text))).not.toThrow();
    }
  });

  it('is the same for the same request, and varies with the seed', async () => {
    const profile = { ...strong, slip: 0.8 };
    const texts = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const sampling = { temperature: 1, seed };
      const text = await say(opening(hotMug), profile, sampling);
      expect(await say(opening(hotMug), profile, sampling)).toBe(text);
      texts.add(text);
    }
    expect(texts.size).toBeGreaterThan(2);
  });

  it('is now and then none, and is corrected by a second look', async () => {
    const broken: string[] = [];
    for (let seed = 0; seed < 60; seed++) {
      const text = await say(opening(hotMug), { ...attentive, slip: 1 }, { temperature: 1, seed });
      if (findPrograms(text).length === 0) broken.push(text);
    }
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.length).toBeLessThan(30);
    const meant = await say(opening(hotMug));
    const check = adaplannerPrompts.checkProgram.render({});
    expect(await say(follow(opening(hotMug), broken[0] ?? '', check))).toBe(meant);
    expect(await say(follow(opening(hotMug), meant, check))).toBe('OK');
    expect(await say(follow(opening(hotMug), '(nothing)', check))).toBe(meant);
    expect(await say(follow(opening(hotMug), '(nothing)', check), { ...attentive, insight: 0 })).toBe('OK');
  });

  it('is written for other words of the same meaning', async () => {
    const [system, user] = opening(hotMug);
    const reworded = [
      { role: 'system' as const, content: system?.content ?? '' },
      {
        role: 'user' as const,
        content: (user?.content ?? '').replace(/Write the program\.[^\n]*/, 'Give me such a program now.'),
      },
    ];
    expect(await say(reworded)).toBe(await say(opening(hotMug)));
  });
});

describe('what is taught', () => {
  it('an example names the appliance, the expectations and that closed things are opened', async () => {
    for (const appliance of ['toaster', 'fridge']) {
      const examples = showExample('heat some cup and put it in shelf.', heating(appliance));
      const text = await say(opening({ ...hotMug, examples }));
      expect(text).toContain(`heat mug {n} with ${appliance} 1`);
      expect(text).toContain('Now you hold');
      expect(text).toContain('It gets warm');
      expect(text).toContain('"if":"is closed","do":[{"action":"open {place}"');
      expect(text).not.toContain('cup');
    }
  });

  it('an example that keeps the thing in hand is followed in that', async () => {
    const homely = { ...attentive, householdLogic: 1 };
    expect(await say(opening(hotMug), homely)).toContain('move mug {n} to stoveburner 1');
    const examples = showExample('heat some cup and put it in shelf.', heating('microwave'));
    const taught = await say(opening({ ...hotMug, examples }), homely);
    expect(taught).toContain('heat mug {n} with microwave 1');
    expect(taught).not.toContain('move mug {n} to microwave 1');
  });

  it('a plan names the appliance', async () => {
    const plan = '1. Look for the object.\n2. Heat the object: heat {object} with the toaster.';
    expect(await say(opening({ ...hotMug, plan }))).toContain('heat mug {n} with toaster 1');
  });

  it('without either common sense is asked', async () => {
    expect(await say(opening(hotMug))).toContain('heat mug {n} with stoveburner 1');
  });

  it('an example teaches how to search for a question', async () => {
    const homely = { ...attentive, householdLogic: 1 };
    const untaught = await say(opening(question), homely);
    expect(untaught).toContain('search[In which town was the founder');
    const ask = (text: string, as: string) => ({ ask: text, as });
    const examples = showExample('Where does the singer of the band The Red Doors live?', {
      steps: [
        { step: 1, why: '', do: [{ action: 'search[The Red Doors]' }] },
        { step: 2, why: '', do: [{ if: 'no such page', do: [{ action: 'search[{next}]' }] }] },
        { step: 3, why: '', do: [ask('The shortest answer?', 'a'), { action: 'finish[{a}]' }] },
      ],
    });
    const taught = await say(opening({ ...question, examples }), homely);
    expect(() => parseProgram(JSON.parse(taught))).not.toThrow();
    expect(taught).toContain('search[The Blue Lanterns]');
    expect(taught).toContain('"if":"no such page"');
    expect(taught).toContain('search[{next}]');
    expect(taught).toContain('shortest');
  });
});

describe('an error', () => {
  const first = opening(hotMug);
  const refine = async (what: string, turns: readonly (readonly [string, string])[], messages = first) => {
    const written = await say(messages, plain);
    const asked = follow(messages, written, problem(what, turns));
    return { asked, text: await say(asked, plain) };
  };

  it('that rules out an appliance leads to another, and the step is resumed', async () => {
    const { asked, text } = await refine(
      'The program stopped. Error in step 2: expected "you heat" after "heat mug 1 with stoveburner 1".',
      [
        ['take mug 1 from countertop 1', 'You pick up the mug 1 from the countertop 1.'],
        ['go to stoveburner 1', 'You arrive at stoveburner 1. On the stoveburner 1, you see nothing.'],
        ['heat mug 1 with stoveburner 1', 'Action failed. stoveburner cannot be used for heating.'],
      ],
    );
    expect(text).not.toContain('with stoveburner');
    expect(text).toContain('heat mug {n} with toaster 1');
    expect(text).toContain('{"action":"inventory"}');
    expect(() => parseProgram(JSON.parse(text))).not.toThrow();
    expect(await say(follow(asked, text, adaplannerPrompts.resumeProgram.render({})))).toBe('2');
  });

  it('that was not read changes nothing', async () => {
    const blind = { ...plain, insight: 0 };
    const written = await say(first, blind);
    const turns = [
      ['heat mug 1 with stoveburner 1', 'Action failed. stoveburner cannot be used for heating.'],
    ];
    const asked = follow(
      first,
      written,
      problem('The program stopped. Error in step 2: no.', turns as never),
    );
    expect(await say(asked, blind)).toContain('with stoveburner 1');
  });

  it('after a search in vain has closed things opened', async () => {
    const homely = { ...attentive, householdLogic: 1 };
    const examples = '';
    const messages = opening({ goal: 'put a mug in cabinet.', observation: kitchen, examples });
    const written = await say(messages, { ...homely });
    const inVain = problem('The program stopped. Error in step 1: "a mug {n}" was not seen.', [
      ['go to toaster 1', 'You arrive at toaster 1. On the toaster 1, you see nothing.'],
    ]);
    expect(written.includes('open {place}')).toBe(false);
    expect(await say(follow(messages, written, inVain), homely)).toContain('open {place}');
  });

  it('about full hands leads to one thing at a time', async () => {
    const homely = { ...attentive, householdLogic: 1 };
    const messages = opening(twoMugs);
    const written = await say(messages, homely);
    expect(parseProgram(JSON.parse(written)).steps).toHaveLength(3);
    const full = problem('The program stopped. Error in step 2: expected "you pick up".', [
      ['take mug 2 from countertop 1', 'Action failed. You cannot hold more than one object.'],
    ]);
    const anew = await say(follow(messages, written, full), homely);
    expect(parseProgram(JSON.parse(anew)).steps).toHaveLength(4);
    expect(anew).toContain('inventory');
  });

  it('about a thing that lies in the appliance has it taken out', async () => {
    const homely = { ...attentive, householdLogic: 1 };
    const written = await say(first, homely);
    const said = problem('The program stopped. Error in step 2: expected "you heat".', [
      ['move mug 1 to stoveburner 1', 'You move the mug 1 to the stoveburner 1.'],
      ['heat mug 1 with stoveburner 1', 'Action failed. You are not carrying mug 1.'],
    ]);
    const anew = await say(follow(first, written, said), homely);
    expect(anew).toContain('take mug {n} from stoveburner 1');
    expect(anew).not.toContain('move mug {n} to stoveburner 1');
  });

  it('about a place that does not take the thing has it kept in hand', async () => {
    const homely = { ...attentive, householdLogic: 1 };
    const written = await say(first, homely);
    const said = problem('The program stopped. Error in step 2: expected "you".', [
      ['move mug 1 to stoveburner 1', 'Action failed. mug 1 cannot be put in or on stoveburner 1.'],
    ]);
    const cannot = problem('The program stopped. Error in step 2: expected "you heat".', [
      ['heat mug 1 with stoveburner 1', 'Action failed. stoveburner cannot be used for heating.'],
    ]);
    const asked = follow(first, written, said);
    const anew = await say(asked, homely);
    expect(anew).not.toContain('move mug {n} to stoveburner 1');
    const last = await say(follow(asked, anew, cannot), homely);
    expect(last).toContain('heat mug {n} with toaster 1');
    expect(last).not.toContain('move mug {n} to toaster 1');
  });

  it('about an expectation teaches how the world answers', async () => {
    const { text } = await refine('The program stopped. Error in step 1: expected "you take".', [
      ['take mug 1 from countertop 1', 'You lift the mug 1 from the countertop 1. You see nothing else.'],
    ]);
    expect(text).toContain('"expect":"you lift"');
  });

  it('tells only what it says: an effect nobody saw is in no program', async () => {
    const turns = [['go to fridge 1', 'You arrive at fridge 1. The fridge 1 is closed.']] as const;
    const { text } = await refine('The program stopped. Error in step 2: it is closed.', turns);
    expect(text).toContain('with stoveburner 1');
    expect(text).not.toContain('microwave 1"},{"action":"heat');
  });

  it('that is no error of a step starts over', async () => {
    for (const said of [
      'The program ran to its end, but the job is not done.',
      'Your answer is no program: is not valid JSON.',
    ]) {
      const { asked, text } = await refine(said, []);
      expect(() => parseProgram(JSON.parse(text))).not.toThrow();
      expect(await say(follow(asked, text, adaplannerPrompts.resumeProgram.render({})))).toBe('1');
    }
  });

  it('after the wrong use of a lamp is met at the step that used it', async () => {
    const homely = { ...attentive, householdLogic: 1 };
    const messages = opening({ goal: 'look at mug under the desklamp.', observation: kitchen });
    const written = await say(messages, homely);
    expect(written).toContain('examine mug {n}');
    const ended = problem('The program ran to its end, but the job is not done.', [
      ['examine mug 1', "There's nothing special about mug 1."],
    ]);
    const asked = follow(messages, written, ended);
    const anew = await say(asked, homely);
    expect(anew).toContain('use desklamp {l}');
    expect(await say(follow(asked, anew, adaplannerPrompts.resumeProgram.render({})))).toBe('3');
  });
});

describe('a question of a running program', () => {
  const [system, user] = opening(question);
  const task = (user?.content ?? '').split('\n\nWrite')[0];
  const ask = (asked: string, interactions: string) =>
    say([
      system ?? { role: 'system', content: '' },
      {
        role: 'user',
        content: `${task}\n\n${adaplannerPrompts.ask.render({ interactions, question: asked })}`,
      },
    ]);
  const offers =
    "> search[The Blue Lanterns]\nCould not find The Blue Lanterns. Similar: ['The Blue Lanterns (film)', 'The Blue Lanterns (band)'].";
  const page = `${offers}\n> search[The Blue Lanterns (band)]\nThe Blue Lanterns are a band. The founder is Ada Quill.`;
  const second = `${page}\n> search[Ada Quill]\nAda Quill is a singer. Ada Quill was born in Marlow.`;

  it('is answered from the interactions', async () => {
    expect(await ask('Which of the titles should be searched for?', offers)).toBe('The Blue Lanterns (band)');
    expect(await ask('Which page is needed next?', page)).toBe('Ada Quill');
    expect(await ask('What is the answer?', second)).toBe('Marlow');
  });

  it('is not answered where nothing says it', async () => {
    expect(await ask('What is the answer?', '')).toBe('I do not know');
    expect(await ask('What is the answer?', page)).not.toContain('Marlow');
  });

  it('names what was seen in a household', async () => {
    const [rules, job] = opening(hotMug);
    const content = `${(job?.content ?? '').split('\n\nWrite')[0]}\n\n${adaplannerPrompts.ask.render({
      interactions: '> go to cabinet 1\nOn the cabinet 1, you see a mug 3, and a plate 1.',
      question: 'Which mug did you see?',
    })}`;
    expect(await say([rules ?? { role: 'system', content: '' }, { role: 'user', content }])).toBe('mug 3');
  });
});

describe('reading', () => {
  const written = follow(opening(hotMug), JSON.stringify(heating('toaster')), '');
  const asks: readonly (readonly [string, string])[] = [
    ['check', 'Look it over: check that every action has one of the forms. Say OK if so.'],
    ['check', 'Review this. Reply OK, or with a corrected one.'],
    ['refine', 'It failed: error in step 2, nothing happened.\n\nPlease write a new program.'],
    ['refine', 'That was not JSON.\n\nRewrite it.'],
    ['resume', 'At which step should it begin?'],
    ['resume', 'Give the number of the step to start with.'],
  ];
  it.each(asks)('%s: %s', (ask, content) => {
    expect(readProgramming([...written.slice(0, -1), { role: 'user', content }])?.ask).toBe(ask);
  });

  it('takes other requests for none about programs', () => {
    expect(readProgramming([])).toBeNull();
    expect(readProgramming([{ role: 'user', content: 'Write a program.' }])).toBeNull();
    expect(
      readProgramming([
        { role: 'system', content: 'You can take actions.' },
        { role: 'user', content: 'Your job: put a mug in cabinet.' },
      ]),
    ).toBeNull();
  });

  it('finds programs among other words and passes over what is none', () => {
    const program = JSON.stringify(heating('toaster'));
    expect(findPrograms(`Sure:\n\`\`\`json\n${program}\n\`\`\` {"steps": [{]} {"steps": []}`)).toHaveLength(
      1,
    );
    expect(findPrograms('{"steps": [{"step": 1, "do": "}{"')).toEqual([]);
    expect(findPrograms(`{"steps": ${'['.repeat(5000)}`)).toEqual([]);
  });

  it('is quick with texts that look like many things', async () => {
    for (const text of ['{"steps":', 'right ', '> ', '{"steps":[{"step":1,']) {
      const long = text.repeat(10_000);
      await say(follow(opening(hotMug), long, long));
      await say(follow(opening(hotMug), long, problem(long, [])));
    }
  });

  it('survives odd conversations', async () => {
    for (const said of ['', '{"steps":[{}]}', '{"steps":[{"step":1,"do":[{"forEach":1}]}]}', '{']) {
      for (const request of [
        problem('', []),
        problem('Error in step 99: x.', []),
        'Which step?',
        'Check it.',
      ]) {
        for (const profile of Object.values(simulatedProfiles)) {
          const text = await say(follow(opening(hotMug), said, request), profile);
          expect(text.length).toBeGreaterThan(0);
        }
      }
    }
  });
});
