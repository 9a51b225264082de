/** From the config's `model` block to models: one per role, each in its layers, all under one limit and budget. */
import { UsageError } from '../core/errors.js';
import {
  addSpend,
  type ChatModel,
  type ChatRequest,
  type ModelMiddleware,
  noSpend,
  noUsage,
  type Spend,
} from '../core/model.js';
import type { PlayMode, RemoteModels } from '../executors/index.js';
import {
  type Budget,
  type CallLimit,
  type CallRecord,
  createAttemptLog,
  createBudget,
  createCache,
  createLimit,
  createMeter,
  createPrefixMemory,
  createPricing,
  createRecall,
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
import type { MaybePromise } from '../util/maybe-promise.js';
import { packagePath } from '../util/package.js';
import { createAttemptLayers } from './attempt-layers.js';
import { type BuiltModel, buildModel, type ModelLayers, modelInSettings } from './build-model.js';
import { createRecorder, type Recorder } from './create-recorder.js';
import { problemWithKey } from './missing-keys.js';
import { modelRoles } from './model-roles.js';
import { buildRemoteModel, unless } from './remote-model.js';
import { routeRoles } from './route-roles.js';
import type { CreateRemote } from './run-executor.js';
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
  /** Whether no model will be asked: one that is named needs no key then. */
  readonly dryRun?: boolean;
  /** Has the models asked by workers. */
  readonly createRemote?: CreateRemote | null;
}

/** Builds the models. Throws a UsageError for a missing key, a bad URL, or a model that cannot be told. */
export async function resolveModels(
  config: Config,
  options: ResolveModelsOptions = {},
): Promise<ResolvedModels> {
  const {
    recorder = createRecorder(),
    before,
    countsBefore = true,
    replay = false,
    dryRun = false,
  } = options;
  const prices = loadPriceTable(config);
  const onCall = createCallRecorder(recorder);
  const counted = countsBefore ? before : undefined;
  const meter = createMeter(onCall, systemClock, counted?.spends, counted?.cached);
  const { limits = createCallLimits(config, spentBefore(before)) } = options;
  const cache = resolveCache(config, options.repeats);
  const elsewhere = (await options.createRemote?.(config, limits, prices)) ?? null;
  const remote = elsewhere?.remote;
  const layers = { ...createLayers(config, { prices, meter, limits, recorder, before, remote }), cache };
  const models = await buildRoles(config, (settings, role) => {
    if (replay) return unaskedModel(settings, layers);
    if (dryRun && elsewhere === null && settings.name !== undefined && problemWithKey(settings) !== null)
      return unaskedModel(settings, layers);
    return elsewhere ? buildRemoteModel(elsewhere, role, layers) : buildModel(settings, layers);
  });
  const route = (mode: PlayMode) => {
    const plain = mapRoles((role) => models[role].model);
    const routed = routeRoles(plain, config.sampling, config.sampling[mode]);
    return remote ? remote.mark(routed, mode) : routed;
  };
  return {
    optimize: route('optimize'),
    evaluate: route('evaluate'),
    names: mapRoles((role) => models[role].model.id),
    profiles: profilesOf(Object.values(models)),
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

/** One model for each role; roles with the same settings share one. */
async function buildRoles(
  config: Config,
  build: (settings: RoleModelConfig, role: Role) => MaybePromise<BuiltModel>,
): Promise<Record<Role, BuiltModel>> {
  const built = new Map<string, BuiltModel>();
  const models = {} as Record<Role, BuiltModel>;
  for (const role of modelRoles) {
    const settings: RoleModelConfig = { ...config.model, ...config.model[role] };
    const key = JSON.stringify(settings, [...settingKeys]);
    const made = built.get(key) ?? (await build(settings, role));
    built.set(key, made);
    models[role] = made;
  }
  return models;
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

/** A model that answers from the record alone, if there is one. */
function unaskedModel(settings: RoleModelConfig, { call }: ModelLayers): BuiltModel {
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
  readonly remote: RemoteModels | undefined;
}

/** Backoff alone makes pauses of up to eight seconds; what lasts longer is told. */
const secondsToTell = 9;

function createLayers({ model, seed }: Config, shared: Shared): ModelLayers {
  const { prices, meter, recorder, before } = shared;
  const { budget, limit, time } = shared.limits;
  const { remote } = shared;
  const { committed, record } = recorder;
  const recall = createRecall({ committed, ...(before ? { recorded: before } : {}) });
  const [retry, outage] = createAttemptLayers(model, seed, {
    onPause: ({ callId, milliseconds, message }) => {
      const seconds = Math.round(milliseconds / 1000);
      if (seconds >= secondsToTell) record({ type: 'call-pause', callId, seconds, message });
    },
    onOutage: (change) => record({ type: 'outage', ...change }),
  });
  const guard = [createStopForGood(), ...(time ? [time] : [])];
  const book = [meter.middleware, createPricing(prices)];
  return {
    call: remote ? [remote.watch, recall, unless(remote.has, guard), ...book] : [recall, ...guard, ...book],
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
