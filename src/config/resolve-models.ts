/** From the config's `model` block to models: one per role, each in its layers, all under one limit and budget. */
import { ModelError, UsageError } from '../core/errors.js';
import type { ChatModel, ModelMiddleware, Sampling } from '../core/model.js';
import {
  type Budget,
  type CallRecord,
  createBudget,
  createLimit,
  createMeter,
  createOpenAiModel,
  createPricing,
  createRetry,
  createRoute,
  listModels,
  loadPrices,
  type Meter,
  type PriceTable,
  type Role,
  resolveApiKey,
  resolveBaseUrl,
  wrapModel,
} from '../models/index.js';
import { createSimulatedModel, type SimulatedProfile, simulatedProfiles } from '../models/simulated/index.js';
import { packagePath } from '../util/package.js';
import { isProfilePath } from './load-config.js';
import { loadSimulatedProfile } from './load-simulated-profile.js';
import type { Config, RoleModelConfig } from './schema.js';

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
  readonly budget: Budget;
}

const roles = ['agent', 'reflection', 'update', 'formalizer'] as const;

/** Whether a model is a simulated one, in process or behind a server: its name says so. */
export function isSimulated(name: string): boolean {
  return name.startsWith('simulated-');
}

/** Builds the models. Throws a UsageError for a missing key, a bad URL, or a model that cannot be told. */
export async function resolveModels(
  config: Config,
  onCall: (call: CallRecord) => void = () => {},
): Promise<ResolvedModels> {
  const prices = loadPrices(config.prices ?? packagePath('configs/prices.yaml'));
  const meter = createMeter(onCall);
  const budget = createBudget(budgetLimits(config), prices);
  const limit = createLimit(config.concurrency);
  const retry = createRetry({ attempts: config.model.attempts, seed: config.seed });
  const layers = [meter.middleware, retry, limit.middleware(), budget.middleware, createPricing(prices)];
  const built = new Map<string, BuiltModel>();
  const models = {} as Record<Role, BuiltModel>;
  for (const role of roles) {
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
    budget,
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

interface BuiltModel {
  readonly model: ChatModel;
  readonly profile?: SimulatedProfile;
}

async function buildModel(
  settings: RoleModelConfig,
  layers: readonly ModelMiddleware[],
): Promise<BuiltModel> {
  const { provider, profile = 'strong' } = settings;
  if (provider !== 'openai') {
    const { name, numbers } = simulatedModel(profile, settings.name);
    return { model: wrapModel(createSimulatedModel({ name, profile: numbers }), layers), profile: numbers };
  }
  const { baseUrl, apiKeyEnv, timeoutSeconds, maxTokensField } = settings;
  const url = resolveBaseUrl(baseUrl, process.env);
  const name = settings.name ?? (await chooseModel(url, resolveApiKey(url, apiKeyEnv, process.env), profile));
  const options = {
    name,
    baseUrl: url,
    ...(apiKeyEnv ? { apiKeyEnv } : {}),
    ...(timeoutSeconds ? { timeoutMilliseconds: timeoutSeconds * 1000 } : {}),
    ...(maxTokensField ? { maxTokensField } : {}),
  };
  return {
    model: wrapModel(createOpenAiModel(options), [
      ...layers.slice(0, 1),
      firstContact(url),
      ...layers.slice(1),
    ]),
  };
}

function simulatedModel(
  profile: string,
  given: string | undefined,
): { name: string; numbers: SimulatedProfile } {
  const known = simulatedProfiles[profile];
  if (known) return { name: given ?? `simulated-${profile}`, numbers: known };
  if (!isProfilePath(profile)) {
    const names = Object.keys(simulatedProfiles).join(', ');
    throw new UsageError(
      `model.profile: there is no profile "${profile}"`,
      `known: ${names}, or the path of a file`,
    );
  }
  return { name: given ?? 'simulated-custom', numbers: loadSimulatedProfile(profile) };
}

/** The model to use where none is named: the server's only one, or the simulated one of the profile. */
async function chooseModel(url: string, apiKey: string, profile: string): Promise<string> {
  const offered = await listModels(url, apiKey);
  const simulated = offered.find((name) => name === `simulated-${profile}`);
  const only = offered.length === 1 ? offered[0] : undefined;
  const chosen = simulated ?? only;
  if (chosen) return chosen;
  throw new UsageError(
    'model.name is not set',
    `${url} offers: ${offered.slice(0, 12).join(', ') || 'nothing'}`,
  );
}

/**
 * Until one call has succeeded, a model that cannot be reached or refuses us is a wrong setting and stops the run;
 * later it is an episode's error.
 */
function firstContact(url: string): ModelMiddleware {
  let reached = false;
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      try {
        const reply = await model.complete(request);
        reached = true;
        return reply;
      } catch (error) {
        if (reached || !(error instanceof ModelError) || error.code === 'refusal') throw error;
        throw new UsageError(error.message, `check model.baseUrl (${url}), model.name and the key`);
      }
    },
  });
}

function route(models: Readonly<Record<Role, BuiltModel>>, config: Config, agent: Sampling): ChatModel {
  const { reflect, update } = config.sampling;
  const sampling: Record<Role, Sampling> = {
    agent,
    formalizer: { temperature: 0 },
    reflection: reflect,
    update,
  };
  return createRoute(mapRoles((role) => ({ model: models[role].model, sampling: sampling[role] })));
}

function mapRoles<T>(make: (role: Role) => T): Record<Role, T> {
  return {
    agent: make('agent'),
    reflection: make('reflection'),
    update: make('update'),
    formalizer: make('formalizer'),
  };
}

function budgetLimits({ budget }: Config) {
  return {
    ...(budget.usd === undefined ? {} : { costUsd: budget.usd }),
    ...(budget.tokens === undefined ? {} : { tokens: budget.tokens }),
    ...(budget.calls === undefined ? {} : { calls: budget.calls }),
  };
}
