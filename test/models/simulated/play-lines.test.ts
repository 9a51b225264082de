/** What examples, plans and earlier tries are worth in play: more of them is better, false ones are worse. */
import { describe, expect, it } from 'vitest';
import {
  createAutoplanAgent,
  createReactAgent,
  createReflexionAgent,
  reactPrompts,
} from '../../../src/agents/index.js';
import type { Agent } from '../../../src/core/agent.js';
import type { Demonstration } from '../../../src/core/demonstration.js';
import type { Episode } from '../../../src/core/episode.js';
import { overridePrompt } from '../../../src/core/prompt.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { findEnvironment } from '../../../src/environments/index.js';
import { createRoute } from '../../../src/models/index.js';
import { createSimulatedModel, type SimulatedProfile } from '../../../src/models/simulated/index.js';
import { createPlan } from '../../../src/plans/index.js';
import { rolloutTrials } from '../../../src/rollout/index.js';
import { loadDemonstrations, loadSuite, selectInstances } from '../../../src/suites/index.js';
import { systemClock } from '../../../src/util/clock.js';
import { strong } from './train-simulated.js';

interface Play {
  readonly taskType: string;
  readonly suite?: 'household' | 'encyclopedia';
  readonly plan?: string;
  readonly profile?: SimulatedProfile;
  readonly games?: number;
}

const { demonstrations } = loadDemonstrations('tasks/household/demonstrations.yaml');

/** The last tries at held-out games, and how many of them won. */
async function play(agent: Agent, setting: Play): Promise<{ rate: number; episodes: readonly Episode[] }> {
  const { taskType, suite = 'household', plan = '', profile = strong, games = 14 } = setting;
  const own = suite === 'household';
  const environment = own ? createAlfworld() : (await findEnvironment('hotpotqa')).create({});
  const simulated = createSimulatedModel({ name: 'simulated-test', profile });
  const greedy = { model: simulated, sampling: { temperature: 0 } };
  const model = createRoute({
    agent: greedy,
    formalizer: greedy,
    reflection: greedy,
    update: greedy,
    judge: greedy,
  });
  const limits = { maxSteps: own ? 35 : 10 };
  const settings = { environment, agent, model, limits, seed: 0, clock: systemClock, emit: () => {} };
  const episodes: Episode[] = [];
  const filter = { taskType, split: 'held-out', limit: games, seed: 0 };
  for (const instance of selectInstances(loadSuite(`tasks/${suite}`), filter)) {
    const tries = await rolloutTrials(settings, {
      episodeId: instance.id,
      seedScope: instance.id,
      phase: 'held-out',
      instance,
      plan: createPlan({ environment: environment.name, taskType, text: plan, iteration: 0 }),
    });
    episodes.push(...tries.slice(-1));
  }
  const won = episodes.filter(({ outcome }) => outcome.kind === 'success').length;
  return { rate: won / episodes.length, episodes };
}

const rateOf = async (agent: Agent, setting: Play) => (await play(agent, setting)).rate;
const shown = (shots: number, some: readonly Demonstration[] = demonstrations) =>
  createReactAgent({ shots, demonstrations: some });

describe('in play', () => {
  it('is without examples about as good as under another agent without a plan', async () => {
    const setting = { taskType: 'cool', games: 20 };
    const difference = (await rateOf(shown(0), setting)) - (await rateOf(createAutoplanAgent(), setting));
    expect(Math.abs(difference)).toBeLessThanOrEqual(0.2);
  });

  it('gains from examples, a plan, and more tries, where common sense misleads', async () => {
    const plan = [
      '1. Look for the object. When a place is closed, open it before you go on.',
      '2. Take it. Only one can be carried at a time.',
      '3. Heat it with the microwave or cool it with the fridge, while you still carry it.',
      '4. Put it where the job says.',
    ].join('\n');
    const mean = async (agent: Agent, setting: Partial<Play> = {}) => {
      const rates = [];
      for (const taskType of ['heat', 'cool', 'two'])
        rates.push(await rateOf(agent, { taskType, ...setting }));
      return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    };
    const bare = await mean(shown(0));
    expect(await mean(shown(2))).toBeGreaterThanOrEqual(bare + 0.25);
    expect(await mean(shown(0), { plan })).toBeGreaterThanOrEqual(bare + 0.2);
    expect(await mean(createReflexionAgent())).toBeGreaterThanOrEqual(bare + 0.25);
  });

  it('gains nothing from examples without insight', async () => {
    const setting = { taskType: 'heat', profile: { ...strong, insight: 0, slip: 0, wordiness: 0 } };
    expect(await rateOf(shown(2), setting)).toBeLessThanOrEqual((await rateOf(shown(0), setting)) + 0.1);
  });

  it('is misled by examples of another world', async () => {
    const text = JSON.stringify(demonstrations.filter((one) => one.taskType === 'heat'));
    const falseOnes = JSON.parse(text.replaceAll('microwave', 'toaster')) as Demonstration[];
    const misled = await play(shown(2, falseOnes), { taskType: 'heat' });
    const taught = await play(shown(2), { taskType: 'heat' });
    const toasted = (episodes: readonly Episode[]) =>
      episodes.flatMap(({ steps }) => steps.filter(({ action }) => /^heat .* toaster/.test(action))).length;
    expect(misled.rate).toBeLessThan(taught.rate);
    expect(toasted(misled.episodes)).toBeGreaterThan(10);
    expect(toasted(taught.episodes)).toBeLessThan(3);
  });

  it('reads other words for the same rules', async () => {
    const wording =
      'A text game.\n\nCommands:\n{{actions}}\n\nAnswer with a single line: a command, or `think: ...` to reason.\n\n{{introduction}}\n\n{{plan}}\n\n{{examples}}';
    const prompts = {
      ...reactPrompts,
      reactRules: overridePrompt(reactPrompts.reactRules, wording, 'reactRules'),
    };
    const other = createReactAgent({ shots: 2, demonstrations, prompts });
    const difference =
      (await rateOf(other, { taskType: 'heat' })) - (await rateOf(shown(2), { taskType: 'heat' }));
    expect(Math.abs(difference)).toBeLessThanOrEqual(0.15);
  });

  it('answers questions better after examples, and after more tries', async () => {
    const setting = { taskType: 'qa', suite: 'encyclopedia', games: 30 } as const;
    const answers = loadDemonstrations('tasks/encyclopedia/demonstrations.yaml').demonstrations;
    const bare = await rateOf(shown(0), setting);
    const six = await rateOf(shown(6, answers), setting);
    expect(six).toBeGreaterThanOrEqual(bare + 0.2);
    expect(await rateOf(createReflexionAgent(), setting)).toBeGreaterThanOrEqual(bare + 0.2);
    const both = await rateOf(createReflexionAgent({ shots: 6, demonstrations: answers }), setting);
    expect(both).toBeGreaterThanOrEqual(six);
  });
});
