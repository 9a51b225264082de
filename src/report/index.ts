export { renderAblationReport } from './ablation-markdown.js';
export { renderAblation } from './ablation-text.js';
export { type InstructionsReport, renderInstructions } from './annotation-instructions.js';
export { renderAnnotations } from './annotation-text.js';
export { type EvaluationReport, renderEvaluation } from './evaluation-text.js';
export { type InstanceWords, wordsFor } from './instance-words.js';
export { groupDigits, interval, percent } from './numbers.js';
export { describeTraining, type EndedTraining } from './training-json.js';
export { renderTraining, type TrainingReport } from './training-text.js';
