export { lockRun } from '../runs/index.js';

export { type ExportedSheet, type ExportOptions, exportAnnotations } from './annotate-export.js';
export {
  type ImportedMarks,
  type ImportOptions,
  importAnnotations,
  SheetError,
} from './annotate-import.js';

export { isSimulated } from './build-model.js';
export { type CheckResult, checkSetup } from './check-setup.js';
export { describePlanNotes, describeSizeNotes } from './describe-notes.js';
export { type LoadedAblation, type LoadedArm, type LoadedExperiment, loadAblation } from './load-ablation.js';
export { type LoadedConfig, loadConfig, type NamedConfig } from './load-config.js';
export {
  evaluationOf,
  loadAblationOfRun,
  loadConfigOfRun,
  loadRecord,
  type RunKind,
  readRunKind,
} from './load-run.js';
export { loadSimulatedProfile } from './load-simulated-profile.js';
export { applyOverride, type Override, parseOverride } from './parse-override.js';
export {
  type PreparedAblation,
  type PreparedArm,
  prepareAblation,
  type RunAblationOptions,
} from './prepare-ablation.js';
export type { PreparedRun, RunSettings } from './prepare-run.js';
export { type PreparedTraining, prepareTraining, type RunTrainingOptions } from './prepare-training.js';
export { type RecordOptions, recordDemonstrations } from './record-demonstrations.js';
export { type ReplayedEpisode, type ReplayedStep, replayEpisode } from './replay-episode.js';
export { type ReplayedFile, replayRun } from './replay-run.js';
export { type AblationRun, runAblation } from './run-ablation.js';
export {
  type EvaluationRun,
  type MeasuredPlan,
  type PreparedEvaluation,
  prepareEvaluation,
  type RunEvaluationOptions,
  runEvaluation,
  taskTypeOfPlan,
} from './run-evaluation.js';
export type { EndedRun, RunEnding } from './run-in-folder.js';
export { runTraining, type TrainingRun } from './run-training.js';
export { type Config, configSchema, heldOutSplit } from './schema.js';
export { type Recovery, type RunVerdict, recoverRun, verifyRun } from './verify-run.js';
