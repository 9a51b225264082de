/** From what a run says of itself to what a worker plays its jobs with. */
import { UsageError } from '../core/errors.js';
import type { ChatModel, ModelMiddleware } from '../core/model.js';
import { findEnvironment } from '../environments/index.js';
import type { JobLayers, Player } from '../executors/index.js';
import {
  type CallLimit,
  createOpenAiModel,
  isLoopback,
  type Role,
  resolveApiKey,
  resolveBaseUrl,
  wrapModel,
} from '../models/index.js';
import { createSimulatedModel, type SimulatedProfile } from '../models/simulated/index.js';
import { createAttemptLayers, type OnOutage } from './attempt-layers.js';
import { createFirstContact } from './build-model.js';
import { type ModelSpec, setupSchema, type WorkerSetup } from './describe-setup.js';
import { createGiveWay } from './give-way.js';
import { modelRoles } from './model-roles.js';
import { checkAgentSettings, checkPrograms, createAgent } from './resolve-agent.js';
import { resolvePrompts } from './resolve-prompts.js';
import { environmentSettings } from './resolve-training.js';
import { routeRoles } from './route-roles.js';

/** What a worker has for all runs. */
export interface PlayerTools {
  /** On the calls of all of them. */
  readonly limit: CallLimit;
  /** Addresses of model servers that may be asked, and given keys, beside the usual one and this machine. */
  readonly servers: readonly string[];
  readonly onOutage: OnOutage;
}

/**
 * Makes a player. What it is given may come from anybody who reaches the queue: it names worlds, agents and prompts of
 * ours, and can neither start programs nor read files, nor send a key where the worker's user has not said so. Throws an
 * Error for what is malformed, and a UsageError for what this worker can not play.
 */
export function createPlayer(given: unknown, tools: PlayerTools): Player {
  const setup = setupSchema.parse(given);
  const sources = createSources(setup, tools);
  const models = (layers: JobLayers) => {
    const made = {} as Record<Role, ChatModel>;
    for (const role of modelRoles) made[role] = sources(role, layers);
    return made;
  };
  let world: ReturnType<Player['world']> | undefined;
  return {
    world: () => {
      world ??= createWorld(setup);
      return world;
    },
    prices: new Map(Object.entries(setup.prices)),
    models: (mode, layers) => routeRoles(models(layers), setup.sampling, setup.sampling[mode]),
    model: sources,
  };
}

async function createWorld({ world }: WorkerSetup): ReturnType<Player['world']> {
  if (world === null) throw new Error('the run plays its world itself');
  refuseOwn(world.environment);
  refuseOwn(world.agent);
  const definition = await findEnvironment(world.name);
  const { options, ...settings } = environmentSettings(world);
  if (definition.isSelfContained?.(options) === false)
    throw new Error('the world takes more than an instance');
  const environment = definition.create({ ...settings, options });
  if (environment.version !== world.version)
    throw new UsageError(
      `${world.name} is ${environment.version} here, and the run plays ${world.version}`,
      'have the same version everywhere',
    );
  const name = checkAgentSettings(world);
  if (name === 'own') throw new Error('the agent is the user’s own');
  const texts: Readonly<Record<string, string>> = world.prompts;
  const stages = Object.fromEntries(Object.keys(texts).map((stage) => [stage, stage]));
  const prompts = resolvePrompts(stages, name, 'autoplan', (stage) => texts[stage] ?? '');
  if (name === 'adaplanner') checkPrograms(world.shown, 'the run');
  return { environment, agent: createAgent(world, name, prompts.agents, world.shown) };
}

/** What names a file or a program is not taken from a queue. */
function refuseOwn(settings: Readonly<Record<string, unknown>>): void {
  const own = ['module', 'export', 'command', 'folder', 'demonstrations'].find((key) => key in settings);
  if (own !== undefined) throw new Error(`a job can not name a ${own}`);
}

/** Equal models are built once, with one limit and one view of whether their server is there. */
function createSources(setup: WorkerSetup, tools: PlayerTools) {
  const known = new Map<string, (layers: JobLayers) => ChatModel>();
  const [retry, outage] = createAttemptLayers(setup, setup.seed, { onOutage: tools.onOutage });
  const shared = [retry, outage, tools.limit.middleware()];
  return (role: Role, layers: JobLayers): ChatModel => {
    const key = JSON.stringify(setup.models[role]);
    const make = known.get(key) ?? createSource(setup.models[role], shared, tools);
    known.set(key, make);
    return make(layers);
  };
}

function createSource(spec: ModelSpec, shared: readonly ModelMiddleware[], { servers }: PlayerTools) {
  if (spec.provider === 'simulated') {
    const { name, numbers } = spec;
    const profile = numbers as unknown as SimulatedProfile;
    const simulated = createGiveWay()(createSimulatedModel({ name, profile }));
    return ({ call, attempt }: JobLayers) => wrapModel(simulated, [call, ...shared, ...attempt]);
  }
  const { baseUrl, apiKeyEnv, timeoutSeconds, ...rest } = spec;
  checkServer(baseUrl, servers);
  resolveApiKey(baseUrl, apiKeyEnv, process.env);
  const timeout = timeoutSeconds === undefined ? {} : { timeoutMilliseconds: timeoutSeconds * 1000 };
  const model = createOpenAiModel({
    name: rest.name,
    baseUrl,
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
    ...(rest.maxTokensField === undefined ? {} : { maxTokensField: rest.maxTokensField }),
    ...timeout,
  });
  const contact = createFirstContact(baseUrl);
  return ({ call, attempt }: JobLayers) => wrapModel(model, [call, contact, ...shared, ...attempt]);
}

/** Whoever can put jobs into the queue must not learn a key by naming a server of their own. */
function checkServer(baseUrl: string, servers: readonly string[]): void {
  const url = resolveBaseUrl(baseUrl, {});
  const known = [resolveBaseUrl(undefined, process.env), ...servers.map((one) => resolveBaseUrl(one, {}))];
  if (isLoopback(new URL(url).hostname) || known.includes(url)) return;
  throw new UsageError(`asks no model at ${url}`, `allow it: planwright worker --base-url ${url}`);
}
