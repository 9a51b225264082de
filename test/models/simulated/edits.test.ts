/** What the simulated model makes of requests about single steps of a plan. */
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/model.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { createSimulatedModel } from '../../../src/models/simulated/index.js';
import { readListedSteps } from '../../../src/models/simulated/read-steps.js';
import { ledgerPrompts } from '../../../src/optimizers/index.js';
import { otherWording } from './other-wording.js';
import { meanSuccess, strong, tellsTo, trainSimulated } from './train-simulated.js';

const profile = { ...strong, insight: 1, invention: 0, generalisation: 1 };
const model = createSimulatedModel({ name: 'simulated-strong', profile });

async function say(messages: readonly ChatMessage[], seed = 0): Promise<Record<string, unknown>> {
  const request = { purpose: 'act', messages, sampling: { seed, temperature: 1 } } as const;
  return JSON.parse((await model.complete(request)).text) as Record<string, unknown>;
}

describe('steps with ids', () => {
  it.each([
    ['- [s1] Look for it. (helped 3, hurt 1, not followed 0)', 's1', 'Look for it.', 3, 1],
    ['s2: Go to the fridge. [2 helped, 4 harmed]', 's2', 'Go to the fridge.', 2, 4],
    ['(s12) Open it (open {receptacle}) first.', 's12', 'Open it (open {receptacle}) first.', 0, 0],
  ])('%s', (line, id, text, helped, hurt) => {
    expect(readListedSteps(line)).toEqual([{ id, text, helped, hurt }]);
  });

  it.each(['1. Look for it.', 'Job 1: put a mug in shelf.', '- a step', 'mug 1 is here', ''])(
    '%j is none',
    (line) => {
      expect(readListedSteps(line)).toEqual([]);
    },
  );
});

describe('what it says of steps', () => {
  const turns = {
    take: ['take mug 1 from shelf 1', 'You pick up the mug 1 from the shelf 1.'],
    stove: ['heat mug 1 with stoveburner 1', 'Action failed: The stoveburner 1 cannot be used for heating.'],
    heat: ['heat mug 1 with microwave 1', 'You heat the mug 1 using the microwave 1.'],
    put: ['move mug 1 to shelf 1', 'You move the mug 1 to the shelf 1.'],
  } as const;
  const steps = [
    '- [s1] Look for the object: go to {receptacle}. Look first at: shelf.',
    '- [s2] When you see the object, take it: take {object} from {receptacle}.',
    '- [s3] Heat the object: heat {object} with the stoveburner.',
    '- [s4] Heat the object: heat {object} with the microwave.',
    '- [s5] Bring the object to the place that the job names and put it there: move {object} to {receptacle}.',
  ].join('\n');

  async function weigh(
    names: readonly (keyof typeof turns)[],
    question = ledgerPrompts.weighSteps.render({ steps }),
  ) {
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Actions:\n- move {object} to {receptacle}: put' },
      {
        role: 'user',
        content:
          'Your job: put a hot mug in shelf.\n\nObservation: You are in the middle of a room. Looking quickly around ' +
          'you, you see a shelf 1, a stoveburner 1, and a microwave 1.',
      },
      ...names.flatMap((name): ChatMessage[] => [
        { role: 'assistant', content: turns[name][0] },
        { role: 'user', content: `Observation: ${turns[name][1]}` },
      ]),
    ];
    const last = messages.at(-1) as ChatMessage;
    return say([
      ...messages.slice(0, -1),
      { ...last, content: `${last.content}\n\nIt failed.\n\nWhat mistakes were made?` },
      { role: 'assistant', content: '- none' },
      { role: 'user', content: question },
    ]);
  }

  it('follows from the log', async () => {
    expect(await weigh(['take', 'stove', 'heat', 'put'])).toEqual({
      helped: ['s1', 's2', 's4', 's5'],
      hurt: ['s3'],
      notFollowed: [],
    });
  });

  it('says nothing of what the log does not show', async () => {
    expect(await weigh(['take', 'stove'])).toMatchObject({
      helped: ['s1', 's2'],
      hurt: ['s3'],
      notFollowed: ['s4', 's5'],
    });
    expect(await weigh([])).toEqual({ helped: [], hurt: [], notFollowed: ['s2', 's3', 's4', 's5'] });
  });

  it('is the same in other words', async () => {
    const listed = steps.replace(/- \[(\w+)\]/g, '$1:');
    const question = (otherWording.weighSteps ?? '').replace('{{steps}}', listed);
    expect(await weigh(['take', 'stove', 'heat', 'put'], question)).toMatchObject({
      helped: ['s1', 's2', 's4', 's5'],
      hurt: ['s3'],
    });
  });
});

