/** From the config's `model` block to models: one per role, each in its layers, all under one limit and budget. */
import { UsageError } from '../core/errors.js';
import {
  addSpend,
  type ChatModel,
  type ChatRequest,
  type ModelMiddleware,
  noSpend,
  noUsage,
  type Sampling,
  type Spend,
} from '../core/model.js';
import {
  type Budget,
  type CallLimit,
  type CallRecord,
  createAttemptLog,
  createBudget,
  createCache,
  createLimit,
  createMeter,
  createOutage,
  createPrefixMemory,
  createPricing,
  createRecall,
  createRetry,
  createRoute,
  createTimeBudget,
  loadPrices,
  type Meter,
  openAnswerStore,
  type PrefixMemory,
  type PriceTable,
  type RecordedReplies,
  type Role,
  wrapModel,
} from '../models/index.js';
import type { SimulatedProfile } from '../models/simulated/index.js';
import type { RunRecord } from '../runs/index.js';
import { systemClock } from '../util/clock.js';
import { packagePath } from '../util/package.js';
import { type BuiltModel, buildModel, type ModelLayers, modelInSettings } from './build-model.js';
import { createRecorder, type Recorder } from './create-recorder.js';
import type { Config, RoleModelConfig } from './schema.js';
import { forSetting } from './setting-error.js';
import { createStopForGood } from './stop-for-good.js';

/** The models of a run. */
export interface ResolvedModels {
  /** While optimizing: the agent samples. */
  readonly optimize: ChatModel;
  /** In evaluation: the agent decodes greedily. */
  readonly evaluate: ChatModel;
  readonly names: Readonly<Record<Role, string>>;
  /** Numbers of the simulated profiles in use, by model name: part of what determines a result. */
  readonly profiles: Readonly<Record<string, SimulatedProfile>>;
  readonly prices: PriceTable;
  readonly meter: Meter;
}

/** The jobs that can have a model of their own. */
export const modelRoles = [
  'agent',
  'reflection',
  'update',
  'formalizer',
  'judge',
] as const satisfies readonly Role[];

/** What holds for all calls, whichever models they go to. */
export interface CallLimits {
  readonly budget: Budget;
  /** Ends sending when the wall time is over; absent where it is not limited. */
  readonly time?: ModelMiddleware;
  readonly limit: CallLimit;
}

/**
 * The limits of a config. Models that are resolved with the same ones stay within them together. `spent` is what calls
 * before a resume have spent.
 */
export function createCallLimits(config: Config, spent?: Spend): CallLimits {
  return {
    budget: createBudget(budgetLimits(config), loadPriceTable(config), spent),
    ...(config.budget.seconds === undefined ? {} : { time: createTimeBudget(config.budget.seconds) }),
    limit: createLimit(config.concurrency),
  };
}

/** What models may be given beside their settings. */
export interface ResolveModelsOptions {
  /** Told of every call, and asked to keep it. */
  readonly recorder?: Recorder;
  readonly limits?: CallLimits;
  /** Times that each instance is played; default 1. More are cached only where the config says so. */
  readonly repeats?: number;
  /** The calls of a run that is resumed. */
  readonly before?: RecordedReplies & Pick<RunRecord, 'spends' | 'paid' | 'cached' | 'attempts'>;
  /** Whether the meter goes on from what those calls have spent; default true. Where a run has several, only one may. */
  readonly countsBefore?: boolean;
  /** Whether answers come from the record alone: no model is asked, and what is not recorded is an error. */
  readonly replay?: boolean;
}

/** Builds the models. Throws a UsageError for a missing key, a bad URL, or a model that cannot be told. */
export async function resolveModels(
  config: Config,
  options: ResolveModelsOptions = {},
): Promise<ResolvedModels> {
  const { recorder = createRecorder(), before, countsBefore = true, replay = false } = options;
  const prices = loadPriceTable(config);
  const onCall = createCallRecorder(recorder);
  const counted = countsBefore ? before : undefined;
  const meter = createMeter(onCall, systemClock, counted?.spends, counted?.cached);
  const { limits = createCallLimits(config, spentBefore(before)) } = options;
  const cache = resolveCache(config, options.repeats);
  const layers = { ...createLayers(config, { prices, meter, limits, recorder, before }), cache };
  const built = new Map<string, BuiltModel>();
  const models = {} as Record<Role, BuiltModel>;
  for (const role of modelRoles) {
    const settings: RoleModelConfig = { ...config.model, ...config.model[role] };
    const key = JSON.stringify(settings, [...settingKeys]);
    const made =
      built.get(key) ?? (replay ? replayModel(settings, layers) : await buildModel(settings, layers));
    built.set(key, made);
    models[role] = made;
  }
  return {
    optimize: route(models, config, config.sampling.optimize),
    evaluate: route(models, config, config.sampling.evaluate),
    names: mapRoles((role) => models[role].model.id),
    profiles: profilesOf([...built.values()]),
    prices,
    meter,
  };
}

