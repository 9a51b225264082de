import { createAutoplanAgent } from '../agents/index.js';
import type { Agent } from '../core/agent.js';
import type { Environment } from '../core/environment.js';
import { UsageError } from '../core/errors.js';
import type { ChatModel, Sampling } from '../core/model.js';
import type { Optimizer } from '../core/optimizer.js';
import type { TaskInstance } from '../core/task.js';
import { createRoute } from '../models/index.js';
import { createAutoplanOptimizer } from '../optimizers/index.js';
import { emptyPlan } from '../plans/index.js';
import { systemClock } from '../util/clock.js';
import type { TrainingSetup } from './train-plan.js';

/** What a training from code has to say; all else of a `TrainingSetup` may be said, too. */
export interface TrainingOptions
  extends Partial<Omit<TrainingSetup, 'taskType' | 'environment' | 'agent' | 'optimizer'>> {
  readonly environment: Environment;
  readonly taskType: string;
  /** Of any task types and splits: those of the task type are trained on (`train`) and measured on (`held-out`). */
  readonly instances: readonly TaskInstance[];
  /** For every job, with the sampling of the paper; `models` has the last word. */
  readonly model: ChatModel;
  /** AutoPlan's agent unless given. */
  readonly agent?: Agent;
  /** AutoPlan's optimizer unless given. */
  readonly optimizer?: Optimizer;
}

/** Sampling as in section 4 of the paper: nucleus sampling to learn, greedy decoding to measure. */
const sampled: Sampling = { temperature: 1, topP: 0.9 };
const greedy: Sampling = { temperature: 0 };

/**
 * A training with what is usual filled in: batches of 4, 3 updates, seed 0, 8 episodes at a time, from the empty plan.
 * Nothing is written and nobody is told of what happens, unless `emit` or `onPlan` are given. Throws a UsageError where
 * there is nothing to train on or to measure on.
 */
export function createTraining({ instances, model, ...options }: TrainingOptions): TrainingSetup {
  const { environment, taskType } = options;
  const pick = (split: string) =>
    instances.filter((instance) => instance.taskType === taskType && instance.split === split);
  const setup: TrainingSetup = {
    agent: createAutoplanAgent(),
    optimizer: createAutoplanOptimizer(),
    trainInstances: pick('train'),
    heldOutInstances: pick('held-out'),
    initialPlan: emptyPlan(environment.name, taskType),
    models: { optimize: sample(model, sampled), evaluate: sample(model, greedy) },
    seed: 0,
    batchSize: 4,
    iterations: 3,
    concurrency: 8,
    limits: { maxSteps: environment.maxSteps },
    clock: systemClock,
    emit: () => {},
    onPlan: () => {},
    ...options,
  };
  refuseNone(setup.trainInstances, 'train', taskType);
  refuseNone(setup.heldOutInstances, 'held-out', taskType);
  return setup;
}

/** The agent is sampled as told, the formalizer never; reflections, updates and judgements always as in learning. */
function sample(model: ChatModel, sampling: Sampling): ChatModel {
  const thinking = { model, sampling: sampled };
  const acting = { model, sampling };
  return createRoute({
    agent: acting,
    formalizer: { model, sampling: greedy },
    reflection: thinking,
    update: thinking,
    judge: thinking,
  });
}

function refuseNone(instances: readonly TaskInstance[], split: string, taskType: string): void {
  if (instances.length > 0) return;
  throw new UsageError(
    `there are no instances of the task type ${taskType} in the split ${split}`,
    'give instances of both splits, train and held-out',
  );
}
