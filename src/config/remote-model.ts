import type { ModelMiddleware } from '../core/model.js';
import type { RemoteModels } from '../executors/index.js';
import { type Role, wrapModel } from '../models/index.js';
import type { SimulatedProfile } from '../models/simulated/index.js';
import type { BuiltModel, ModelLayers } from './build-model.js';
import type { RemoteRoles } from './run-executor.js';

/** A model that workers ask. */
export function buildRemoteModel(
  { remote, specs }: RemoteRoles,
  role: Role,
  { call, cache }: ModelLayers,
): BuiltModel {
  const spec = specs[role];
  const model = remote.create(spec.name);
  if (spec.provider === 'simulated')
    return { model: wrapModel(model, call), profile: spec.numbers as unknown as SimulatedProfile };
  const { baseUrl, maxTokensField = 'max_tokens' } = spec;
  const kept = cache?.({ provider: 'openai', baseUrl, maxTokensField });
  return { model: wrapModel(model, [...call, ...(kept ? [kept] : [])]) };
}

/** The layers, but for calls that are answered already: what was paid for is recorded. */
export function unless(answered: RemoteModels['has'], layers: readonly ModelMiddleware[]): ModelMiddleware {
  return (model) => {
    const guarded = wrapModel(model, layers);
    return {
      id: model.id,
      complete: (request) => (answered(request) ? model : guarded).complete(request),
    };
  };
}
