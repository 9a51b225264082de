import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/core/episode.js';
import { ModelError } from '../../src/core/errors.js';
import type { ChatRequest } from '../../src/core/model.js';
import type { Iteration, OptimizerContext } from '../../src/core/optimizer.js';
import { overridePrompt } from '../../src/core/prompt.js';
import {
  acceptAlways,
  acceptNoWorse,
  createLedgerOptimizer,
  type LedgerOptions,
  ledgerPrompts,
} from '../../src/optimizers/index.js';
import { rememberedEdits } from '../../src/optimizers/rejected-edits.js';
import { createPlan } from '../../src/plans/index.js';
import type { Script, ScriptedReply } from '../../src/testing.js';
import { collect } from '../collect.js';
import { showRequests } from '../show-requests.js';
import { toyInstance } from '../toy-world.js';
import { scriptedValidation, toyContext, toyEpisode } from './toy-context.js';

const given = createPlan({
  text: '1. Look at the doors.\n2. Open a door.',
  iteration: 0,
  environment: 'toy',
  taskType: 'seek',
});

const add = (text: string, after = 'start') => ({ operation: 'add', after, text });

/** Answers updates with these lists of edits one after another, and questions about steps with `evidence`. */
function editing(updates: readonly unknown[], evidence: unknown = {}): Script {
  let update = 0;
  return ({ purpose }): ScriptedReply => {
    if (purpose === 'weigh-steps') return JSON.stringify(evidence);
    if (purpose !== 'update-plan') return `${purpose}.`;
    const edits = updates[update++];
    return typeof edits === 'string' ? edits : JSON.stringify({ edits: edits ?? [] });
  };
}

interface SetUp {
  readonly script?: Script;
  readonly options?: Partial<LedgerOptions>;
  readonly context?: Partial<OptimizerContext>;
}

function setUp({ script = editing([]), options, context: change }: SetUp) {
  const toy = toyContext(script, { initialPlan: given, ...change });
  // Most tests are not about the gate.
  const optimizer = createLedgerOptimizer({ acceptance: acceptAlways, ...options });
  return { ...toy, run: (): Promise<Iteration[]> => collect(optimizer.optimize(toy.context)) };
}

async function onlyIteration(options: SetUp): Promise<Iteration> {
  const [iteration] = await setUp(options).run();
  if (!iteration) throw new Error('there was no iteration');
  return iteration;
}

const asked = (requests: readonly ChatRequest[], call = 0) => requests[call]?.messages.at(-1)?.content ?? '';

