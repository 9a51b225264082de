/** The public API. What is not exported here may change without notice. */

export {
  type AgentPrompts,
  type AutoplanAgentOptions,
  agentPrompts,
  createAutoplanAgent,
  createGrammar,
} from './agents/index.js';
export {
  type AblationRun,
  type Config,
  configSchema,
  type EndedRun,
  type EvaluationRun,
  type ExportedSheet,
  type ExportOptions,
  exportAnnotations,
  type ImportedMarks,
  type ImportOptions,
  importAnnotations,
  type LoadedAblation,
  type LoadedConfig,
  loadAblation,
  loadConfig,
  type MeasuredPlan,
  type PreparedAblation,
  type PreparedEvaluation,
  type PreparedRun,
  type PreparedTraining,
  prepareAblation,
  prepareEvaluation,
  prepareTraining,
  type RunAblationOptions,
  type RunEvaluationOptions,
  type RunSettings,
  type RunTrainingOptions,
  runAblation,
  runEvaluation,
  runTraining,
  SheetError,
  type TrainingRun,
} from './config/index.js';
export type { Agent, AgentContext, AgentSession, Decision } from './core/agent.js';
export type { Demonstration, DemonstrationStep } from './core/demonstration.js';
export type {
  ActionForm,
  Answers,
  Environment,
  EnvironmentSession,
  Manual,
  ScoreKind,
  Turn,
} from './core/environment.js';
export { type Episode, type Outcome, type Reflection, type Step, succeeded } from './core/episode.js';
export { BudgetError, ModelError, type ModelErrorCode, UsageError } from './core/errors.js';
export { describeOutcome, type EventSink, type Phase, type RunEvent } from './core/event.js';
export type {
  ChatMessage,
  ChatModel,
  ChatReply,
  ChatRequest,
  ModelMiddleware,
  Purpose,
  Sampling,
  Spend,
  Usage,
} from './core/model.js';
export type { Iteration, Optimizer, OptimizerContext } from './core/optimizer.js';
export type { Plan } from './core/plan.js';
export { definePrompt, overridePrompt, type PromptTemplate } from './core/prompt.js';
export type { TaskInstance, TaskSuite } from './core/task.js';
export {
  type AlfworldOptions,
  benchWorld,
  createAlfworld,
  defineEnvironment,
  type EnvironmentDefinition,
  type EnvironmentSettings,
  environments,
  findEnvironment,
} from './environments/index.js';
export {
  type Comparison,
  comparePaired,
  type Evaluation,
  type EvaluationTask,
  evaluate,
  type Headline,
  type InstanceResult,
  isBinary,
  type JudgeSettings,
  judgePrompts,
  type MeasuredRate,
  type MeasuredScore,
  measureOf,
  measureResults,
  type SuccessRate,
  successHeadline,
  successRate,
} from './evaluation/index.js';
export {
  createBudget,
  createLimit,
  createMeter,
  createOpenAiModel,
  createPricing,
  createRetry,
  createRoute,
  loadPrices,
  type OpenAiModelOptions,
  type PriceTable,
  scopeCalls,
  serveModel,
  wrapModel,
} from './models/index.js';
export { createSimulatedModel, type SimulatedProfile, simulatedProfiles } from './models/simulated/index.js';
export {
  type AutoplanOptions,
  createAutoplanOptimizer,
  drawBatch,
  type OptimizerPrompts,
  optimizerPrompts,
} from './optimizers/index.js';
export {
  createPlan,
  diffPlans,
  emptyPlan,
  formatPlanFile,
  listPlans,
  loadPlan,
  type PlanDetails,
  type PlanFile,
  parsePlanFile,
  renderDiff,
  savePlan,
} from './plans/index.js';
export { renderAblation, renderAblationReport, renderTraining, type TrainingReport } from './report/index.js';
export { type EpisodeLimits, type RolloutSettings, type RolloutTask, rollout } from './rollout/index.js';
export { createRun, type Run, type RunOptions, readJournal } from './runs/index.js';
export {
  type BootstrapOptions,
  type ClusterMean,
  clopperPearson,
  clusterBootstrap,
  clusterMean,
  fleissKappa,
  holm,
  type MeanInterval,
  mcnemarDetectableDifference,
  mcnemarExact,
  mcnemarPower,
  mcnemarSampleSize,
  meanInterval,
  newcombePaired,
  type PairCounts,
  type PairedComparison,
  type PermutationTest,
  pairedComparison,
  pairedDetectableEffect,
  pairedPower,
  pairedSampleSize,
  pairedT,
  permutationTest,
  pooledT,
  type ResamplingOptions,
  type SignedRankTest,
  signFlipTest,
  type TTest,
  type TTestBasis,
  welchDetectableEffect,
  welchPower,
  welchSampleSize,
  welchT,
  wilcoxonSignedRank,
  wilson,
} from './stats/index.js';
export {
  type DemonstrationSet,
  type InstanceSelection,
  loadDemonstrations,
  loadSuite,
  readSource,
  type StoredSuite,
  saveSuite,
  selectInstances,
} from './suites/index.js';
export {
  type AblationResults,
  evaluatePlan,
  summarizeTraining,
  type TrainingResult,
  type TrainingSetup,
  type TrainingSummary,
  trainPlan,
} from './training/index.js';
export { type Clock, systemClock } from './util/clock.js';
