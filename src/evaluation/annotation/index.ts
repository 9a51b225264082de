export {
  type AnnotatedEpisode,
  type AnnotationKey,
  formatAnnotationKey,
  parseAnnotationKey,
  type SheetRow,
} from './annotation-key.js';
export {
  type AnsweredSuite,
  type CollectedAnswers,
  collectAnswers,
  type MeasuredPhase,
  measuredPhases,
  type PlayedQuestion,
} from './collect-answers.js';
export { countShared, drawSheet, type RunAnswers, type SheetPlan, sheetTable } from './draw-sheet.js';
export { type Agreement, type Mark, majorityOf, measureAgreement, type Verdict } from './judge-rows.js';
export {
  type AnnotatorMarks,
  type FilledSheet,
  marksByRow,
  type ReadSheets,
  readMarks,
} from './read-marks.js';
export {
  type AnnotatedComparison,
  type AnnotatedPart,
  type AnnotatedRate,
  type AnnotationSummary,
  type JudgedEpisode,
  summarizeMarks,
} from './summarize-marks.js';
