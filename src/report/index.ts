export { renderAblationReport } from './ablation-markdown.js';
export { renderAblationTables } from './ablation-tables.js';
export { renderAblation } from './ablation-text.js';
export { type InstructionsReport, renderInstructions } from './annotation-instructions.js';
export { renderAnnotations } from './annotation-text.js';
export { type CertificateReport, renderCertificate } from './certificate-text.js';
export { type ComparisonWords, describeComparison, renderComparisonOfResults } from './comparison-text.js';
export { checkRunEstimate, describeOff, renderEstimateChecks } from './estimate-text.js';
export { type EvaluationReport, renderEvaluation } from './evaluation-text.js';
export { describeFailures, renderReasons } from './failures-text.js';
export { type DrawnFigure, drawAblationFigures } from './figures/ablation-figures.js';
export { type DrawnTransfer, drawTransferFigure } from './figures/transfer-figure.js';
export { renderFromCache } from './from-cache-note.js';
export { type InstanceWords, wordsFor } from './instance-words.js';
export { bounds, formatBytes, formatP, groupDigits, interval, percent, signedPoints } from './numbers.js';
export { type NoiseReport, renderNoise, renderPower } from './power-text.js';
export { renderSimulated } from './simulated-note.js';
export {
  callsPerStep,
  renderSpend,
  type SpendReport,
  type ThinkingCalls,
  wordCallsPerStep,
} from './spend-text.js';
export type { ReportFile } from './table-files.js';
export { describePlaying, describeTraining, type EndedTraining } from './training-json.js';
export { renderTraining, type TrainingReport } from './training-text.js';
export { renderTransferReport, renderTransferTables } from './transfer-markdown.js';
export { doubtsOf, type Harm, harmsOf, transferNotes } from './transfer-notes.js';
export { transferVerdictWords } from './transfer-rows.js';
export { renderTransfer } from './transfer-text.js';
