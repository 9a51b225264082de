/** From the config's `model` block to models: one per role, each in its layers, all under one limit and budget. */
import type { ChatModel, Sampling } from '../core/model.js';
import {
  type Budget,
  type CallLimit,
  type CallRecord,
  createBudget,
  createLimit,
  createMeter,
  createPricing,
  createRetry,
  createRoute,
  loadPrices,
  type Meter,
  type PriceTable,
  type Role,
} from '../models/index.js';
import type { SimulatedProfile } from '../models/simulated/index.js';
import { packagePath } from '../util/package.js';
import { type BuiltModel, buildModel, type ModelLayers } from './build-model.js';
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
  readonly limit: CallLimit;
}

/** The limits of a config. Models that are resolved with the same ones stay within them together. */
export function createCallLimits(config: Config): CallLimits {
  return {
    budget: createBudget(budgetLimits(config), loadPriceTable(config)),
    limit: createLimit(config.concurrency),
  };
}

/** Builds the models. Throws a UsageError for a missing key, a bad URL, or a model that cannot be told. */
export async function resolveModels(
  config: Config,
  onCall: (call: CallRecord) => void = () => {},
  limits: CallLimits = createCallLimits(config),
): Promise<ResolvedModels> {
  const prices = loadPriceTable(config);
  const meter = createMeter(onCall);
  const layers = createLayers(config, prices, meter, limits);
  const built = new Map<string, BuiltModel>();
  const models = {} as Record<Role, BuiltModel>;
  for (const role of modelRoles) {
    const settings: RoleModelConfig = { ...config.model, ...config.model[role] };
    const key = JSON.stringify(settings, [...settingKeys]);
    const made = built.get(key) ?? (await buildModel(settings, layers));
    built.set(key, made);
    models[role] = made;
  }
  return {
    optimize: route(models, config, config.sampling.optimize),
    evaluate: route(models, config, config.sampling.evaluate),
    names: mapRoles((role) => models[role].model.id),
    profiles: Object.fromEntries(
      [...built.values()].flatMap(({ model, profile }) => (profile ? [[model.id, profile]] : [])),
    ),
    prices,
    meter,
  };
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

function createLayers(
  config: Config,
  prices: PriceTable,
  meter: Meter,
  { budget, limit }: CallLimits,
): ModelLayers {
  const retry = createRetry({ attempts: config.model.attempts, seed: config.seed });
  return {
    call: [createStopForGood(), meter.middleware],
    attempt: [retry, limit.middleware(), budget.middleware, createPricing(prices)],
  };
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
