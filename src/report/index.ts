export { type EvaluationReport, renderEvaluation } from './evaluation-text.js';
export { interval, percent } from './numbers.js';
export { describeTraining, type EndedTraining } from './training-json.js';
export { renderTraining, type TrainingReport } from './training-text.js';
