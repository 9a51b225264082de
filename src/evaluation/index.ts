export {
  comparePaired,
  type Evaluation,
  type EvaluationTask,
  evaluate,
  type InstanceResult,
  type SuccessRate,
  successRate,
} from './evaluate.js';