describe('an update', () => {
  test('edits steps: plain numbered text for agents, records with their origin beside it', async () => {
    const script = editing([
      [
        { operation: 'replace', id: 's2', text: 'Open every door.', jobs: [2] },
        { operation: 'add', after: 's2', text: 'Leave.' },
      ],
    ]);
    const { plan, edits, note } = await onlyIteration({ script });
    expect(plan.text).toBe('1. Look at the doors.\n2. Open every door.\n3. Leave.');
    expect(plan).toMatchObject({ iteration: 1, parentId: given.id, environment: 'toy', taskType: 'seek' });
    expect(
      plan.steps?.map(({ id, iteration, episodes, replaces }) => [id, iteration, episodes, replaces]),
    ).toEqual([
      ['s1', 0, [], undefined],
      ['s3', 1, [expect.any(String)], 's2'],
      ['s4', 1, [expect.any(String), expect.any(String)], undefined],
    ]);
    const [, second, third] = plan.steps ?? [];
    expect(third?.episodes[1]).toBe(second?.episodes[0]);
    expect(edits?.every(({ applied }) => applied)).toBe(true);
    expect(note).toBeUndefined();
  });

  test('writes the first plan, with as many steps as a plan may have, and later changes a few', async () => {
    const words = 'abcdefgh'.split('').map((letter) => add(`Try way ${letter}.`));
    const more = 'ijklmn'.split('').map((letter) => add(`Try way ${letter}.`));
    const { run, requests } = setUp({
      script: editing([words, more]),
      options: { edits: 3, steps: 7 },
      context: { initialPlan: createPlan({ ...given, text: '' }), iterations: 2 },
    });
    const [first, second] = await run();
    expect(first?.plan.steps).toHaveLength(7);
    expect(first?.edits?.map(({ reason }) => reason).at(-1)).toBe('an update may have 7 edits');
    expect(second?.plan.steps).toHaveLength(7);
    expect(second?.edits?.[0]?.reason).toBe('a plan may have 7 steps');
    expect(asked(requests('update-plan'))).toContain('at most 7 edits; the plan may have 7 steps');
    expect(asked(requests('update-plan'), 1)).toContain('at most 3 edits; the plan may have 7 steps');
  });

  test('counts what each batch says of each step, also where nothing is edited', async () => {
    const { run, requests } = setUp({
      script: editing([], { helped: ['s1', 's9'], hurt: ['s2'], notFollowed: ['s1', 17] }),
      context: { iterations: 2 },
    });
    const [first, second] = await run();
    const counts = (iteration?: Iteration) =>
      iteration?.plan.steps?.map(({ id, helped, hurt, notFollowed }) => [id, helped, hurt, notFollowed]);
    expect(counts(first)).toEqual([
      ['s1', 2, 0, 0],
      ['s2', 0, 2, 0],
    ]);
    expect(counts(second)).toEqual([
      ['s1', 4, 0, 0],
      ['s2', 0, 4, 0],
    ]);
    expect(second?.plan).toMatchObject({ id: given.id, text: given.text, iteration: 2 });
    expect(first?.reflections[0]?.evidence).toEqual({ helped: ['s1'], hurt: ['s2'], notFollowed: [] });
    expect(asked(requests('update-plan'), 1)).toContain(
      '- [s2] Open a door. (helped 0, hurt 4, not followed 0)',
    );
  });

  test('a replaced step begins anew, a step that stays keeps its counts', async () => {
    const { run } = setUp({
      script: editing([[{ operation: 'replace', id: 's2', text: 'Open all doors.' }]], {
        helped: ['s1', 's2'],
      }),
      context: { iterations: 2 },
    });
    const [, second] = await run();
    expect(second?.plan.steps?.map(({ id, helped }) => [id, helped])).toEqual([
      ['s1', 4],
      ['s3', 0],
    ]);
  });

  test('asks nothing of steps while there is no plan, nor where only summaries are made', async () => {
    const empty = setUp({ context: { initialPlan: createPlan({ ...given, text: '' }) } });
    await empty.run();
    expect(empty.requests('weigh-steps')).toEqual([]);
    const short = setUp({ options: { reflection: 'summary' } });
    await short.run();
    expect(new Set(short.model.requests.map(({ purpose }) => purpose))).toEqual(
      new Set(['summarize', 'update-plan']),
    );
  });

  test('asks in these words', async () => {
    const outcomes: Outcome[] = [{ kind: 'success' }, { kind: 'failure' }];
    const { run, model } = setUp({
      script: editing(
        [[add('Open a door.'), { operation: 'remove', id: 's1', jobs: [1] }, { operation: 'fly' }], []],
        { helped: ['s1'] },
      ),
      context: {
        iterations: 2,
        instances: [toyInstance('a'), toyInstance('b')],
        rollout: async (instance, _plan, iteration) =>
          toyEpisode(instance, iteration, outcomes[instance.id === 'a' ? 0 : 1]),
      },
    });
    await run();
    const one = ['weigh-steps', 'update-plan'].map((purpose) =>
      model.requests.filter((request) => request.purpose === purpose).at(-1),
    );
    const shown = one.filter((request) => request !== undefined);
    await expect(showRequests(shown)).toMatchFileSnapshot('__snapshots__/requests-ledger.txt');
  });

  test('asks about steps after the flaws, in the same conversation', async () => {
    const { run, requests } = setUp({});
    await run();
    const [request] = requests('weigh-steps');
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(request?.messages[2]?.content).toBe('identify-flaws.');
    expect(request?.sampling).toEqual({ maxTokens: 800 });
  });

  test('uses its own prompts, token limits and caps', async () => {
    const prompts = {
      ...ledgerPrompts,
      listedStep: overridePrompt(ledgerPrompts.listedStep, '<{{id}}> {{text}}', 'a.txt'),
      editPlan: overridePrompt(ledgerPrompts.editPlan, '{{steps}} | {{edits}} {{room}}', 'b.txt'),
    };
    const { run, requests } = setUp({ options: { prompts, planTokens: 22, edits: 5, steps: 6 } });
    await run();
    const [request] = requests('update-plan');
    expect(request?.sampling).toEqual({ maxTokens: 22 });
    expect(request?.messages[0]?.content).toBe('<s1> Look at the doors.\n<s2> Open a door. | 5 6');
  });
});

