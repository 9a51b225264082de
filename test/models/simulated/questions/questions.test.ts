import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../../src/core/model.js';
import { createSimulatedModel } from '../../../../src/models/simulated/index.js';
import { findAnswer } from '../../../../src/models/simulated/questions/find-answer.js';
import { namesIn, readQuestion } from '../../../../src/models/simulated/questions/read-question.js';
import { strong } from '../train-simulated.js';

const model = createSimulatedModel({
  name: 'simulated-strong',
  profile: { ...strong, insight: 1, slip: 0, faithfulness: 1 },
});
const forms =
  'Actions:\n- search[{entity}]: open a page\n- lookup[{keyword}]: find a word\n- finish[{answer}]: answer';
const fullPlan = [
  '1. Search for one entity of the question by its exact name: search[entity].',
  '2. Then search for the next entity, which this page names: search[entity].',
  '3. Give the shortest answer: finish[answer].',
].join('\n');
const question = 'In which town was the author of the novel The Glass Orchard born?';
const pages = {
  novel: 'The Glass Orchard is a novel. It was written by Mira Tolven. It has 212 pages.',
  author: 'Mira Tolven is a writer. Tolven was born in Harstead. In 1951 the Silver Quill went to Tolven.',
};

function conversation(
  turns: readonly (readonly [string, string])[],
  plan: string,
  ask: string,
): ChatMessage[] {
  const guide = plan === '' ? '' : `\n\nFollow this plan:\n${plan}`;
  const messages: ChatMessage[] = [
    { role: 'system', content: `${forms}${guide}` },
    { role: 'user', content: `Your job: ${question}\n\nObservation: Question: ${question}` },
  ];
  for (const [action, observation] of turns) {
    messages.push(
      { role: 'assistant', content: action },
      { role: 'user', content: `Observation: ${observation}` },
    );
  }
  const last = messages.at(-1) as ChatMessage;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${ask}` }];
}

async function act(turns: readonly (readonly [string, string])[], plan: string): Promise<string> {
  const messages = conversation(turns, plan, 'Action:');
  return (await model.complete({ purpose: 'act', messages, sampling: { temperature: 0, seed: 1 } })).text;
}

describe('on questions, the simulated model', () => {
  it('follows a plan from page to page to a short answer', async () => {
    expect(await act([], fullPlan)).toBe('search[The Glass Orchard]');
    const first = ['search[The Glass Orchard]', pages.novel] as const;
    expect(await act([first], fullPlan)).toBe('search[Mira Tolven]');
    const second = ['search[Mira Tolven]', pages.author] as const;
    expect(await act([first, second], fullPlan)).toBe('finish[Harstead]');
  });

  it('does in one reply what it says it will do', async () => {
    const wavering = createSimulatedModel({
      name: 'simulated-strong',
      profile: { ...strong, faithfulness: 0.5, slip: 0 },
    });
    const messages = conversation([], fullPlan, 'Answer in the form\nThought: ...\nAction: ...');
    for (let seed = 0; seed < 40; seed++) {
      const request = { purpose: 'act', messages, sampling: { temperature: 1, seed } } as const;
      const [thought = '', action = ''] = (await wavering.complete(request)).text.split('\nAction: ');
      expect(thought.endsWith(action), thought).toBe(true);
    }
  });

  it('slips in one reply as it does in two', async () => {
    const slipping = createSimulatedModel({ name: 'simulated-strong', profile: { ...strong, slip: 1 } });
    const messages = conversation([], fullPlan, 'Answer in the form\nThought: ...\nAction: ...');
    const actions: string[] = [];
    for (let seed = 0; seed < 20; seed++) {
      const request = { purpose: 'act', messages, sampling: { temperature: 1, seed } } as const;
      actions.push((await slipping.complete(request)).text.split('\nAction: ')[1] ?? '');
    }
    expect(actions).toContain('search for The Glass Orchard');
    expect(actions.filter((action) => action.includes('['))).toEqual([]);
  });

  it('takes an offered title that the question names', async () => {
    const offer = [
      'search[The Glass Orchard]',
      "Could not find The Glass Orchard. Similar: ['Orchards', 'The Glass Orchard (film)', 'The Glass Orchard (novel)'].",
    ] as const;
    expect(await act([offer], fullPlan)).toBe('search[The Glass Orchard (novel)]');
  });

  it('answers from what it was shown, and not otherwise', async () => {
    const first = ['search[The Glass Orchard]', pages.novel] as const;
    const without = [
      'search[Mira Tolven]',
      'Mira Tolven is a writer. In 1951 the Silver Quill went to Tolven.',
    ] as const;
    expect(await act([first, without], fullPlan)).not.toContain('Harstead');
  });

  it('finds flaws only where the log and the lesson show them', async () => {
    const long = ['finish[Tolven was born in Harstead.]', 'Episode finished, reward = 0'] as const;
    const reflect = async (lesson: string) => {
      const messages = conversation(
        [['search[Mira Tolven]', pages.author], long],
        '',
        `It failed.${lesson}\n\nIdentify every flaw.`,
      );
      return (await model.complete({ purpose: 'identify-flaws', messages, sampling: { seed: 3 } })).text;
    };
    expect(await reflect(' The right answer is "Harstead".')).toMatch(/too long/);
    expect(await reflect('')).not.toMatch(/too long/);
  });

  it('writes into the plan what reports ask for', async () => {
    const write = async (flaw: string) => {
      const content = `${forms}\n\nPlan now:\n(none)\n\nJob 1: ${question}\nSummary:\n- I answered "x".\nFlaws:\n- ${flaw}\n\nRewrite the plan.`;
      const reply = await model.complete({
        purpose: 'update-plan',
        messages: [{ role: 'user', content }],
        sampling: { seed: 1 },
      });
      return reply.text;
    };
    expect(await write('The answer was too long; give the shortest answer.')).toContain('shortest answer');
    expect(await write('I see no flaw.')).toBe(
      '1. Search for what the question asks: search[entity].\n2. Answer in a sentence: finish[answer].',
    );
  });
});

describe('reading questions', () => {
  it('finds names', () => {
    expect(namesIn('the University of Trevfield and "Big Stone Gap" in 1995')).toEqual([
      'University of Trevfield',
      'Big Stone Gap',
    ]);
  });

  it('compares two pages', () => {
    const memory = readQuestion({
      job: 'Which river is longer, the Tele or the Genack?',
      turns: [
        {
          thought: '',
          action: 'search[Tele (river)]',
          observation: 'The Tele is a river, 716 kilometres long.',
        },
        { thought: '', action: 'search[Genack]', observation: 'The Genack is a river, 816 kilometres long.' },
      ],
    });
    expect(findAnswer(memory, true)).toBe('Genack');
  });
});
