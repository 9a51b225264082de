export { countReasons, type ErrorReason, type Failures, failuresOf, reasonsOf } from './error-reasons.js';
export { type Evaluation, type EvaluationTask, evaluate } from './evaluate.js';
export {
  type Comparison,
  comparePaired,
  comparePairs,
  type Headline,
  isBinary,
  type MeanComparison,
  measureOf,
  pairValues,
  scoreOf,
  successHeadline,
} from './headline.js';
export type { InstanceResult } from './instance-result.js';
export {
  type Judgement,
  type JudgePrompt,
  type JudgeSettings,
  judgeAnswer,
  judgePrompts,
  type Vote,
} from './judge.js';
export {
  kindsOf,
  type MeasuredRate,
  type MeasuredScore,
  measureResults,
  type ScoreKinds,
  type SuccessRate,
  successRate,
} from './measure-results.js';
