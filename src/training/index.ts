export {
  type AblationAnalysis,
  type AnalysisPlan,
  type ArmComparison,
  type ArmRuns,
  familyDimensions,
  type IterationMark,
  type RunSummary,
  type RunValue,
} from './ablation-analysis.js';
export type {
  AblationResults,
  ArmResults,
  ArmSummary,
  CellPoint,
  CellResult,
  CellTraining,
  ExperimentResults,
  InstanceCost,
  MeasuredCell,
  MissingCell,
  PaperNumbers,
  PaperSource,
  PriceUsage,
} from './ablation-results.js';
export { type AnalyzedExperiment, analyzeAblation } from './analyze-ablation.js';
export { analyzeTransfer, type TransferAnalysis } from './analyze-transfer.js';
export { compareResults } from './compare-results.js';
export {
  type ComparisonVerdict,
  compareSamples,
  giveVerdict,
  hasEnough,
  type PrimaryTest,
  primaryTests,
  type SampleComparison,
} from './compare-samples.js';
export { type ComparedRun, type ComparedSide, type InstanceValues, meanValue } from './compared-side.js';
export { createTraining, type TrainingOptions } from './create-training.js';
export {
  countFalseVerdicts,
  type FalseVerdicts,
  measureNoise,
  type NoiseFloor,
  type RepeatedPlays,
  sdOfRate,
} from './noise-floor.js';
export { describePlan, type PlanOrigin, type TrainingProvenance } from './plan-details.js';
export {
  ablationPower,
  type BaselineChances,
  certifyPower,
  type PowerQuestion,
  type PowerReport,
  pairChances,
  type WorkCost,
} from './power-analysis.js';
export type { ComparedSummary, ResultComparison, ResultsComparison } from './results-comparison.js';
export {
  type BudgetOutlook,
  checkEstimate,
  type EstimateCheck,
  type EstimatedRange,
  type EstimatedSpend,
  estimateFile,
  findReachedLimits,
  formatEstimate,
  readEstimate,
  type SpendEstimate,
  type UsedSpend,
} from './spend-estimate.js';
export { poolSeeds, summarizeArm } from './summarize-arm.js';
export {
  type EvaluationSummary,
  type IterationSummary,
  type PlanSummary,
  type PlaySummary,
  poolEvaluations,
  type SelectionSummary,
  type SpendSummary,
  summarizeIteration,
  summarizePlan,
  summarizeSpend,
  summarizeTraining,
  summarizeValidation,
  type TrainingSummary,
  type VerdictSummary,
  withoutSpend,
} from './summarize-results.js';
export { createTurns, measureMeanwhile, openEpisodes, type Turn } from './take-turns.js';
export {
  type EvaluationSetup,
  evaluatePlan,
  type LearnedPlan,
  learnPlan,
  type TrainingResult,
  type TrainingSetup,
  trainPlan,
} from './train-plan.js';
export type {
  TransferBaseline,
  TransferComparison,
  TransferModel,
  TransferResults,
  TransferredPlan,
  TransferVerdict,
} from './transfer-results.js';
