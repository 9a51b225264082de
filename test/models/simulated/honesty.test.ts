/**
 * How we know that the simulated model is honest: it knows what the transcript says and nothing else, it learns
 * what is so in the world it is in, and no number of its profile works backwards.
 */
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../src/core/environment.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { otherWording } from './other-wording.js';
import { meanSuccess, strong, tellsTo, trainSimulated } from './train-simulated.js';

describe('counterfactual worlds', () => {
  const cases = [
    ['heat', {}, 'microwave'],
    ['heat', { heat: ['toaster'] }, 'toaster'],
    ['heat', { heat: ['coffeemachine'] }, 'coffeemachine'],
    ['heat', { heat: ['sinkbasin'] }, 'sinkbasin'],
    ['cool', {}, 'fridge'],
    ['cool', { cool: ['stoveburner'] }, 'stoveburner'],
    ['clean', { clean: ['stoveburner'] }, 'stoveburner'],
  ] as const;
  it.each(cases)('%s under %j: the plan names the %s and works', async (taskType, rules, appliance) => {
    const environment = createAlfworld({ rules });
    for (const seed of [0, 1]) {
      const result = await trainSimulated({ taskType, seed, environment, iterations: 3 });
      expect(tellsTo(result.plan.text, taskType, appliance), result.plan.text).toBe(true);
      expect(result.heldOut.rate).toBeGreaterThanOrEqual(0.8);
    }
  });
});

describe('knowledge', () => {
  it('never tells what the deleted sentence said', async () => {
    const fact = /You cool the \w+ \d+ using the stoveburner \d+\.|stoveburner \d+: cool|with a stoveburner/g;
    const environment = withoutSentences(createAlfworld({ rules: { cool: ['stoveburner'] } }), fact);
    for (const seed of [0, 1, 2, 3]) {
      const said: string[] = [];
      const result = await trainSimulated({
        taskType: 'cool',
        seed,
        environment,
        iterations: 3,
        emit: (event) => {
          if (event.type === 'reflection-end') said.push(event.reflection.flaws, event.reflection.revision);
        },
      });
      expect(tellsTo(result.plan.text, 'cool', 'stoveburner'), result.plan.text).toBe(false);
      for (const text of said) expect(text).not.toMatch(/work\w* for cooling is the stoveburner/);
    }
  });
});

/** The same world with sentences cut out of what it says. */
function withoutSentences(environment: Environment, sentences: RegExp): Environment {
  return {
    ...environment,
    start: async (instance) => {
      const session = await environment.start(instance);
      return {
        ...session,
        step: async (action) => {
          const turn = await session.step(action);
          return { ...turn, observation: turn.observation.replace(sentences, '') };
        },
      };
    },
  };
}

describe('dose and response', () => {
  it('learns nothing without insight', async () => {
    const none = await meanSuccess(6, { profile: { ...strong, insight: 0 } });
    expect(none.after).toBeLessThanOrEqual(none.before + 0.05);
  });

  it('gains from insight, faithfulness and larger batches, on average over seeds', async () => {
    const learn = async (trial: Parameters<typeof meanSuccess>[1]) =>
      (await meanSuccess(5, { heldOut: 8, ...trial })).after;
    const tolerance = 0.06;
    const rising = (values: readonly number[]) => {
      for (const [i, value] of values.entries()) {
        expect(value, values.join(' ')).toBeGreaterThanOrEqual((values[i - 1] ?? 0) - tolerance);
      }
      expect(values.at(-1), values.join(' ')).toBeGreaterThan(values[0] ?? 1);
    };
    const insight = [];
    for (const dose of [0, 0.4, 1]) insight.push(await learn({ profile: { ...strong, insight: dose } }));
    rising(insight);
    const faithfulness = [];
    for (const dose of [0, 0.4, 1])
      faithfulness.push(await learn({ profile: { ...strong, faithfulness: dose } }));
    rising(faithfulness);
    const batch = [];
    for (const batchSize of [1, 2, 4, 8]) batch.push(await learn({ batchSize, iterations: 1 }));
    rising(batch);
  });

  it('learns more slowly when nothing says why an action failed', async () => {
    const plain = await meanSuccess(6, {
      heldOut: 8,
      environment: createAlfworld({ feedback: 'plain' }),
      batchSize: 2,
      iterations: 1,
    });
    const augmented = await meanSuccess(6, { heldOut: 8, batchSize: 2, iterations: 1 });
    expect(plain.after).toBeLessThan(augmented.after);
    const more = await meanSuccess(6, {
      heldOut: 8,
      environment: createAlfworld({ feedback: 'plain' }),
      batchSize: 8,
      iterations: 2,
    });
    expect(more.after).toBeGreaterThan(plain.after);
  });
});

describe('rewording', () => {
  it('reads other prompts of the same meaning as well as ours', async () => {
    const ours = await meanSuccess(6, {});
    const others = await meanSuccess(6, { prompts: otherWording });
    expect(
      Math.abs(others.after - ours.after),
      `${others.after} ${ours.after}\n${others.plans[0]}`,
    ).toBeLessThanOrEqual(0.1);
    expect(others.after).toBeGreaterThan(others.before + 0.2);
    expect(others.plans.filter((plan) => tellsTo(plan, 'heat', 'microwave')).length).toBeGreaterThanOrEqual(
      5,
    );
  });
});
