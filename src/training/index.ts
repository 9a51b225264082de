export type {
  AblationResults,
  ArmResults,
  ArmSummary,
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
export { describePlan, type PlanOrigin, type TrainingProvenance } from './plan-details.js';
export { poolSeeds, summarizeArm } from './summarize-arm.js';
export {
  type EvaluationSummary,
  type IterationSummary,
  poolEvaluations,
  type SpendSummary,
  summarizeIteration,
  summarizeSpend,
  summarizeTraining,
  type TrainingSummary,
  withoutSpend,
} from './summarize-results.js';
export {
  type EvaluationSetup,
  evaluatePlan,
  type LearnedPlan,
  learnPlan,
  type TrainingResult,
  type TrainingSetup,
  trainPlan,
} from './train-plan.js';
