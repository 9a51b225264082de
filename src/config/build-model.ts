/** One model from its settings: the simulated one in this process, or one behind a server. */
import { ModelError, UsageError } from '../core/errors.js';
import type { ChatModel, ModelMiddleware } from '../core/model.js';
import {
  type AnswerSource,
  createOpenAiModel,
  listModels,
  resolveApiKey,
  resolveBaseUrl,
  wrapModel,
} from '../models/index.js';
import { createSimulatedModel, type SimulatedProfile, simulatedProfiles } from '../models/simulated/index.js';
import { createGiveWay } from './give-way.js';
import { isProfilePath } from './load-config.js';
import { loadSimulatedProfile } from './load-simulated-profile.js';
import type { RoleModelConfig } from './schema.js';
import { forSetting, SettingError } from './setting-error.js';

/** A model in all its layers. */
export interface BuiltModel {
  readonly model: ChatModel;
  /** The numbers of a simulated model in this process. */
  readonly profile?: SimulatedProfile;
}

/** The layers around every model, the first one outermost. */
export interface ModelLayers {
  /** Sees each logical call once. */
  readonly call: readonly ModelMiddleware[];
  /** The cache of the answers of a model behind a server, where there is to be one. */
  readonly cache?: ((source: AnswerSource) => ModelMiddleware) | undefined;
  /** Retries and what lies below: sees each attempt. */
  readonly attempt: readonly ModelMiddleware[];
  /** Next to a server; a model in this process has none of it. */
  readonly send: readonly ModelMiddleware[];
}

/** Whether a model is a simulated one, in process or behind a server: its name says so. */
export function isSimulated(name: string): boolean {
  return name.startsWith('simulated-');
}

/** Builds a model. Rejects with a UsageError for an unknown profile, a bad URL, a missing key or name. */
export async function buildModel(settings: RoleModelConfig, layers: ModelLayers): Promise<BuiltModel> {
  const { provider, profile = 'strong' } = settings;
  if (provider === 'openai') return { model: await buildOpenAiModel(settings, profile, layers) };
  const { name, numbers } = simulatedModel(profile);
  const model = createGiveWay()(createSimulatedModel({ name, profile: numbers }));
  return { model: wrapModel(model, [...layers.call, ...layers.attempt]), profile: numbers };
}

/** A model as its settings name it, without asking anybody: those of a run's own config say it all. */
export function modelInSettings({ provider, profile = 'strong', name }: RoleModelConfig): {
  readonly name: string;
  readonly profile?: SimulatedProfile;
} {
  if (provider === 'openai') return { name: name ?? profile };
  const simulated = simulatedModel(profile);
  return { name: simulated.name, profile: simulated.numbers };
}

/** A simulated model is named after its profile, never by the user: its name is what says that it is simulated. */
function simulatedModel(profile: string): { name: string; numbers: SimulatedProfile } {
  const known = Object.hasOwn(simulatedProfiles, profile) ? simulatedProfiles[profile] : undefined;
  if (known) return { name: `simulated-${profile}`, numbers: known };
  if (isProfilePath(profile)) {
    const numbers = forSetting('model.profile', () => loadSimulatedProfile(profile));
    return { name: 'simulated-custom', numbers };
  }
  const names = Object.keys(simulatedProfiles).join(', ');
  throw new SettingError(
    'model.profile',
    `there is no profile "${profile}"`,
    `known: ${names}, or the path of a file`,
  );
}

async function buildOpenAiModel(
  settings: RoleModelConfig,
  profile: string,
  layers: ModelLayers,
): Promise<ChatModel> {
  const { apiKeyEnv, timeoutSeconds, maxTokensField } = settings;
  const baseUrl = forSetting('model.baseUrl', () => resolveBaseUrl(settings.baseUrl, process.env));
  const apiKey = forSetting('model.provider', () => resolveApiKey(baseUrl, apiKeyEnv, process.env));
  const model = createOpenAiModel({
    name: settings.name ?? (await chooseModel(baseUrl, apiKey, profile)),
    baseUrl,
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
    ...(timeoutSeconds === undefined ? {} : { timeoutMilliseconds: timeoutSeconds * 1000 }),
    ...(maxTokensField === undefined ? {} : { maxTokensField }),
  });
  const source: AnswerSource = {
    provider: 'openai',
    baseUrl,
    maxTokensField: maxTokensField ?? 'max_tokens',
  };
  const cache = layers.cache?.(source);
  return wrapModel(model, [
    ...layers.call,
    ...(cache ? [cache] : []),
    createFirstContact(baseUrl),
    ...layers.attempt,
    ...layers.send,
  ]);
}

/** The model to use where none is named: the server's only one, or the simulated one of the profile. */
export async function chooseModel(url: string, apiKey: string, profile: string): Promise<string> {
  const offered = await listModels(url, apiKey);
  const simulated = offered.find((name) => name === `simulated-${profile}`);
  const chosen = simulated ?? (offered.length === 1 ? offered[0] : undefined);
  if (chosen !== undefined) return chosen;
  const shown = offered.slice(0, 12).join(', ') || 'nothing';
  const more = offered.length > 12 ? ` and ${offered.length - 12} more` : '';
  throw new SettingError(
    'model.name',
    'is not set, and the server offers more than one',
    `${url} has: ${shown}${more}`,
  );
}

/**
 * Until one call has succeeded, a model that cannot be reached or refuses us is a wrong setting and stops the run;
 * later it is an episode's error.
 */
export function createFirstContact(url: string): ModelMiddleware {
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