/** Records calls, those that were sent with what prompts before them began with. */
function createCallRecorder({ record }: Recorder): (call: CallRecord, request: ChatRequest) => void {
  const memories = new Map<string, PrefixMemory>();
  const memoryOf = (model: string): PrefixMemory => {
    const memory = memories.get(model) ?? createPrefixMemory();
    memories.set(model, memory);
    return memory;
  };
  return ({ spend, ...call }, { messages }) => {
    const share = call.cached || call.reply === null ? 0 : memoryOf(call.model).take(messages);
    const cacheableTokens = Math.round(share * spend.usage.promptTokens);
    record({ type: 'model-call', ...call, spend, ...(cacheableTokens > 0 ? { cacheableTokens } : {}) });
  };
}

/** What puts a model behind the cache of the config; undefined where it is not to be used. */
function resolveCache({ cache }: Config, repeats = 1): ModelLayers['cache'] {
  if (cache === undefined || (repeats > 1 && !cache.repeats)) return undefined;
  return (source) =>
    createCache(
      forSetting('cache.folder', () => openAnswerStore(cache.folder)),
      source,
    );
}

function profilesOf(built: readonly BuiltModel[]): ResolvedModels['profiles'] {
  return Object.fromEntries(built.flatMap(({ model, profile }) => (profile ? [[model.id, profile]] : [])));
}

/** A model that answers from the record alone. */
function replayModel(settings: RoleModelConfig, { call }: ModelLayers): BuiltModel {
  const { name, ...profile } = modelInSettings(settings);
  const missing: ChatModel = {
    id: name,
    complete: ({ callId }) =>
      Promise.reject(new UsageError(`the journal has no answer for call ${callId}`, 'resume the run first')),
  };
  return { model: wrapModel(missing, call.slice(0, 1)), ...profile };
}

const settingKeys = [
  'provider',
  'profile',
  'name',
  'baseUrl',
  'apiKeyEnv',
  'timeoutSeconds',
  'maxTokensField',
] as const;

/** Prices of the config's own file, or of the one that comes with the tool. Throws a UsageError. */
export function loadPriceTable({ prices }: Config): PriceTable {
  return forSetting('prices', () => loadPrices(prices ?? packagePath('configs/prices.yaml')));
}

/** What the layers of all models of a run share. */
interface Shared {
  readonly prices: PriceTable;
  readonly meter: Meter;
  readonly limits: CallLimits;
  readonly recorder: Recorder;
  readonly before: RecordedReplies | undefined;
}

/** Attempts in a row, of any calls, that fail before the server counts as gone. */
const failuresOfOutage = 5;
/** Backoff alone makes pauses of up to eight seconds; what lasts longer is told. */
const secondsToTell = 9;

function createLayers({ model, seed }: Config, shared: Shared): ModelLayers {
  const { prices, meter, recorder, before } = shared;
  const { budget, limit, time } = shared.limits;
  const { committed, record } = recorder;
  const recall = createRecall({ committed, ...(before ? { recorded: before } : {}) });
  const longest = model.maxPauseSeconds * 1000;
  const retry = createRetry({
    attempts: model.attempts,
    seed,
    capMilliseconds: Math.min(longest, 8000),
    maxRetryAfterSeconds: model.maxPauseSeconds,
    onPause: ({ callId, milliseconds, message }) => {
      const seconds = Math.round(milliseconds / 1000);
      if (seconds >= secondsToTell) record({ type: 'call-pause', callId, seconds, message });
    },
  });
  const outage = createOutage({
    failures: Math.min(model.attempts, failuresOfOutage),
    patienceSeconds: model.outageSeconds,
    capMilliseconds: Math.min(longest, 30_000),
    onChange: (change) => record({ type: 'outage', ...change }),
  });
  return {
    call: [recall, createStopForGood(), ...(time ? [time] : []), meter.middleware, createPricing(prices)],
    attempt: [retry, outage, limit.middleware(), budget.middleware],
    send: [createAttemptLog(record, committed)],
  };
}

/** What a run that is resumed has spent for good: answers, and attempts that failed or of which nothing more is known, as calls without tokens. */
export function spentBefore(before: ResolveModelsOptions['before']): Spend {
  if (before === undefined) return noSpend;
  const { failed, unknown } = before.attempts;
  const lost: Spend = { ...noSpend, usage: { ...noUsage, calls: failed + unknown } };
  return addSpend(before.paid, lost);
}

function route(models: Readonly<Record<Role, BuiltModel>>, config: Config, agent: Sampling): ChatModel {
  const { reflect, update, judge } = config.sampling;
  const sampling: Record<Role, Sampling> = {
    agent,
    formalizer: { temperature: 0 },
    reflection: reflect,
    update,
    judge,
  };
  return createRoute(mapRoles((role) => ({ model: models[role].model, sampling: sampling[role] })));
}

function mapRoles<T>(make: (role: Role) => T): Record<Role, T> {
  return {
    agent: make('agent'),
    reflection: make('reflection'),
    update: make('update'),
    formalizer: make('formalizer'),
    judge: make('judge'),
  };
}

function budgetLimits({ budget }: Config) {
  return {
    ...(budget.usd === undefined ? {} : { costUsd: budget.usd }),
    ...(budget.tokens === undefined ? {} : { tokens: budget.tokens }),
    ...(budget.calls === undefined ? {} : { calls: budget.calls }),
  };
}
