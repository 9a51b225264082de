/** Keys of model servers that are not there. A dry run asks nobody and does without them, and says what the run will need. */
import { UsageError } from '../core/errors.js';
import { resolveApiKey, resolveBaseUrl } from '../models/index.js';
import { modelRoles } from './model-roles.js';
import type { Config, RoleModelConfig } from './schema.js';
import { forSetting } from './setting-error.js';

/** What is wrong with the key of a model's server; null for nothing. Throws a UsageError for a bad URL. */
export function problemWithKey({ provider, baseUrl: given, apiKeyEnv }: RoleModelConfig): string | null {
  if (provider !== 'openai') return null;
  const baseUrl = forSetting('model.baseUrl', () => resolveBaseUrl(given, process.env));
  try {
    resolveApiKey(baseUrl, apiKeyEnv, process.env);
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** What is wrong with the keys of all models that runs of some configs ask themselves, each problem once. */
export function describeMissingKeys(
  configs: readonly Pick<Config, 'model' | 'executor'>[],
): readonly string[] {
  const own = configs.filter(({ executor }) => executor.name === 'local');
  const all = own.flatMap(({ model }) => modelRoles.map((role) => ({ ...model, ...model[role] })));
  return [...new Set(all.flatMap((settings) => problemWithKey(settings) ?? []))];
}
