/** Resolves a training's config to objects: whatever is wrong with it is found before anything is played. */
import type { EventSink } from '../core/event.js';
import { isSimulated } from './build-model.js';
import { digestExperiment } from './describe-run.js';
import type { NamedConfig } from './load-config.js';
import { type ResolvedModels, resolveModels } from './resolve-models.js';
import {
  type ResolvedMethod,
  type ResolvedTasks,
  resolveInitialPlan,
  resolveMethod,
  resolveTasks,
} from './resolve-training.js';
import { refuseFile } from './runs-folder.js';
import { locateError, type PlaceOf } from './setting-error.js';

/** How to run a training. */
export interface RunTrainingOptions {
  readonly config: NamedConfig;
  /** Where the config's settings were given, for complaints. */
  readonly placeOf?: PlaceOf;
  readonly runId?: string;
  readonly emit?: EventSink;
  readonly signal?: AbortSignal;
}

/** Everything resolved, before anything is played or written. */
export interface PreparedTraining extends RunTrainingOptions {
  readonly tasks: ResolvedTasks;
  readonly method: ResolvedMethod;
  readonly models: ResolvedModels;
  /** Whether any of the models is a simulated one. */
  readonly simulated: boolean;
  /** Name of the experiment: equal for equal settings, whenever and wherever it is run. */
  readonly experiment: string;
  /** Eight hex digits at its end. */
  readonly digest8: string;
  /** Episodes that will be played, over all task types. */
  readonly episodes: number;
  /** Passes an event to everybody who listens. */
  readonly record: EventSink;
  readonly listen: (sink: EventSink) => void;
}

/** Resolves a config. Rejects with a UsageError for whatever is wrong with it. */
export async function prepareTraining(options: RunTrainingOptions): Promise<PreparedTraining> {
  const { config, placeOf } = options;
  const sinks: EventSink[] = options.emit ? [options.emit] : [];
  const record: EventSink = (event) => {
    for (const sink of sinks) sink(event);
  };
  try {
    const tasks = resolveTasks(config);
    const method = resolveMethod(config);
    for (const { taskType } of tasks.taskTypes)
      resolveInitialPlan(config.plan, tasks.environment.name, taskType);
    refuseFile(config.runs);
    const models = await resolveModels(config, (call) => record({ type: 'model-call', ...call }));
    const digest8 = digestExperiment(config, tasks, models, method.prompts);
    return {
      ...options,
      tasks,
      method,
      models,
      simulated: Object.values(models.names).some(isSimulated),
      experiment: `${config.name}_s${config.seed}_${digest8}`,
      digest8,
      episodes: countEpisodes(config, tasks),
      record,
      listen: (sink) => sinks.push(sink),
    };
  } catch (error) {
    throw locateError(error, placeOf);
  }
}

function countEpisodes({ iterations, batchSize }: NamedConfig, { taskTypes }: ResolvedTasks): number {
  return taskTypes.reduce((sum, { heldOut }) => sum + iterations * batchSize + 2 * heldOut.length, 0);
}
