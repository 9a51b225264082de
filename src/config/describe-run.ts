/** What a run says about itself: its digest, its manifest, and the config that runs it again. */
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { formatPlainPlan } from '../plans/index.js';
import { loadPrompt, movePrompt } from '../shipping/index.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson, type JsonObject } from '../util/json.js';
import { toolVersion } from '../util/package.js';
import { isSimulated } from './build-model.js';
import { isProfilePath } from './load-config.js';
import { modelRoles } from './model-roles.js';
import type { ResolvedModels } from './resolve-models.js';
import type { ResolvedPrompts } from './resolve-prompts.js';
import type { ResolvedSuite } from './resolve-training.js';
import type { Config, OriginSettings } from './schema.js';

/**
 * Eight hex digits that tell apart what can lead to different results: suite, world, prompts, models, settings, and
 * what `further` says that no setting does. Where a model runs, how many calls are in flight, what may be spent
 * and which answers are had already make no difference.
 */
export function digestExperiment(
  config: Config,
  tasks: ResolvedSuite,
  models: ResolvedModels,
  prompts: ResolvedPrompts,
  further: JsonObject = {},
): string {
  const facts = {
    ...decisiveSettings(config),
    planText: initialPlanText(config),
    prompts: prompts.digest,
    suite: tasks.suite.digest,
    environment: { ...environmentChoices(config), version: tasks.environment.version },
    models: models.names,
    profile: models.profiles['simulated-custom'] ?? null,
    tool: toolVersion,
    ...further,
  };
  return sha256(canonicalJson(facts)).slice(0, 8);
}

/** The settings that can lead to different results; of those that name other things, what they name counts. */
function decisiveSettings(config: Config) {
  const {
    name: _name,
    suite: _suite,
    runs: _runs,
    prices: _prices,
    prompts: _prompts,
    model: _model,
    plan: _plan,
    concurrency: _concurrency,
    executor: _executor,
    budget: _budget,
    cache: _cache,
    durability: _durability,
    errorsAllowed: _allowed,
    agent: { demonstrations: _demonstrations, ...agent },
    ...decisive
  } = config;
  return { ...decisive, environment: environmentChoices(config), agent: withoutOrigin(agent) };
}

/** What a config chooses about its world, wherever that comes from. */
export function environmentChoices({ environment }: Pick<Config, 'environment'>) {
  return withoutOrigin(environment);
}

/** Where the user's own is, and how it is run: its name, version and digest count in its place. */
function withoutOrigin<Settings extends OriginSettings>(settings: Settings) {
  const {
    module: _module,
    export: _export,
    command: _command,
    folder: _folder,
    timeoutSeconds: _timeout,
    ...choices
  } = settings;
  return choices;
}

function initialPlanText({ plan }: Config): string {
  return plan === undefined ? '' : loadPrompt(plan, { allowEdited: true }).plan.text;
}

/** Versions and digests of everything that went into a run, and the settings that can change a result. */
export function describeManifest(
  config: Config,
  tasks: ResolvedSuite,
  models: ResolvedModels,
  prompts: ResolvedPrompts,
) {
  return {
    tool: toolVersion,
    node: process.version,
    suite: { name: tasks.suite.name, digest: tasks.suite.digest },
    environment: { name: tasks.environment.name, version: tasks.environment.version },
    prompts: prompts.digest,
    models: { ...models.names },
    simulated: Object.values(models.names).some(isSimulated),
    profiles: Object.fromEntries(
      Object.entries(models.profiles).map(([name, profile]) => [name, { ...profile }]),
    ),
    initialPlan: config.plan === undefined ? null : `sha256:${sha256(initialPlanText(config))}`,
    settings: JSON.parse(JSON.stringify(decisiveSettings(config))) as JsonObject,
  };
}

/**
 * The prompt of somebody else that a run starts from, as the file `start.md` of its folder: the user's own is there to be
 * changed. Undefined where the run starts from a plan file or from nothing.
 */
export function startFile({ plan: file }: Config): string | undefined {
  if (file === undefined) return undefined;
  const { plan, details } = loadPrompt(file, { allowEdited: true });
  return details === null ? formatPlainPlan(plan) : undefined;
}

/**
 * The resolved config as YAML that can be run again from anywhere on this machine: paths are absolute, and models
 * that a server chose are named. With a `start.md` beside it, the plan is that.
 */
export function formatConfig(config: Config, models: ResolvedModels, start?: string): string {
  const { suite, plan, prices, runs, prompts, agent, cache, environment } = config;
  const here = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
  const resolved = {
    ...config,
    suite: here(suite),
    plan: start === undefined ? plan && movePrompt(plan, resolve) : 'start.md',
    prices: here(prices),
    runs: here(runs),
    cache: cache && { ...cache, folder: resolve(cache.folder) },
    environment: { ...environment, ...absoluteFolder(environment) },
    agent: { ...agent, demonstrations: here(agent.demonstrations), ...absoluteFolder(agent) },
    prompts: Object.fromEntries(Object.entries(prompts).map(([stage, file]) => [stage, resolve(file)])),
    model: resolveModelBlock(config.model, models),
  };
  return stringify(resolved, { lineWidth: 0 });
}

/** The folder of the user's own. */
function absoluteFolder({ module, command, folder = '.' }: OriginSettings): { folder?: string } {
  return module === undefined && command === undefined ? {} : { folder: resolve(folder) };
}

/** The settings of the models with each of them named, and paths that hold from anywhere. */
export function resolveModelBlock(
  model: Config['model'],
  { names }: Pick<ResolvedModels, 'names'>,
): Config['model'] {
  const resolved = { ...model, ...absoluteProfile(model) };
  for (const role of modelRoles) {
    const own = model[role];
    if (own) resolved[role] = { ...own, ...absoluteProfile(own), name: names[role] };
    else if (model.provider === 'openai') resolved.name = names[role];
  }
  return resolved;
}

function absoluteProfile({ profile }: { readonly profile?: string | undefined }): { profile?: string } {
  return profile !== undefined && isProfilePath(profile) ? { profile: resolve(profile) } : {};
}
