export { renderAblationReport } from './ablation-markdown.js';
export { type ReportFile, renderAblationTables } from './ablation-tables.js';
export { renderAblation } from './ablation-text.js';
export { type InstructionsReport, renderInstructions } from './annotation-instructions.js';
export { renderAnnotations } from './annotation-text.js';
export { type CertificateReport, renderCertificate } from './certificate-text.js';
export { renderComparisonOfResults } from './comparison-text.js';
export { type EvaluationReport, renderEvaluation } from './evaluation-text.js';
<<<<<<< HEAD
export { type DrawnFigure, drawAblationFigures } from './figures/ablation-figures.js';
=======
export { describeFailures, renderReasons } from './failures-text.js';
>>>>>>> main
export { renderFromCache } from './from-cache-note.js';
export { type InstanceWords, wordsFor } from './instance-words.js';
export { formatBytes, groupDigits, interval, percent } from './numbers.js';
export { type NoiseReport, renderNoise, renderPower } from './power-text.js';
export { renderSpend, type SpendReport } from './spend-text.js';
export { describeTraining, type EndedTraining } from './training-json.js';
export { renderTraining, type TrainingReport } from './training-text.js';
