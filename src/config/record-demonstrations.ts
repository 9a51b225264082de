/** Records demonstrations: the world's expert plays, and what it thinks, does and sees is written down. */
import type { Agent } from '../core/agent.js';
import type { Demonstration } from '../core/demonstration.js';
import { UsageError } from '../core/errors.js';
import { describeOutcome } from '../core/event.js';
import type { ChatModel } from '../core/model.js';
import type { TaskInstance, TaskSuite } from '../core/task.js';
import { type EnvironmentDefinition, type ExpertScript, findEnvironment } from '../environments/index.js';
import { emptyPlan } from '../plans/index.js';
import { rollout } from '../rollout/index.js';
import { type DemonstrationSet, selectInstances } from '../suites/index.js';
import { systemClock } from '../util/clock.js';
import { createRandom } from '../util/random.js';

/** Which demonstrations are wanted. */
export interface RecordOptions {
  /** How many of each task type. */
  readonly perType: number;
  /** Seed of the draw among the training instances. */
  readonly seed: number;
}

/** An instance with what its expert does; `about` is what it is an example of. */
interface Candidate {
  readonly instance: TaskInstance;
  readonly about: string;
}

/**
 * Demonstrations of each task type of a suite, on training instances that the seed picks and that differ in what they
 * are about. They are played in the world's default settings. Throws a UsageError for a world without an expert, for
 * a suite without training instances, where too few make a demonstration, and for one that the expert does not win.
 */
export async function recordDemonstrations(
  suite: TaskSuite,
  { perType, seed }: RecordOptions,
): Promise<DemonstrationSet> {
  const definition = await findEnvironment(suite.environment);
  const { name, demonstrate, taskTypes } = definition;
  if (demonstrate === undefined) throw new UsageError(`the world '${name}' has no expert to demonstrate it`);
  const training = selectInstances(suite, { split: 'train' });
  const environment = definition.create({ instances: suite.instances });
  const timesShown = new Map<string, number>();
  const demonstrations: Demonstration[] = [];
  for (const taskType of taskTypes) {
    const instances = training.filter((instance) => instance.taskType === taskType);
    const shuffled = createRandom('demonstrations', taskType, seed).shuffle(instances);
    const candidates = listCandidates(shuffled, demonstrate);
    if (candidates.length < perType && instances.length > 0) {
      throw new UsageError(
        `suite "${suite.name}": ${perType} demonstrations of task type "${taskType}" are wanted, but only ` +
          `${candidates.length} of its ${instances.length} training instances make one`,
        'ask for fewer',
      );
    }
    for (const { instance } of choose(candidates, perType, timesShown)) {
      // Another wording for each, so that the examples do not all say the same.
      const script = demonstrate(instance, demonstrations.length);
      if (script !== null) demonstrations.push(await play(instance, script, environment));
    }
  }
  return { environment: name, demonstrations };
}

type Demonstrate = NonNullable<EnvironmentDefinition['demonstrate']>;

function listCandidates(instances: readonly TaskInstance[], demonstrate: Demonstrate): Candidate[] {
  return instances.flatMap((instance) => {
    const script = demonstrate(instance, 0);
    return script === null ? [] : [{ instance, about: script.about }];
  });
}

/** The first ones, but those first that are about what was shown least often; all where there are no more. */
function choose(
  candidates: readonly Candidate[],
  count: number,
  timesShown: Map<string, number>,
): readonly Candidate[] {
  const left = [...candidates];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const times = ({ about }: Candidate) => timesShown.get(about) ?? 0;
    const next = left.reduce((best, one) => (times(one) < times(best) ? one : best));
    left.splice(left.indexOf(next), 1);
    timesShown.set(next.about, times(next) + 1);
    return next;
  });
}

type World = ReturnType<EnvironmentDefinition['create']>;

async function play(
  instance: TaskInstance,
  script: ExpertScript,
  environment: World,
): Promise<Demonstration> {
  const episode = await rollout(
    {
      environment,
      agent: createActor(script),
      model: noModel,
      limits: { maxSteps: environment.maxSteps },
      seed: 0,
      clock: systemClock,
      emit: () => {},
    },
    {
      episodeId: `demonstration/${instance.id}`,
      phase: 'train',
      instance,
      plan: emptyPlan(environment.name, instance.taskType),
      seedScope: instance.id,
    },
  );
  const { outcome, initialObservation, steps } = episode;
  if (outcome.kind !== 'success' || steps.length !== script.steps.length) {
    throw new UsageError(
      `task instance ${instance.id}: its expert does not win it as planned: ${describeOutcome(outcome)} ` +
        `after ${steps.length} of ${script.steps.length} steps`,
      'import or generate the suite again',
    );
  }
  const { id: instanceId, taskType, goal } = instance;
  return {
    ...{ instanceId, taskType, goal, initialObservation },
    steps: steps.map(({ thought, action, observation }) => ({
      ...(thought !== undefined && { thought }),
      action,
      observation,
    })),
    program: script.program,
  };
}

/** An agent that takes the steps of a script and gives up at its end. */
function createActor({ steps }: ExpertScript): Agent {
  return {
    name: 'expert',
    begin: () => ({
      act: async ({ length }) => {
        const next = steps[length];
        return next === undefined ? null : { ...next, rawAction: next.action, formalizer: 'none' };
      },
    }),
    conversation: () => [],
  };
}

const noModel: ChatModel = {
  id: 'none',
  complete: () => Promise.reject(new Error('an expert asks no model')),
};