describe('the edits that it asks for', () => {
  const report =
    'Job 1: put a hot mug in shelf.\nResult: it failed.\nSummary:\n- I took mug 1.\nFlaws:\n' +
    '- Heating with the stoveburner failed, for the observation says: the stoveburner 1 cannot be used for heating.\n' +
    '- What does work for heating is the microwave: heat the object with the microwave while it is carried.\n' +
    'Suggested revision:\nN/A';
  const plan = [
    '- [s1] Look for the object: go to {receptacle}. Begin with the likely places. (helped 2, hurt 0, not followed 0)',
    '- [s2] When you see the object, take it: take {object} from {receptacle}. (helped 2, hurt 0, not followed 0)',
    '- [s3] Go to the stoveburner. (helped 0, hurt 1, not followed 0)',
    '- [s4] Try to heat the object there: heat {object} with the stoveburner. (helped 0, hurt 2, not followed 0)',
    '- [s5] Bring the object to the place that the job names and put it there: move {object} to {receptacle}. (helped 1, hurt 0, not followed 0)',
  ].join('\n');

  interface Edit {
    readonly operation: string;
    readonly id?: string;
    readonly after?: string;
    readonly text?: string;
    readonly jobs?: readonly number[];
  }

  const ask = async (
    change: { steps?: string; rejected?: string; edits?: string; jobs?: string } = {},
    seed = 0,
  ) => {
    const content = ledgerPrompts.editPlan.render({
      introduction: 'You are in a household.',
      actions: '- move {object} to {receptacle}: put',
      task: 'heat some object and put it somewhere',
      steps: plan,
      rejected: '',
      jobs: report,
      edits: '4',
      room: '12',
      ...change,
    });
    return (await say([{ role: 'user', content }], seed)).edits as readonly Edit[];
  };

  it('mend what the reports say, and leave the rest alone', async () => {
    const edits = await ask();
    expect(edits.length).toBeLessThanOrEqual(4);
    const replaced = edits.find(({ id }) => id === 's4');
    expect(replaced).toMatchObject({ operation: 'replace', jobs: [1] });
    expect(replaced?.text).toMatch(/heat \{object\} with the microwave/);
    expect(edits.some(({ id }) => id === 's1' || id === 's2')).toBe(false);
  });

  it('write a whole plan where there is none', async () => {
    const edits = await ask({ steps: '(There is no plan yet.)', edits: '12' });
    expect(edits.length).toBeGreaterThan(4);
    expect(edits.every(({ operation, after }) => operation === 'add' && after === 'start')).toBe(true);
  });

  it('are no more than the request allows', async () => {
    expect(await ask({ edits: '1' })).toHaveLength(1);
    expect(await ask({ steps: '(There is no plan yet.)', edits: '2' })).toHaveLength(2);
  });

  it('do not repeat what the request says was rejected', async () => {
    const text = (await ask()).find(({ id }) => id === 's4')?.text ?? '';
    const rejected = `- replace s4: "${text}"; rejected: mean 0.20 with it and 0.40 without`;
    expect((await ask({ rejected })).some((edit) => edit.text === text)).toBe(false);
    const other = '- replace s4: "Sing to the object until it is warm."; rejected: it is silly';
    expect((await ask({ rejected: other })).some((edit) => edit.text === text)).toBe(true);
  });

  it('are the same whatever the order of the reports', async () => {
    const two = report.replace('Job 1', 'Job 2').replace('mug 1', 'cup 3').replace('a hot mug', 'a hot cup');
    const texts = async (jobs: string) => (await ask({ jobs })).map(({ text }) => text);
    const swapped = [two.replace('Job 2', 'Job 1'), report.replace('Job 1', 'Job 2')];
    expect(await texts(`${report}\n\n${two}`)).toEqual(await texts(swapped.join('\n\n')));
  });

  it('take the steps of a plan for questions apart too', async () => {
    const content = ledgerPrompts.editPlan.render({
      introduction: 'You answer a question.',
      actions: '- search[{entity}]: open a page\n- lookup[{keyword}]: see more\n- finish[{answer}]: answer',
      task: 'answer some question',
      steps:
        '- [s1] Search for what the question asks: search[entity]. (helped 0, hurt 3, not followed 0)\n' +
        '- [s2] Answer in a sentence: finish[answer]. (helped 0, hurt 2, not followed 0)',
      rejected: '',
      jobs:
        'Job 1: Who wrote it?\nResult: it failed.\nSummary:\n- I gave no answer.\nFlaws:\n' +
        '- Searching for a whole question found nothing; search for the exact name of one entity.\n' +
        '- The answer was too long; give the shortest answer, only the words asked for.\nSuggested revision:\nN/A',
      edits: '4',
      room: '12',
    });
    const edits = (await say([{ role: 'user', content }])).edits as readonly Edit[];
    const texts = edits.map(({ text = '' }) => text).join('\n');
    expect(texts).toMatch(/exact name/);
    expect(texts).toMatch(/shortest answer/);
  });
});

describe('training with structured plans', () => {
  it.each([
    ['heat', {}, 'microwave'],
    ['heat', { heat: ['toaster'] }, 'toaster'],
    ['cool', { cool: ['stoveburner'] }, 'stoveburner'],
  ] as const)('%s under %j learns the %s', async (taskType, rules, appliance) => {
    const environment = createAlfworld({ rules });
    const result = await trainSimulated({
      taskType,
      seed: 0,
      environment,
      iterations: 3,
      optimizer: 'ledger',
    });
    expect(tellsTo(result.plan.text, taskType, appliance), result.plan.text).toBe(true);
    expect(result.validationEpisodes).toBeGreaterThan(0);
  });

  it('learns nothing without insight', async () => {
    const none = await meanSuccess(2, {
      optimizer: 'ledger',
      heldOut: 8,
      profile: { ...strong, insight: 0 },
    });
    expect(none.after).toBeLessThanOrEqual(none.before + 0.1);
  });

  it('reads other prompts of the same meaning as well as ours', async () => {
    const trial = { optimizer: 'ledger', heldOut: 6, iterations: 1 } as const;
    const ours = await meanSuccess(2, trial);
    const others = await meanSuccess(2, { ...trial, prompts: otherWording });
    expect(Math.abs(ours.after - others.after), `${ours.after} ${others.after}`).toBeLessThanOrEqual(0.25);
    expect(others.after).toBeGreaterThan(others.before + 0.2);
  });
});
