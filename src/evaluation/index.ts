export {
  comparePaired,
  type Evaluation,
  type EvaluationTask,
  evaluate,
  type InstanceResult,
  type MeasuredRate,
  measureResults,
  type SuccessRate,
  successRate,
} from './evaluate.js';
