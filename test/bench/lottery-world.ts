/**
 * A world that is a lottery: one draw wins or loses. The model draws with a chance that it reads from plan and instance,
 * by the seed of its call and by what it was sent, so that two plans have luck of their own.
 */
import type { Agent } from '../../src/core/agent.js';
import type { Environment, ImmediateSession } from '../../src/core/environment.js';
import { type ChatModel, noUsage } from '../../src/core/model.js';
import type { Plan } from '../../src/core/plan.js';
import type { TaskInstance } from '../../src/core/task.js';
import { createPlan } from '../../src/plans/index.js';
import type { EvaluationSetup } from '../../src/training/index.js';
import { createRandom } from '../../src/util/random.js';

const lotteryWorld: Environment<ImmediateSession> = {
  name: 'lottery',
  instancesAre: 'games',
  version: '1.0.0',
  maxSteps: 1,
  manual: () => ({
    introduction: 'Draw.',
    actions: [{ form: 'win', description: 'win' }],
    task: 'win the draw',
  }),
  start: () => ({
    initial: { observation: 'An urn.', reward: 0, terminated: false },
    admissibleActions: () => ['win', 'lose'],
    step: (action) => ({
      observation: action,
      reward: action === 'win' ? 1 : 0,
      terminated: true,
    }),
  }),
};

const drawer: Agent = {
  name: 'drawer',
  begin: ({ plan, goal }, model) => ({
    act: async () => {
      const messages = [{ role: 'user' as const, content: `${goal}\n${plan}` }];
      const { text } = await model.complete({ purpose: 'act', messages, sampling: {} });
      return { rawAction: text, action: text, formalizer: 'none' };
    },
  }),
  conversation: () => [],
};

/** The chance to win: the instance's own, and the share of what is left to 1 that the plan adds. */
export function chanceOf(goal: string, plan: string): number {
  const own = Number(/^chance (\S+)/.exec(goal)?.[1]);
  const [, kind = 'gap', value = '0'] = /^(gap|add) (\S+)/.exec(plan) ?? [];
  const chance = kind === 'gap' ? own + (1 - own) * Number(value) : own + Number(value);
  return Math.min(1, Math.max(0, chance));
}

/** Draws by what it is sent and by the seed of the call. */
export const drawingModel: ChatModel = {
  id: 'drawing',
  complete: async ({ messages, sampling }) => {
    const content = messages[0]?.content ?? '';
    const [goal = '', plan = ''] = content.split('\n');
    const won = createRandom('draw', sampling?.seed ?? 0, content).chance(chanceOf(goal, plan));
    return {
      text: won ? 'win' : 'lose',
      finishReason: 'stop',
      usage: { ...noUsage, calls: 1 },
      model: 'drawing',
    };
  },
};

/** Instances with the chances given. */
export function lotteryInstances(chances: readonly number[], split = 'held-out'): TaskInstance[] {
  return chances.map((chance, i) => ({
    id: `draw-${i}`,
    environment: 'lottery',
    taskType: 'draw',
    split,
    goal: `chance ${chance} in draw ${i}`,
    setup: {},
  }));
}

/** Chances of `n` instances, from hard to easy around a mean. */
export function spreadChances(n: number, mean: number, spread: number): number[] {
  return Array.from({ length: n }, (_, i) => mean + spread * ((2 * i + 1) / n - 1));
}

/** A plan that closes a share of the gap to 1, or adds to every chance; the name makes its text another one. */
export function lotteryPlan(name: string, value = 0, kind: 'gap' | 'add' = 'gap'): Plan {
  return createPlan({
    text: `${kind} ${value} ${name}`,
    iteration: 1,
    environment: 'lottery',
    taskType: 'draw',
  });
}

/** What an evaluation of the lottery needs. */
export function lotterySetup(seed: number, model: ChatModel = drawingModel): EvaluationSetup {
  return {
    taskType: 'draw',
    environment: lotteryWorld,
    agent: drawer,
    models: { optimize: model, evaluate: model },
    seed,
    concurrency: 8,
    limits: { maxSteps: 1 },
    clock: { now: () => 0, elapsed: () => 0, sleep: async () => {}, later: () => () => {} },
    emit: () => {},
  };
}
