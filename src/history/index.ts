export type { CostHistory, PurposeCost } from './cost-history.js';
export type {
  EpisodeFilter,
  EpisodeRow,
  EpisodeTable,
  OpenEpisode,
  ReadEpisode,
} from './episode-table.js';
export { openRunHistory } from './open-run-history.js';
export type { PlanRef } from './plan-ref.js';
export type {
  Effect,
  EffectOfType,
  EvaluationHistory,
  HistoryKind,
  HistoryState,
  JournalState,
  MeasuredShare,
  PairedPlans,
  PairedPlay,
  Play,
  RunHistory,
  RunSummary,
} from './run-history.js';
export { summarizeRun } from './summarize-run.js';
export type {
  IterationHistory,
  ReadIteration,
  SelectionHistory,
  TrainingHistory,
} from './training-history.js';
export type { Counted, TroubleHistory } from './trouble-history.js';
