import { agentPrompts, createAutoplanAgent } from '../../../src/agents/index.js';
import type { Environment } from '../../../src/core/environment.js';
import type { RunEvent } from '../../../src/core/event.js';
import type { ChatModel, Sampling } from '../../../src/core/model.js';
import type { Optimizer } from '../../../src/core/optimizer.js';
import { overridePrompt, type PromptTemplate } from '../../../src/core/prompt.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { createRoute } from '../../../src/models/index.js';
import {
  createSimulatedModel,
  type SimulatedProfile,
  simulatedProfiles,
} from '../../../src/models/simulated/index.js';
import {
  createAutoplanOptimizer,
  createLedgerOptimizer,
  ledgerPrompts,
  optimizerPrompts,
} from '../../../src/optimizers/index.js';
import { emptyPlan } from '../../../src/plans/index.js';
import { loadSuite, selectInstances } from '../../../src/suites/index.js';
import { type TrainingResult, trainPlan } from '../../../src/training/index.js';
import { systemClock } from '../../../src/util/clock.js';

const suite = loadSuite('tasks/household');

export const strong = simulatedProfiles.strong as SimulatedProfile;
export const weak = simulatedProfiles.weak as SimulatedProfile;

export interface Trial {
  readonly taskType?: string;
  readonly seed: number;
  readonly profile?: SimulatedProfile;
  readonly environment?: Environment;
  readonly batchSize?: number;
  readonly iterations?: number;
  readonly reflection?: 'full' | 'summary';
  readonly optimizer?: 'autoplan' | 'ledger';
  /** Held-out games played. */
  readonly heldOut?: number;
  /** Wordings that stand in for ours, by stage. */
  readonly prompts?: Readonly<Record<string, string>>;
  readonly emit?: (event: RunEvent) => void;
}

/** Trains with a simulated model in process, on our own games. */
export async function trainSimulated(trial: Trial): Promise<TrainingResult> {
  const { taskType = 'heat', seed, heldOut = 12, prompts = {}, emit = () => {} } = trial;
  const model = createSimulatedModel({ name: 'simulated-test', profile: trial.profile ?? strong });
  const sampling = { temperature: 1, topP: 0.9 };
  const environment = trial.environment ?? createAlfworld();
  const solvable = suite.instances.filter((instance) => environment.isSolvable?.(instance) ?? true);
  const games = { ...suite, instances: solvable };
  return trainPlan({
    taskType,
    environment,
    agent: createAutoplanAgent({ prompts: reword(agentPrompts, prompts) }),
    optimizer: createOptimizer(trial, prompts),
    validationInstances: selectInstances(games, { taskType, split: 'validation' }),
    trainInstances: selectInstances(games, { taskType, split: 'train' }),
    heldOutInstances: selectInstances(games, { taskType, split: 'held-out', limit: heldOut, seed: 0 }),
    initialPlan: emptyPlan('alfworld', taskType),
    models: { optimize: routeAll(model, sampling), evaluate: routeAll(model, { temperature: 0 }) },
    seed,
    batchSize: trial.batchSize ?? 4,
    iterations: trial.iterations ?? 2,
    concurrency: 4,
    limits: { maxSteps: 35 },
    clock: systemClock,
    emit,
    onPlan: () => {},
  });
}

function createOptimizer(
  { optimizer = 'autoplan', reflection = 'full' }: Trial,
  prompts: Readonly<Record<string, string>>,
): Optimizer {
  return optimizer === 'ledger'
    ? createLedgerOptimizer({ reflection, prompts: reword(ledgerPrompts, prompts) })
    : createAutoplanOptimizer({ reflection, prompts: reword(optimizerPrompts, prompts) });
}

function routeAll(model: ChatModel, agent: Sampling): ChatModel {
  const nucleus = { temperature: 1, topP: 0.9 };
  return createRoute({
    agent: { model, sampling: agent },
    formalizer: { model, sampling: { temperature: 0 } },
    reflection: { model, sampling: nucleus },
    update: { model, sampling: nucleus },
    judge: { model, sampling: nucleus },
  });
}

function reword<Prompts extends Readonly<Record<string, PromptTemplate>>>(
  prompts: Prompts,
  wordings: Readonly<Record<string, string>>,
): Prompts {
  const entries = Object.entries(prompts).map(([stage, template]) => {
    const wording = wordings[stage];
    return [stage, wording === undefined ? template : overridePrompt(template, wording, stage)];
  });
  return Object.fromEntries(entries) as Prompts;
}

/** Mean success on held-out games over seeds, after and before training. */
export async function meanSuccess(
  seeds: number,
  trial: Omit<Trial, 'seed'>,
): Promise<{ after: number; before: number; plans: string[] }> {
  let after = 0;
  let before = 0;
  const plans: string[] = [];
  for (let seed = 0; seed < seeds; seed++) {
    const result = await trainSimulated({ ...trial, seed });
    after += (result.heldOut.rate ?? 0) / seeds;
    before += (result.baseline.rate ?? 0) / seeds;
    plans.push(result.plan.text);
  }
  return { after, before, plans };
}

/** Whether a plan tells its reader to bring an effect about with this appliance. */
export function tellsTo(plan: string, effect: string, appliance: string): boolean {
  return new RegExp(`\\b${effect} \\{object\\} with (?:the )?${appliance}\\b`).test(plan);
}
