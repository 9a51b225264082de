export { describePlan, type PlanOrigin, type TrainingProvenance } from './plan-details.js';
export {
  type EvaluationSummary,
  type IterationSummary,
  poolEvaluations,
  type SpendSummary,
  summarizeSpend,
  summarizeTraining,
  type TrainingSummary,
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
