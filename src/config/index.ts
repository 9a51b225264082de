export { findRun, followJournal, isRunLocked, latestRun, lockRun } from '../runs/index.js';

export { type NoiseOptions, type NoiseRun, type PreparedNoise, prepareNoise, runNoise } from './aa.js';
export { type ExportedSheet, type ExportOptions, exportAnnotations } from './annotate-export.js';
export {
  type ImportedMarks,
  type ImportOptions,
  importAnnotations,
  SheetError,
} from './annotate-import.js';

export { isSimulated } from './build-model.js';
export { type CertificationRun, runCertification } from './certify.js';
export {
  type CertificateNumbers,
  type CertificateRule,
  type ComparedPlans,
  type FreshRollouts,
  judgeRollouts,
  rollOutFresh,
} from './certify-plan.js';
export {
  type CertifyOptions,
  certifiableTaskType,
  type PreparedCertification,
  prepareCertification,
} from './certify-prepare.js';
export { type ContractCheck, checkAgentOf, checkWorldOf } from './check-contracts.js';
export { type CheckResult, checkSetup } from './check-setup.js';
export { compareRunFolders, readComparedSides } from './compare-run-folders.js';
export { createStarter, type StarterOptions } from './create-starter.js';
export { describePlanNotes, describeSizeNotes } from './describe-notes.js';
export { type DiagnoseOptions, diagnose } from './diagnose.js';
export { type AblationEstimate, estimateAblation } from './estimate-ablation.js';
export { estimateCertification, estimateEvaluation } from './estimate-evaluation.js';
export { estimateTraining } from './estimate-training.js';
export type { Finding } from './finding.js';
export { type LoadedAblation, type LoadedArm, type LoadedExperiment, loadAblation } from './load-ablation.js';
export { type LoadedConfig, loadConfig, type NamedConfig } from './load-config.js';
export {
  certificationOf,
  evaluationOf,
  loadAblationOfRun,
  loadConfigOfRun,
  loadRecord,
  loadTransferOfRun,
  type RunKind,
  readRunKind,
} from './load-run.js';
export { loadSimulatedProfile } from './load-simulated-profile.js';
export { loadTransfer, type TransferOptions } from './load-transfer.js';
export { describeMissingKeys } from './missing-keys.js';
export { type Opening, openingsFile, readOpenings, recordOpenings } from './openings.js';
export { mostValidationEpisodes } from './optimizer-settings.js';
export { applyOverride, type Override, parseOverride } from './parse-override.js';
export {
  givenChances,
  type PowerOptions,
  type PowerRun,
  type PreparedPower,
  preparePower,
  runPower,
} from './power.js';
export {
  type PreparedAblation,
  type PreparedArm,
  prepareAblation,
  type RunAblationOptions,
} from './prepare-ablation.js';
export type { PreparedRun, RunSettings } from './prepare-run.js';
export { type PreparedTraining, prepareTraining, type RunTrainingOptions } from './prepare-training.js';
export { readManifest } from './read-manifest.js';
export { type RecordOptions, recordDemonstrations } from './record-demonstrations.js';
export type { EstimateOptions } from './rehearsal.js';
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
export { runTransfer, type TransferRun } from './run-transfer.js';
export { type Config, configSchema, heldOutSplit } from './schema.js';
export { describeStarterCommands, starterCommands } from './starter-texts.js';
export { type Recovery, type RunVerdict, recoverRun, verifyRun } from './verify-run.js';
