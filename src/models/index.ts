export {
  type AnswerStore,
  type KeptAnswer,
  openAnswerStore,
  refuseOtherFolder,
} from './answer-store.js';
export {
  type EnvironmentVariables,
  isLoopback,
  resolveApiKey,
  resolveBaseUrl,
} from './api-key.js';
export { createAttemptLog } from './attempt-log.js';
export { type Budget, type BudgetShare, createBudget } from './budget.js';
export { type AnswerSource, createCache, keyOfAnswer } from './cache.js';
export { digestRequest } from './digest-request.js';
export type { BudgetLimits } from './ledger.js';
export { type CallLimit, createLimit } from './limit.js';
export { listModels } from './list-models.js';
export { type CallRecord, createMeter, type Meter } from './meter.js';
export { createOpenAiModel, type OpenAiModelOptions } from './openai-model.js';
export { createOutage, type OutageOptions } from './outage.js';
export { createPrefixCache, createPrefixMemory, type PrefixMemory } from './prefix-memory.js';
export { costOf, findPrice, type Price, type PriceTable } from './price-table.js';
export { loadPrices, parsePrices } from './prices.js';
export { createPricing } from './pricing.js';
export { prioritize } from './prioritize.js';
export {
  type AnswerCount,
  type PruneLimits,
  type Pruning,
  pruneAnswers,
  type StoreSummary,
  summarizeAnswers,
} from './prune-answers.js';
export { createRecall, type RecallOptions, type RecordedReplies } from './recall.js';
export { createRedactor } from './redact.js';
export { type CallPause, createRetry, type RetryOptions } from './retry.js';
export { createRoute, type Role, type Route, roleOfPurpose } from './route.js';
export { type CallScope, scopeCalls } from './scope-calls.js';
export {
  createScriptedModel,
  type Script,
  type ScriptedModel,
  type ScriptedReply,
} from './scripted-model.js';
export { type ModelServer, type ServeOptions, serveModel } from './serve-model.js';
export { createTimeBudget } from './time-budget.js';
export { wrapModel } from './wrap-model.js';
