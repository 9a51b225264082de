/** Who gets to see the right answers: reflection on training episodes, and nobody else. */
import { describe, expect, test } from 'vitest';
import { createAutoplanAgent } from '../../src/agents/index.js';
import type { Purpose } from '../../src/core/model.js';
import type { TaskSuite } from '../../src/core/task.js';
import { findEnvironment } from '../../src/environments/index.js';
import { type JudgeSettings, judgePrompts } from '../../src/evaluation/index.js';
import { createAutoplanOptimizer } from '../../src/optimizers/index.js';
import { emptyPlan } from '../../src/plans/index.js';
import { loadSuite, selectInstances } from '../../src/suites/index.js';
import { createScriptedModel, type Script } from '../../src/testing.js';
import { trainPlan } from '../../src/training/index.js';
import { createFakeClock } from '../models/fake-clock.js';

const reflections: readonly Purpose[] = ['summarize', 'identify-flaws', 'revise-plan'];

/** Knows nothing: one step, then a wrong answer. */
const guesser: Script = ({ purpose, messages }) => {
  if (purpose === 'update-plan') return '1. Search first.';
  if (purpose === 'judge') return 'No.';
  if (purpose !== 'act') return `${purpose}.`;
  return messages.length < 6 ? 'search[Nothing]' : 'finish[I do not know]';
};

/** The same questions with answers that stand nowhere else: whoever has one was told. */
function withSecretAnswers(suite: TaskSuite): TaskSuite {
  const instances = suite.instances.map((instance, i) => ({
    ...instance,
    setup: { ...instance.setup, answer: `Qzx${i}wvu` },
  }));
  return { ...suite, instances };
}

async function trainOnQuestions(options = {}, judge?: JudgeSettings, change = (suite: TaskSuite) => suite) {
  const suite = change(loadSuite('tasks/encyclopedia'));
  const world = await findEnvironment('hotpotqa');
  const environment = world.create({ options, instances: suite.instances });
  const pick = (split: string, limit: number) =>
    selectInstances(suite, { taskType: 'qa', split, limit, seed: 0 });
  const [trainInstances, heldOutInstances] = [pick('train', 8), pick('held-out', 6)];
  const optimize = createScriptedModel(guesser, 'optimizing');
  const evaluate = createScriptedModel(guesser, 'evaluating');
  const result = await trainPlan({
    taskType: 'qa',
    environment,
    agent: createAutoplanAgent(),
    optimizer: createAutoplanOptimizer(),
    trainInstances,
    heldOutInstances,
    initialPlan: emptyPlan('hotpotqa', 'qa'),
    models: { optimize, evaluate },
    seed: 0,
    batchSize: 4,
    iterations: 2,
    concurrency: 4,
    limits: { maxSteps: 4 },
    ...(judge && { judge }),
    clock: createFakeClock(),
    emit: () => {},
    onPlan: () => {},
  });
  const lessonOf = (instance: (typeof trainInstances)[number]) => environment.lesson?.(instance) ?? '';
  return {
    result,
    requests: [...optimize.requests, ...evaluate.requests].map(({ purpose, callId = '', messages }) => ({
      purpose,
      callId,
      text: messages.map(({ content }) => content).join('\n'),
    })),
    train: new Map(trainInstances.map((instance) => [instance.id, lessonOf(instance)])),
    heldOut: heldOutInstances.map(lessonOf),
    answers: heldOutInstances.map(({ setup }) => String(setup.answer)),
  };
}

describe.each([{}, { behaviour: 'autoplan' }, { backend: 'corpus' }])('with %j', (options) => {
  test('the lesson of a question stands in the reflection on it, and in no other request', async () => {
    const { requests, train, result } = await trainOnQuestions(options);
    expect(result.iterations).toHaveLength(2);
    expect(result.heldOut.meanScores).toMatchObject({ em: 0 });
    let told = 0;
    for (const { purpose, callId, text } of requests) {
      const shown = [...train].filter(([, lesson]) => text.includes(lesson)).map(([id]) => id);
      const reflected = reflections.includes(purpose)
        ? /^[^/]+\/train\/\d+\/([^/]+)\/reflect/.exec(callId)?.[1]
        : '';
      expect(shown, callId).toEqual(reflected ? [reflected] : []);
      told += shown.length;
      // Not another wording of it either.
      if (!reflected) expect(text, callId).not.toContain('The right answer');
    }
    // Four episodes with two turns each under no plan, four with three under a plan.
    expect(told).toBe(4 * 2 + 4 * 3);
  });

  test('nobody is told the lesson of a held-out question', async () => {
    const { requests, heldOut } = await trainOnQuestions(options);
    expect(heldOut).toHaveLength(6);
    expect(requests.some(({ callId }) => callId.startsWith('held-out/'))).toBe(true);
    expect(requests.some(({ callId }) => callId.startsWith('baseline/'))).toBe(true);
    for (const lesson of heldOut) {
      expect(lesson).toMatch(/^The right answer is "/);
      expect(requests.filter(({ text }) => text.includes(lesson))).toEqual([]);
    }
  });
});

describe('the right answers', () => {
  const secret = /Qzx\d+wvu/g;
  const judge = { votes: 3, prompt: judgePrompts.judge };

  test.each([{}, { behaviour: 'autoplan' }, { backend: 'corpus' }])(
    'reach reflection and the judge, and nobody else, with %j',
    async (options) => {
      const { requests, answers, result } = await trainOnQuestions(options, judge, withSecretAnswers);
      for (const { purpose, callId, text } of requests) {
        const told = [...new Set(text.match(secret))];
        const most = [...reflections, 'judge'].includes(purpose) ? 1 : 0;
        expect(told, callId).toHaveLength(most);
      }
      // Reflection is told of no held-out question, the judge of those alone.
      const heard = (purposes: readonly string[]) =>
        new Set(
          requests.flatMap(({ purpose, text }) =>
            purposes.includes(purpose) ? (text.match(secret) ?? []) : [],
          ),
        );
      expect([...heard(reflections)].filter((answer) => answers.includes(answer))).toEqual([]);
      expect([...heard(['judge'])].sort()).toEqual(answers.toSorted());
      expect(result.heldOut.results.map(({ answer, expected }) => [answer, expected])).toEqual(
        answers.map((expected) => ['I do not know', expected]),
      );
    },
  );

  test('stand in no episode, and in no plan', async () => {
    const { result } = await trainOnQuestions({}, judge, withSecretAnswers);
    const { heldOut: _heldOut, baseline: _baseline, ...learned } = result;
    const played = learned.iterations.map(({ episodes, plan }) => ({ episodes, plan }));
    expect(JSON.stringify([played, learned.plan])).not.toMatch(secret);
  });
});

test('a world of households has none', async () => {
  const { lesson, answers } = (await findEnvironment('alfworld')).create();
  expect([lesson, answers]).toEqual([undefined, undefined]);
});
