export { type EvaluationReport, renderEvaluation } from './evaluation-text.js';
export { alignRows, describeTraining, renderTraining, type TrainingReport } from './training-text.js';
