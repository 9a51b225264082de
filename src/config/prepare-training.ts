/** Resolves a training's config to objects: whatever is wrong with it is found before anything is played. */
import { mostValidationEpisodes } from './optimizer-settings.js';
import { type PreparedRun, prepareRun, type RunSettings } from './prepare-run.js';
import { type ResolvedTasks, resolveInitialPlan, resolveTasks } from './resolve-training.js';

/** How to run a training. */
export type RunTrainingOptions = RunSettings;

/** Everything resolved, before anything is played or written. */
export interface PreparedTraining extends PreparedRun<ResolvedTasks> {
  /** Episodes that will be played at most, over all task types. */
  readonly episodes: number;
  /** Those of them that measure plans while one is being learned, at most, of each task type. */
  readonly validationEpisodes: number;
}

/** Resolves a config. Rejects with a UsageError for whatever is wrong with it. */
export async function prepareTraining(options: RunTrainingOptions): Promise<PreparedTraining> {
  const { config } = options;
  const prepared = await prepareRun(options, async (external) => {
    const tasks = await resolveTasks(config, external);
    for (const { taskType } of tasks.taskTypes)
      resolveInitialPlan(config.plan, tasks.environment.name, taskType);
    return tasks;
  });
  const { iterations, batchSize, optimizer } = config;
  const validationEpisodes = mostValidationEpisodes(optimizer, iterations);
  const learning = iterations * batchSize + validationEpisodes;
  const episodes = prepared.tasks.taskTypes.reduce(
    (sum, { heldOut }) => sum + learning + 2 * heldOut.length,
    0,
  );
  return { ...prepared, episodes, validationEpisodes };
}
