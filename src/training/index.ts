export {
  type EvaluationSetup,
  evaluatePlan,
  type TrainingResult,
  type TrainingSetup,
  trainPlan,
} from './train-plan.js';
