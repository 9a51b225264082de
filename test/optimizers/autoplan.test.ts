import { describe, expect, test } from 'vitest';
import type { Episode, Outcome } from '../../src/core/episode.js';
import { BudgetError, ModelError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { type ChatModel, type ChatRequest, noSpend } from '../../src/core/model.js';
import type { Iteration, OptimizerContext } from '../../src/core/optimizer.js';
import { overridePrompt } from '../../src/core/prompt.js';
import type { TaskInstance } from '../../src/core/task.js';
import {
  type AutoplanOptions,
  createAutoplanOptimizer,
  optimizerPrompts,
} from '../../src/optimizers/index.js';
import { createPlan, emptyPlan } from '../../src/plans/index.js';
import { createScriptedModel, type Script, type ScriptedReply } from '../../src/testing.js';
import { collect } from '../collect.js';
import { createGate, rejection, settle } from '../models/requests.js';
import { showRequests } from '../show-requests.js';
import { toyInstance, toyWorld } from '../toy-world.js';

const somePlan = createPlan({ text: '1. Open a door.', iteration: 0, environment: 'toy', taskType: 'seek' });

function episodeOf(instance: TaskInstance, outcome: Outcome = { kind: 'failure' }): Episode {
  const { id, taskType, goal } = instance;
  return {
    id: `train/0/${id}`,
    instanceId: id,
    taskType,
    goal,
    agent: 'test',
    environment: 'toy@1.0.0',
    planId: '',
    trial: 0,
    seed: 0,
    initialObservation: 'You see 3 doors.',
    steps: [{ rawAction: 'leave', action: 'leave', formalizer: 'grammar', observation: 'You leave.' }],
    outcome,
    reward: outcome.kind === 'success' ? 1 : 0,
    spend: noSpend,
  };
}

/** Says what its purpose is, with the episode that it is asked about. */
const usual: Script = (request) => {
  const { purpose } = request;
  if (purpose === 'update-plan') return '1. Open every door.\n2. Leave.';
  return `${purpose} of ${/the log of ([\w-]+)/.exec(request.messages[1]?.content ?? '')?.[1]}`;
};

interface SetUp {
  readonly script?: Script;
  readonly options?: Partial<AutoplanOptions>;
  readonly context?: Partial<OptimizerContext>;
}

function setUp({ script = usual, options, context: change }: SetUp = {}) {
  const model = createScriptedModel(script);
  const scopes: string[] = [];
  const events: RunEvent[] = [];
  const context: OptimizerContext = {
    taskType: 'seek',
    instances: ['b', 'a', 'd', 'c'].map((id) => toyInstance(id)),
    initialPlan: somePlan,
    seed: 0,
    batchSize: 4,
    iterations: 1,
    manual: toyWorld.manual(toyInstance()),
    rollout: async (instance) => episodeOf(instance),
    conversation: ({ instanceId }, plan) => [
      { role: 'system', content: `plan: ${plan.text}` },
      { role: 'user', content: `the log of ${instanceId}` },
    ],
    model: (scope): ChatModel => {
      scopes.push(scope);
      return model;
    },
    emit: (event) => events.push(event),
    ...change,
  };
  const run = () => collect(createAutoplanOptimizer(options).optimize(context));
  return {
    run,
    model,
    scopes,
    events,
    of: (...purposes: readonly string[]) =>
      model.requests.filter(({ purpose }) => purposes.includes(purpose)),
  };
}

async function onlyIteration(options: SetUp): Promise<Iteration> {
  const [iteration] = await setUp(options).run();
  if (!iteration) throw new Error('there was no iteration');
  return iteration;
}

describe('one iteration', () => {
  test('plays a batch, reflects on each episode, and rewrites the plan', async () => {
    const { run, events, scopes } = setUp();
    const [iteration] = await run();
    expect(iteration?.episodes.map(({ instanceId }) => instanceId)).toEqual(['a', 'b', 'c', 'd']);
    expect(iteration?.reflections[1]).toEqual({
      episodeId: 'train/0/b',
      instanceId: 'b',
      summary: 'summarize of b',
      flaws: 'identify-flaws of b',
      revision: 'revise-plan of b',
    });
    expect(iteration?.plan).toEqual(
      createPlan({
        text: '1. Open every door.\n2. Leave.',
        iteration: 1,
        environment: 'toy',
        taskType: 'seek',
        parentId: somePlan.id,
      }),
    );
    expect(iteration?.note).toBeUndefined();
    expect(events.map(({ type }) => type)).toEqual([
      'iteration-start',
      ...Array(4).fill('reflection-end'),
      'iteration-end',
    ]);
    expect(events[0]).toMatchObject({ instanceIds: ['a', 'b', 'c', 'd'], iteration: 0, taskType: 'seek' });
    expect(events.at(-1)).toMatchObject({ successes: 0, episodes: 4, errors: 0 });
    expect(scopes.toSorted()).toEqual([
      ...['a', 'b', 'c', 'd'].map((id) => `train/0/${id}/reflect`),
      'train/0/update',
    ]);
  });

  test('asks in these words', async () => {
    const outcomes: Outcome[] = [{ kind: 'success' }, { kind: 'truncated', by: 'steps' }];
    const { run, model } = setUp({
      context: {
        batchSize: 2,
        instances: [toyInstance('a'), toyInstance('b')],
        rollout: async (instance) => episodeOf(instance, outcomes[instance.id === 'a' ? 0 : 1]),
      },
    });
    await run();
    const order = ['summarize', 'identify-flaws', 'revise-plan', 'update-plan'];
    const requests = model.requests.toSorted((x, y) => order.indexOf(x.purpose) - order.indexOf(y.purpose));
    await expect(showRequests(requests)).toMatchFileSnapshot('__snapshots__/requests-full.txt');
  });

  test('continues the conversation: all but its last message stays, flaws are answered before the revision', async () => {
    const { run, of } = setUp({ context: { instances: [toyInstance('a')], batchSize: 1 } });
    await run();
    const [summary, flaws, revision] = of('summarize', 'identify-flaws', 'revise-plan').map(
      ({ messages }) => messages,
    );
    expect(summary?.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(summary?.[1]?.content).toMatch(
      /^the log of a\n\nThe job is over: it failed after 1 actions\.\n\nSummarize/,
    );
    expect(revision?.slice(0, 2)).toEqual(flaws);
    expect(revision?.[2]).toEqual({ role: 'assistant', content: 'identify-flaws of a' });
    expect(revision?.[3]?.role).toBe('user');
  });

  test('tells the lesson of an episode in the reflection on it, where there is one', async () => {
    const lesson = (id: string) => `The prize of ${id} was behind door 2.`;
    const { run, of } = setUp({ context: { lesson, instances: [toyInstance('a')], batchSize: 1 } });
    await run();
    for (const { messages } of of('summarize', 'identify-flaws', 'revise-plan'))
      expect(messages[1]?.content).toContain(
        'The job is over: it failed after 1 actions.\nThe prize of a was behind door 2.\n\n',
      );
    expect(of('update-plan')[0]?.messages[0]?.content).not.toContain('behind door 2');
  });

  test('asks for no revision while the plan is empty, and says that there is none', async () => {
    const { run, of } = setUp({ context: { initialPlan: emptyPlan('toy', 'seek') } });
    const [iteration] = await run();
    expect(of('revise-plan')).toEqual([]);
    expect(iteration?.reflections.every(({ flaws, revision }) => flaws !== '' && revision === '')).toBe(true);
    const update = of('update-plan')[0]?.messages[0]?.content ?? '';
    expect(update).toContain('(There is no plan yet.)');
    expect(update.match(/Suggested revision:\nN\/A/g)).toHaveLength(4);
  });

  test('with summaries alone asks for nothing else', async () => {
    const { run, model, of } = setUp({ options: { reflection: 'summary' } });
    const [iteration] = await run();
    expect([...new Set(model.requests.map(({ purpose }) => purpose))].sort()).toEqual([
      'summarize',
      'update-plan',
    ]);
    expect(iteration?.reflections[0]).toMatchObject({ summary: 'summarize of a', flaws: '', revision: '' });
    expect(of('update-plan')[0]?.messages[0]?.content.match(/:\nN\/A/g)).toHaveLength(8);
  });

  test('uses the token limits and prompts of its settings', async () => {
    const prompts = {
      ...optimizerPrompts,
      job: overridePrompt(optimizerPrompts.job, '[{{number}} {{goal}}]', 'job.txt'),
    };
    const { run, of } = setUp({ options: { reflectionTokens: 11, planTokens: 22, prompts } });
    await run();
    expect(of('summarize')[0]?.sampling).toEqual({ maxTokens: 11 });
    expect(of('update-plan')[0]?.sampling).toEqual({ maxTokens: 22 });
    expect(of('update-plan')[0]?.messages[0]?.content).toContain(
      '[1 find the prize of a.]\n\n[2 find the prize of b.]',
    );
  });
});

describe('order', () => {
  test('reflection starts when its episode ends, not when the batch does', async () => {
    const gate = createGate();
    const { run, of } = setUp({
      context: {
        rollout: async (instance) => {
          if (instance.id === 'a') await gate.opened;
          return episodeOf(instance);
        },
      },
    });
    const done = run();
    await settle();
    expect(of('summarize')).toHaveLength(3);
    expect(of('revise-plan')).toHaveLength(3);
    expect(of('update-plan')).toEqual([]);
    gate.open();
    await done;
    expect(of('summarize')).toHaveLength(4);
    expect(of('update-plan')).toHaveLength(1);
  });

  test('summary and flaws are asked for side by side, the revision after the flaws', async () => {
    const gate = createGate();
    const { run, of } = setUp({
      script: async (request, call) => {
        if (request.purpose === 'identify-flaws') await gate.opened;
        return (usual as (request: ChatRequest, call: number) => ScriptedReply)(request, call);
      },
    });
    const done = run();
    await settle();
    expect([of('summarize').length, of('identify-flaws').length, of('revise-plan').length]).toEqual([
      4, 4, 0,
    ]);
    gate.open();
    await done;
    expect(of('revise-plan')).toHaveLength(4);
  });

  test('of the jobs is that of the instance ids, whatever ends first', async () => {
    const gates = new Map(['a', 'b', 'c', 'd'].map((id) => [id, createGate()]));
    const { run, of } = setUp({
      context: {
        rollout: async (instance) => {
          await gates.get(instance.id)?.opened;
          return episodeOf(instance);
        },
      },
    });
    const done = run();
    for (const id of ['c', 'a', 'd', 'b']) {
      gates.get(id)?.open();
      await settle();
    }
    const [iteration] = await done;
    expect(of('summarize').map(({ messages }) => messages[1]?.content.slice(0, 12))).toEqual(
      ['c', 'a', 'd', 'b'].map((id) => `the log of ${id}`),
    );
    const jobs = [
      ...(of('update-plan')[0]?.messages[0]?.content ?? '').matchAll(/Job (\d): find the prize of (\w)/g),
    ];
    expect(jobs.map(([, number, id]) => `${number}${id}`)).toEqual(['1a', '2b', '3c', '4d']);
    expect(iteration?.reflections.map(({ instanceId }) => instanceId)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('of iterations: each plays under the plan of the one before', async () => {
    const played: string[] = [];
    let update = 0;
    const { run } = setUp({
      script: ({ purpose }) => (purpose === 'update-plan' ? `1. Plan ${++update}.` : 'ok'),
      context: {
        batchSize: 1,
        iterations: 3,
        rollout: async (instance, plan, iteration) => {
          played.push(`${iteration}: ${plan.text}`);
          return episodeOf(instance);
        },
      },
    });
    const iterations = await run();
    expect(played).toEqual(['0: 1. Open a door.', '1: 1. Plan 1.', '2: 1. Plan 2.']);
    expect(iterations.map(({ plan }) => [plan.iteration, plan.text])).toEqual([
      [1, '1. Plan 1.'],
      [2, '1. Plan 2.'],
      [3, '1. Plan 3.'],
    ]);
    expect(iterations[1]?.plan.parentId).toBe(iterations[0]?.plan.id);
  });
});

describe('errors', () => {
  const error: Outcome = { kind: 'error', code: 'model-timeout', message: 'too slow' };
  const failingOn = (ids: readonly string[]) => async (instance: TaskInstance) =>
    episodeOf(instance, ids.includes(instance.id) ? error : { kind: 'success' });
  const timeout = new ModelError('timeout', 'no answer in 60 s', { retryable: true });

  test('an episode that ended in one is kept, and left out of reflection and update', async () => {
    const { run, of, events } = setUp({ context: { rollout: failingOn(['b']) } });
    const [iteration] = await run();
    expect(iteration?.episodes).toHaveLength(4);
    expect(iteration?.reflections.map(({ instanceId }) => instanceId)).toEqual(['a', 'c', 'd']);
    expect(of('update-plan')[0]?.messages[0]?.content).not.toContain('prize of b');
    expect(events.at(-1)).toMatchObject({ successes: 3, episodes: 4, errors: 1 });
  });

  test('in all episodes: the plan stays, and no call is made', async () => {
    const { run, model } = setUp({ context: { rollout: failingOn(['a', 'b', 'c', 'd']) } });
    const [iteration] = await run();
    expect(iteration?.plan).toEqual({ ...somePlan, iteration: 1 });
    expect(iteration?.note).toBe('the plan stayed as it was: no episode could be learned from');
    expect(model.requests).toEqual([]);
  });

  test('in a reflection: that job is left out, and the iteration says so', async () => {
    const iteration = await onlyIteration({
      script: (request, call) => {
        if (request.purpose === 'identify-flaws' && request.messages[1]?.content.startsWith('the log of b'))
          throw timeout;
        return (usual as (request: ChatRequest, call: number) => ScriptedReply)(request, call);
      },
    });
    expect(iteration.reflections.map(({ instanceId }) => instanceId)).toEqual(['a', 'c', 'd']);
    expect(iteration.plan.text).toBe('1. Open every door.\n2. Leave.');
    expect(iteration.note).toBe('1 of 4 reflections failed: no answer in 60 s');
  });

  test('in the update: the plan stays, with a note', async () => {
    const iteration = await onlyIteration({
      script: ({ purpose }) => {
        if (purpose === 'update-plan') throw timeout;
        return 'ok';
      },
    });
    expect(iteration.plan).toEqual({ ...somePlan, iteration: 1 });
    expect(iteration.note).toBe('the plan stayed as it was: no answer in 60 s');
  });

  test.each([
    ['in a rollout', {}],
    ['in a reflection', { purpose: 'summarize' }],
    ['in the update', { purpose: 'update-plan' }],
  ])('that must stop the run pass through: %s', async (_name, { purpose }: { purpose?: string }) => {
    const stop = new BudgetError('used up');
    const { run } = setUp({
      script: (request) => {
        if (request.purpose === purpose) throw stop;
        return 'ok';
      },
      context: purpose === undefined ? { rollout: () => Promise.reject(stop) } : {},
    });
    expect(await rejection(run())).toBe(stop);
  });
});

describe('the new plan', () => {
  const updating = (reply: ScriptedReply, initialPlan = somePlan) =>
    onlyIteration({
      script: ({ purpose }) => (purpose === 'update-plan' ? reply : 'ok'),
      context: { initialPlan },
    });

  test.each([
    ['cut', { text: '1. Open ev', finishReason: 'length' } as const, 'the new one was cut at 1000 tokens'],
    ['empty', ' \n ', 'the new one was empty'],
    ['empty within its fence', '```\n\n```', 'the new one was empty'],
  ])('is not taken when it is %s', async (_name, reply, reason) => {
    const iteration = await updating(reply);
    expect(iteration.plan).toEqual({ ...somePlan, iteration: 1 });
    expect(iteration.note).toBe(`the plan stayed as it was: ${reason}`);
  });

  test.each([['```\n1. Go.\n```'], ['```markdown\n1. Go.\n```'], ['\n1. Go.  \n\n']])(
    'is taken out of its wrapping: %j',
    async (reply) => {
      expect((await updating(reply)).plan.text).toBe('1. Go.');
    },
  );

  test('that is the old one is no child of itself', async () => {
    const iteration = await updating('1. Open a door.\n');
    expect(iteration.plan).toEqual({ ...somePlan, iteration: 1 });
    expect(iteration.note).toBeUndefined();
  });
});
