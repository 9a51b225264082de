/** What workers are told of a run, as plain data that holds on any machine: never a key, a path or a program. */
import { z } from 'zod';
import type { Demonstration } from '../core/demonstration.js';
import { type Role, resolveApiKey, resolveBaseUrl } from '../models/index.js';
import type { JsonObject } from '../util/json.js';
import { chooseModel, modelInSettings } from './build-model.js';
import { modelRoles } from './model-roles.js';
import { readPrompt } from './resolve-prompts.js';
import type { ResolvedMethod, ResolvedSuite } from './resolve-training.js';
import { type Config, configSchema, type RoleModelConfig } from './schema.js';
import { forSetting } from './setting-error.js';

const text = z.string().min(1);
const settings = configSchema.shape;

/** Simulated models are named by us: see `modelInSettings`. */
const simulated = z.strictObject({
  provider: z.literal('simulated'),
  name: z.string().regex(/^simulated-[a-z]+$/),
  numbers: z.record(z.string(), z.number()),
});
const served = z.strictObject({
  provider: z.literal('openai'),
  name: text,
  baseUrl: text,
  apiKeyEnv: text.exactOptional(),
  timeoutSeconds: z.number().gt(0).exactOptional(),
  maxTokensField: z.enum(['max_tokens', 'max_completion_tokens']).exactOptional(),
});
const model = z.discriminatedUnion('provider', [simulated, served]);
/** A model as workers build it. */
export type ModelSpec = z.infer<typeof model>;

const demonstration = z.strictObject({
  instanceId: z.string(),
  taskType: z.string(),
  goal: z.string(),
  initialObservation: z.string(),
  steps: z.array(
    z.strictObject({ thought: z.string().exactOptional(), action: z.string(), observation: z.string() }),
  ),
  program: (z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>).exactOptional(),
}) satisfies z.ZodType<Demonstration>;

/** What the jobs of a run share. */
export const setupSchema = z.strictObject({
  /** Null where the run plays its world itself, and sends single calls. */
  world: z
    .strictObject({
      suite: text,
      name: text,
      version: text,
      environment: settings.environment,
      agent: settings.agent,
      /** The user's own words, by stage. */
      prompts: z.record(z.string(), z.string()),
      shown: z.array(demonstration),
    })
    .nullable(),
  models: z.strictObject({ agent: model, reflection: model, update: model, formalizer: model, judge: model }),
  sampling: settings.sampling,
  seed: settings.seed,
  attempts: z.number().int().min(1),
  maxPauseSeconds: z.number().gt(0),
  outageSeconds: z.number().min(0),
  /** US$ per million tokens by model, where money is limited. */
  prices: z.record(
    z.string(),
    z.strictObject({ input: z.number(), output: z.number(), cachedInput: z.number().exactOptional() }),
  ),
});
/** What the jobs of a run share. */
export type WorkerSetup = z.infer<typeof setupSchema>;

/** Whether workers can play a run's world with its agent: what is the user's own stays where it is. */
export function playsAnywhere(
  { environment }: Config,
  tasks: ResolvedSuite,
  method: ResolvedMethod,
): boolean {
  const { isSelfContained } = tasks.definition;
  return Object.keys(method.identity).length === 0 && (isSelfContained?.(environment.options ?? {}) ?? true);
}

/** The part of it that says what is played. */
export function describeWorld(
  { environment, agent, prompts }: Config,
  { suite, environment: world }: ResolvedSuite,
  { shown }: ResolvedMethod,
): WorkerSetup['world'] {
  const { demonstrations: _file, ...playing } = agent;
  return {
    suite: suite.digest,
    name: world.name,
    version: world.version,
    environment,
    agent: playing,
    prompts: Object.fromEntries(Object.entries(prompts).map(([stage, file]) => [stage, readPrompt(file)])),
    shown: JSON.parse(JSON.stringify(shown)),
  };
}

/** All models of a config, named. Rejects with a UsageError for what can not be told. */
export async function describeModels({ model: shared }: Config): Promise<Record<Role, ModelSpec>> {
  const specs = {} as Record<Role, ModelSpec>;
  for (const role of modelRoles) specs[role] = await describeModel({ ...shared, ...shared[role] });
  return specs;
}

async function describeModel(given: RoleModelConfig): Promise<ModelSpec> {
  const { name, profile: numbers } = modelInSettings(given);
  if (numbers !== undefined) return { provider: 'simulated', name, numbers: { ...numbers } };
  const { apiKeyEnv, timeoutSeconds, maxTokensField, profile = 'strong' } = given;
  const baseUrl = forSetting('model.baseUrl', () => resolveBaseUrl(given.baseUrl, process.env));
  const key = () => forSetting('model.provider', () => resolveApiKey(baseUrl, apiKeyEnv, process.env));
  return {
    provider: 'openai',
    name: given.name ?? (await chooseModel(baseUrl, key(), profile)),
    baseUrl,
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(maxTokensField === undefined ? {} : { maxTokensField }),
  };
}
