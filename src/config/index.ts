export { checkRunsFolder, pingModels } from './check-setup.js';
export { loadConfig, type Override, parseOverride } from './load-config.js';
export { isSimulated, type ResolvedModels, resolveModels } from './resolve-models.js';
export { type ResolvedTasks, resolveInitialPlan, resolveMethod, resolveTasks } from './resolve-training.js';
export { type MeasuredPlan, runEvaluation, taskTypeOfPlan } from './run-evaluation.js';
export {
  type PreparedTraining,
  prepareTraining,
  type RunTrainingOptions,
  runTraining,
  type TrainingRun,
} from './run-training.js';
export { type Config, configSchema, heldOutSplit } from './schema.js';
