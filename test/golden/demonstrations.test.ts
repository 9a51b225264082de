import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAdaplannerAgent, parseProgram } from '../../src/agents/index.js';
import { recordDemonstrations } from '../../src/config/index.js';
import type { Demonstration } from '../../src/core/demonstration.js';
import type { ChatRequest } from '../../src/core/model.js';
import type { TaskInstance } from '../../src/core/task.js';
import { findEnvironment } from '../../src/environments/index.js';
import { createScriptedModel } from '../../src/models/scripted-model.js';
import { emptyPlan } from '../../src/plans/index.js';
import { rollout } from '../../src/rollout/index.js';
import { formatDemonstrations, loadDemonstrations, loadSuite } from '../../src/suites/index.js';
import { systemClock } from '../../src/util/clock.js';

/** The demonstrations that ship with us, and how many there are of each task type. */
const files = [
  { folder: 'tasks/household', perType: 2, total: 12 },
  { folder: 'tasks/encyclopedia', perType: 6, total: 6 },
];
const shipped = await Promise.all(
  files.map(async ({ folder, ...counts }) => {
    const suite = loadSuite(folder);
    const definition = await findEnvironment(suite.environment);
    const world = definition.create({ instances: suite.instances });
    const file = `${folder}/demonstrations.yaml`;
    return { ...counts, file, suite, definition, world, ...loadDemonstrations(file) };
  }),
);

describe.each(shipped)('$file', ({ file, suite, definition, world, perType, total, ...recorded }) => {
  const { environment, demonstrations } = recorded;
  const instanceOf = ({ instanceId }: Demonstration): TaskInstance => {
    const instance = suite.instances.find(({ id }) => id === instanceId);
    if (instance === undefined) throw new Error(`no instance ${instanceId}`);
    return instance;
  };

  it('is what `planwright tasks demonstrate` makes of its suite', async () => {
    const again = formatDemonstrations(await recordDemonstrations(suite, { perType, seed: 1 }));
    expect(readFileSync(file, 'utf8'), `record it anew with --per-type ${perType} --seed 1`).toBe(again);
  });

  it('has demonstrations of each task type, on training instances only', () => {
    expect(environment).toBe(suite.environment);
    expect(demonstrations).toHaveLength(total);
    for (const taskType of definition.taskTypes) {
      expect(demonstrations.filter((one) => one.taskType === taskType)).toHaveLength(perType);
    }
    for (const one of demonstrations) {
      expect(instanceOf(one)).toMatchObject({ split: 'train', goal: one.goal, taskType: one.taskType });
    }
  });

  it.each(demonstrations)('$instanceId is won on the world, word for word', async (demonstration) => {
    const session = await world.start(instanceOf(demonstration));
    expect(session.initial.observation).toBe(demonstration.initialObservation);
    const { steps } = demonstration;
    for (const [index, { action, observation }] of steps.entries()) {
      const turn = await session.step(action);
      const isLast = index === steps.length - 1;
      expect([index, turn]).toEqual([index, { observation, reward: isLast ? 1 : 0, terminated: isLast }]);
    }
  });

  it('does not say everything in the same words', () => {
    const openings = demonstrations.map(({ steps }) => steps[0]?.thought ?? '');
    expect(new Set(openings).size).toBe(total);
    for (const taskType of definition.taskTypes) {
      const ofType = demonstrations.filter((one) => one.taskType === taskType);
      const begins = ofType.map(({ steps }) => steps[0]?.thought?.slice(0, 12));
      expect(new Set(begins).size).toBeGreaterThan(1);
    }
  });

  it.each(demonstrations)('the program of $instanceId wins it', async (demonstration) => {
    const instance = instanceOf(demonstration);
    const program = parseProgram(demonstration.program);
    const model = createScriptedModel(({ purpose, messages }) => {
      if (purpose === 'write-program')
        return JSON.stringify(program, (key, value) => (key === 'kind' ? undefined : value));
      if (purpose === 'check-program') return 'OK';
      if (purpose === 'ask') return answer(demonstration, messages);
      throw new Error(`asked to ${purpose}: ${messages.at(-1)?.content}`);
    });
    const episode = await rollout(
      {
        environment: world,
        agent: createAdaplannerAgent(),
        model,
        limits: { maxSteps: world.maxSteps },
        seed: 0,
        clock: systemClock,
        emit: () => {},
      },
      {
        episodeId: instance.id,
        phase: 'train',
        instance,
        plan: emptyPlan(environment, instance.taskType),
        seedScope: instance.id,
      },
    );
    expect(episode.outcome).toEqual({ kind: 'success' });
    const expected = demonstration.steps.map(({ action }) => action);
    // The second of two things is searched for from the start again.
    if (instance.taskType !== 'two') expect(episode.steps.map(({ action }) => action)).toEqual(expected);
  });
});

/** Answers a program's question as the demonstration goes on after what was observed last. */
function answer({ steps }: Demonstration, messages: ChatRequest['messages']): string {
  const latest = steps.findLastIndex(({ observation }) =>
    messages.at(-1)?.content.includes(observation.trim()),
  );
  const next = steps[latest + 1]?.action ?? '';
  return /^\w+\[(.*)\]$/.exec(next)?.[1] ?? next;
}