describe('the plan stays as it was', () => {
  test.each([
    ['no list', 'I would not change a thing.', 'the reply held no list of edits'],
    ['half a list', '{"edits": [{"operation": "remove", "id"', 'the reply held no list of edits'],
  ])('where the reply holds %s', async (_name, reply, reason) => {
    const iteration = await onlyIteration({ script: editing([reply]) });
    expect(iteration.plan).toMatchObject({ id: given.id, iteration: 1 });
    expect(iteration.note).toBe(`the plan stayed as it was: ${reason}`);
  });

  test('where the reply is cut, the model fails, or there is nothing to learn from', async () => {
    const cut: Script = ({ purpose }) =>
      purpose === 'update-plan' ? { text: '{"edits": []}', finishReason: 'length' } : '{}';
    expect((await onlyIteration({ script: cut })).note).toMatch(/the edits were cut at 1000 tokens$/);
    const failing: Script = ({ purpose }) => {
      if (purpose === 'update-plan') throw new ModelError('timeout', 'no answer', { retryable: true });
      return '{}';
    };
    expect((await onlyIteration({ script: failing })).note).toMatch(/no answer$/);
    const error: Outcome = { kind: 'error', code: 'timeout', message: 'late' };
    const rollout: OptimizerContext['rollout'] = async (instance, _plan, iteration) =>
      toyEpisode(instance, iteration, error);
    expect((await onlyIteration({ context: { rollout } })).note).toMatch(/no episode could be learned from$/);
  });

  test('word for word where nothing was applied, whatever form it has', async () => {
    const prose = createPlan({ ...given, text: 'Be quick.\n\n* Open doors.' });
    const { plan, edits, note } = await onlyIteration({
      script: editing([[{ operation: 'remove', id: 's7' }]]),
      context: { initialPlan: prose },
    });
    expect(plan.text).toBe(prose.text);
    expect(edits).toEqual([{ edit: 'remove s7', applied: false, reason: 'there is no step s7' }]);
    expect(note).toBe('1 of 1 edits were refused: there is no step s7');
  });

  test('an answer about steps that can not be read is no evidence', async () => {
    for (const reply of ['Step s1 helped.', '[]', '{"helped": "s1"}']) {
      const script: Script = ({ purpose }) => (purpose === 'weigh-steps' ? reply : '{"edits": []}');
      const { plan } = await onlyIteration({ script });
      expect(plan.steps?.map(({ helped }) => helped)).toEqual([0, 0]);
    }
  });
});

describe('the guard', () => {
  test('refuses copies from any job played so far, and the updater is told', async () => {
    const rollout: OptimizerContext['rollout'] = async (instance, _plan, iteration) => ({
      ...toyEpisode(instance, iteration),
      initialObservation: 'You see a door 1 and a door 2.',
    });
    const { run, requests } = setUp({
      script: editing([[add('Open door 2 first.')], [], [add('Open door 3.')], [add('Knock.')]]),
      context: { rollout, iterations: 2, answer: () => 'behind the curtain' },
    });
    const [first, second] = await run();
    expect(first?.plan.id).toBe(given.id);
    expect(first?.note).toBe('1 of 1 edits were refused: it names a numbered thing of one job ("door 2")');
    expect(second?.edits?.map(({ applied }) => applied)).toEqual([false, true]);
    expect(second?.plan.text).toBe('1. Knock.\n2. Look at the doors.\n3. Open a door.');
    for (const call of [1, 2, 3])
      expect(asked(requests('update-plan'), call)).toContain(
        '- add at the start: "Open door 2 first."; rejected: it names a numbered thing of one job ("door 2")',
      );
  });

  test('lets the updater try once more, for as many edits as are left, on the plan as it is by then', async () => {
    const { run, requests } = setUp({
      script: editing([
        [add('Knock.'), add('Open.', 's7')],
        [add('Open.'), add('Wait.'), add('Sing.'), add('Go.')],
      ]),
      options: { edits: 4 },
    });
    const [iteration] = await run();
    expect(requests('update-plan')).toHaveLength(2);
    expect(asked(requests('update-plan'), 1)).toContain('at most 3 edits');
    expect(asked(requests('update-plan'), 1)).toContain('- [s3] Knock. (helped 0, hurt 0, not followed 0)');
    expect(iteration?.plan.steps?.map(({ text }) => text).slice(0, 4)).toEqual([
      'Open.',
      'Wait.',
      'Sing.',
      'Knock.',
    ]);
    expect(iteration?.edits?.filter(({ applied }) => applied)).toHaveLength(4);
    expect(iteration?.edits?.at(-1)?.reason).toBe('an update may have 3 edits');
  });

  test('keeps what was applied where the second answer can not be had', async () => {
    let update = 0;
    const script: Script = ({ purpose }) => {
      if (purpose !== 'update-plan') return '{}';
      if (++update === 2) throw new ModelError('timeout', 'no answer', { retryable: true });
      return JSON.stringify({ edits: [add('Knock.'), { operation: 'remove', id: 's7' }] });
    };
    const { plan, edits } = await onlyIteration({ script });
    expect(plan.steps?.map(({ text }) => text)).toEqual(['Knock.', 'Look at the doors.', 'Open a door.']);
    expect(edits).toHaveLength(2);
  });

  test('refuses answers, which are shown to no model', async () => {
    const { run, model } = setUp({
      script: editing([[add('Look: a VELVET curtain!'), add('Look behind curtains.')]]),
      context: { answer: () => 'The velvet curtain' },
    });
    const [iteration] = await run();
    expect(iteration?.edits?.map(({ reason }) => reason)).toEqual([
      'it holds the answer to one job ("velvet curtain")',
      undefined,
    ]);
    const before = model.requests.slice(
      0,
      model.requests.findIndex(({ purpose }) => purpose === 'update-plan') + 1,
    );
    expect(before.length).toBeGreaterThan(3);
    expect(JSON.stringify(before)).not.toMatch(/velvet/i);
  });
});

describe('the gate', () => {
  test('is on by default, and what it rejects is remembered with the difference', async () => {
    const { split } = scriptedValidation(({ text }) => (text.includes('bad') ? 0.25 : 1), 8);
    const toy = toyContext(editing([[add('Do bad things.'), add('Wait.')], [add('Knock.')]]), {
      initialPlan: given,
      iterations: 2,
      validation: split,
    });
    const [first, second] = await collect(createLedgerOptimizer().optimize(toy.context));
    expect(first?.verdict).toMatchObject({ accepted: false, difference: -0.75, n: 8 });
    expect(first?.plan).toMatchObject({ id: given.id, iteration: 1 });
    expect(first?.edits?.map(({ applied }) => applied)).toEqual([true, true]);
    expect(second?.plan.steps?.map(({ id }) => id)).toEqual(['s5', 's1', 's2']);
    expect(asked(toy.requests('update-plan'), 1)).toContain(
      '- add at the start: "Do bad things."; rejected: mean 0.25 with it and 1.00 without, on 8 validation ' +
        'instances; difference -0.75 (together with 1 other edit)',
    );
  });

  test('what is counted of steps stays when the update does not', async () => {
    const { split } = scriptedValidation(({ id }) => (id === given.id ? 1 : 0));
    const { plan } = await onlyIteration({
      script: editing([[add('Wait.')]], { helped: ['s1'] }),
      options: { acceptance: acceptNoWorse(4) },
      context: { validation: split },
    });
    expect(plan.steps?.map(({ id, helped }) => [id, helped])).toEqual([
      ['s1', 2],
      ['s2', 0],
    ]);
  });

  test('the memory holds the latest, each once', async () => {
    const updates = Array.from({ length: 20 }, (_, i) => [
      { operation: 'remove', id: `x${i}` },
      { operation: 'remove', id: 'again' },
    ]);
    const { run, requests } = setUp({ script: editing(updates), context: { iterations: 20 } });
    await run();
    const memory = asked(requests('update-plan'), 19).match(/^- remove .*; rejected: /gm) ?? [];
    expect(memory).toHaveLength(rememberedEdits);
    expect(memory.at(-1)).toContain('again');
    expect(memory.filter((line) => line.includes('again'))).toHaveLength(1);
    expect(memory[0]).toContain('x8');
  });

  test('each training begins with an empty memory and with the first id', async () => {
    const optimizer = createLedgerOptimizer({ acceptance: acceptAlways });
    const learn = async () => {
      const toy = toyContext(editing([[add('Door.'), { operation: 'remove', id: 'x' }]]), {
        initialPlan: given,
      });
      const [iteration] = await collect(optimizer.optimize(toy.context));
      return [asked(toy.requests('update-plan')), iteration?.plan.steps?.map(({ id }) => id)];
    };
    const first = await learn();
    expect(await learn()).toEqual(first);
    expect(first[1]).toEqual(['s3', 's1', 's2']);
  });
});
