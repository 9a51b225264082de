/** The composition root: from a config to the objects of a training. The only place that knows all names. */
import type { Agent } from '../core/agent.js';
import type { Demonstration } from '../core/demonstration.js';
import type { Environment } from '../core/environment.js';
import { messageOf } from '../core/errors.js';
import type { Optimizer } from '../core/optimizer.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance, TaskSuite } from '../core/task.js';
import type { EnvironmentDefinition } from '../environments/index.js';
import { createPlan, emptyPlan } from '../plans/index.js';
import type { EpisodeLimits } from '../rollout/index.js';
import { loadPrompt } from '../shipping/index.js';
import { loadSuite, selectInstances } from '../suites/index.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson, type JsonObject } from '../util/json.js';
import { hideSecrets } from '../util/secrets.js';
import type { External } from './open-external.js';
import { checkOptimizerSettings, usesValidation } from './optimizer-settings.js';
import { checkAgentSettings, resolveAgent } from './resolve-agent.js';
import { resolveOptimizer } from './resolve-optimizer.js';
import { type ResolvedPrompts, resolvePrompts } from './resolve-prompts.js';
import { type ResolvedScoring, resolveScoring } from './resolve-scoring.js';
import type { Config } from './schema.js';
import { blameSetting, forSetting, SettingError } from './setting-error.js';

/** The instances of one task type. */
export interface TaskTypeInstances {
  readonly taskType: string;
  readonly train: readonly TaskInstance[];
  readonly heldOut: readonly TaskInstance[];
  /** To measure plans on while they are being learned; empty where that is not asked for. */
  readonly validation: readonly TaskInstance[];
  /** Instances that no sequence of actions solves under the environment's rules; they are not played. */
  readonly unsolvable: number;
}

/** The world and the data that a config names. */
export interface ResolvedSuite {
  readonly suite: TaskSuite;
  readonly definition: EnvironmentDefinition;
  readonly environment: Environment;
  /** Task types that are wanted, in the world's order. */
  readonly wanted: readonly string[];
  readonly limits: EpisodeLimits;
}

/** The same with the instances of a training. */
export interface ResolvedTasks extends ResolvedSuite {
  readonly taskTypes: readonly TaskTypeInstances[];
}

/** Who plays and who learns, and how it is scored. */
export interface ResolvedMethod {
  readonly agent: Agent;
  readonly optimizer: Optimizer;
  readonly prompts: ResolvedPrompts;
  readonly scoring: ResolvedScoring;
  /** The examples that the agent is shown. */
  readonly shown: readonly Demonstration[];
  /** What of the world and the agent is the user's own, as part of the manifest; empty where all is ours. */
  readonly identity: JsonObject;
}

/** Loads the suite and makes its world. Rejects with a UsageError that names what is missing. */
export async function resolveSuite(config: Config, external: External): Promise<ResolvedSuite> {
  const { suite: folder } = config;
  if (folder === undefined)
    throw new SettingError('suite', 'is not set', 'set it in the config, or with --set suite=FOLDER');
  const suite = forSetting('suite', () => loadSuite(folder));
  checkPlan(config, suite);
  const definition = await external.definitionFor(suite);
  const environment = createEnvironment(config, suite, definition);
  const { maxSteps = environment.maxSteps, maxTokens, maxSeconds } = config.limits;
  return {
    suite,
    definition,
    environment,
    wanted: wantedTypes(config, suite, definition),
    limits: { maxSteps, ...(maxTokens ? { maxTokens } : {}), ...(maxSeconds ? { maxSeconds } : {}) },
  };
}

/** Throws a SettingError for a plan file of another world: before what else does not fit because of it. */
export function checkPlan({ plan: file }: Pick<Config, 'plan'>, suite: TaskSuite): void {
  if (file === undefined) return;
  const { plan, details } = forSetting('plan', () => loadPrompt(file, { allowEdited: true }));
  if (details === null || plan.environment === suite.environment) return;
  const { environment, taskType } = plan;
  throw new SettingError(
    'plan',
    `${file} is for ${environment}/${taskType}, and the suite is ${suite.environment}`,
    'give a suite of that world, or another plan',
  );
}

/** What a config chooses about a world, as the world takes it. */
export function environmentSettings({ environment }: Pick<Config, 'environment'>) {
  const { feedback, rules: given = {}, options = {} } = environment;
  const rules = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value].flat()]));
  return { ...(feedback === undefined ? {} : { feedback }), rules, options };
}

/** Each group of settings is tried on its own first, so that a complaint is about the group that it comes from. */
function createEnvironment(config: Config, suite: TaskSuite, definition: EnvironmentDefinition): Environment {
  const { options = {}, rules, ...manner } = environmentSettings(config);
  forSetting('environment.feedback', () => definition.create(manner));
  forSetting('environment.rules', () => definition.create({ rules }));
  return forOption(options, () =>
    definition.create({ ...manner, rules, options, instances: suite.instances }),
  );
}

/** A complaint about the options is about the one that it names in quotes, where that one was given. */
function forOption<T>(options: JsonObject, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const named = Object.keys(options).find((name) => messageOf(error).includes(`'${name}'`));
    throw blameSetting(`environment.options${named === undefined ? '' : `.${named}`}`, error);
  }
}

/** Loads the suite and picks the instances of a training. Rejects with a UsageError that names what is missing. */
export async function resolveTasks(config: Config, external: External): Promise<ResolvedTasks> {
  const resolved = await resolveSuite(config, external);
  const taskTypes = resolved.wanted.map((taskType): TaskTypeInstances => {
    const pick = (key: 'train' | 'heldOut', usual: string) =>
      forSetting(key, () =>
        pickInstances(resolved, taskType, { ...splitOf(config[key], usual), seed: config.seed }),
      );
    const train = pick('train', 'train');
    const heldOut = pick('heldOut', 'held-out');
    checkBatch(config, train.instances, taskType);
    checkHeldOut(train.instances, heldOut.instances, taskType);
    const validation = pickValidation(config, resolved, taskType, [...train.instances, ...heldOut.instances]);
    return {
      taskType,
      train: train.instances,
      heldOut: heldOut.instances,
      validation: validation.instances,
      unsolvable: train.unsolvable + heldOut.unsolvable + validation.unsolvable,
    };
  });
  return { ...resolved, taskTypes };
}

/** The split `validation`, where the optimizer measures on it; none of what is trained on or held out. */
function pickValidation(
  { optimizer, seed }: Config,
  resolved: ResolvedSuite,
  taskType: string,
  others: readonly TaskInstance[],
): { instances: readonly TaskInstance[]; unsolvable: number } {
  if (!usesValidation(optimizer)) return { instances: [], unsolvable: 0 };
  const found = forSetting('optimizer.validation', () =>
    pickInstances(resolved, taskType, { split: 'validation', seed }),
  );
  const taken = new Set(others.map(({ id }) => id));
  const { length } = found.instances;
  const both = found.instances.filter(({ id }) => taken.has(id)).length;
  if (both > 0)
    throw new SettingError(
      'optimizer.validation',
      `${both} of the ${length} ${taskType} instances to validate on are trained on or held out`,
      'choose another split for train or heldOut',
    );
  const { validation = 0 } = optimizer;
  if (validation > length)
    throw new SettingError(
      'optimizer.validation',
      `is ${validation}, but there are ${length} ${taskType} instances to validate on`,
      'lower it',
    );
  return found;
}

/** What is learned from can not also show whether learning helped. */
function checkHeldOut(
  train: readonly TaskInstance[],
  heldOut: readonly TaskInstance[],
  taskType: string,
): void {
  const trained = new Set(train.map(({ id }) => id));
  const both = heldOut.filter(({ id }) => trained.has(id)).length;
  if (both === 0) return;
  const problem = `${both} of the ${heldOut.length} ${taskType} instances to measure on are trained on as well`;
  throw new SettingError('heldOut', problem, 'choose another split for train or heldOut');
}

/** A setting that is a split's name, or a number of instances of the usual split. */
function splitOf(setting: string | number, usual: string): { split: string; limit?: number } {
  return typeof setting === 'string' ? { split: setting } : { split: usual, limit: setting };
}

/** Instances of a task type that can be solved under the world's rules, and how many cannot. */
export function pickInstances(
  { suite, environment }: ResolvedSuite,
  taskType: string,
  wanted: { readonly split: string; readonly limit?: number; readonly seed: number },
): { instances: readonly TaskInstance[]; unsolvable: number } {
  const all = selectInstances(suite, { taskType, split: wanted.split });
  const playable = all.filter((instance) => environment.isSolvable?.(instance) ?? true);
  if (playable.length === 0) {
    throw new SettingError(
      'environment.rules',
      `no ${taskType} instance in split "${wanted.split}" of suite "${suite.name}" can be solved under them`,
      'change the rules, or leave this task type out',
    );
  }
  const instances = selectInstances({ ...suite, instances: playable }, { taskType, ...wanted });
  return { instances, unsolvable: all.length - playable.length };
}

function wantedTypes(
  { taskType }: Config,
  suite: TaskSuite,
  { taskTypes: known }: EnvironmentDefinition,
): string[] {
  const wanted = [taskType].flat();
  if (wanted.includes('all'))
    return known.filter((type) => suite.instances.some((one) => one.taskType === type));
  const unknown = wanted.find((type) => !known.includes(type));
  if (unknown)
    throw new SettingError(
      'taskType',
      `there is no "${unknown}" in ${suite.environment}`,
      `known: ${known.join(', ')}, all`,
    );
  return [...new Set(wanted)];
}

function checkBatch({ batchSize }: Config, train: readonly TaskInstance[], taskType: string): void {
  if (batchSize <= train.length) return;
  throw new SettingError(
    'batchSize',
    `is ${batchSize}, but there are ${train.length} ${taskType} instances to train on`,
    'lower batchSize or raise train',
  );
}

/** The agent, the optimizer and the scores that a config names, for the tasks that are played. */
export function resolveMethod(config: Config, tasks: ResolvedSuite, external: External): ResolvedMethod {
  const agentName = checkAgentSettings(config);
  checkThoughtPrompts(config);
  const prompts = resolvePrompts(config.prompts, agentName, checkOptimizerSettings(config.optimizer));
  const { agent, shown } = resolveAgent(config, agentName, tasks, prompts.agents, external.agent);
  const optimizer = resolveOptimizer(config, prompts.optimizers);
  // Examples are a part of what is said, wherever their file is.
  const digest =
    shown.length === 0 ? prompts.digest : `sha256:${sha256(canonicalJson([prompts.digest, shown]))}`;
  const scoring = resolveScoring(config, tasks.environment, prompts.judge);
  return { agent, optimizer, prompts: { ...prompts, digest }, scoring, shown, identity: external.identity };
}

/** Who has other words for the thought alone would wonder why they are never said. */
function checkThoughtPrompts({ agent, prompts }: Config): void {
  if (agent.calls !== 'together') return;
  const instead = { thought: 'decide', thoughtWithoutPlan: 'decideWithoutPlan' };
  const unused = Object.entries(instead).find(
    ([apart, together]) => apart in prompts && !(together in prompts),
  );
  if (unused === undefined) return;
  throw new SettingError(
    `prompts.${unused[0]}`,
    'is not said: thought and action are asked for in one call',
    `give prompts.${unused[1]}, or set agent.calls to apart`,
  );
}

/** The plan to start from: the user's, or none. */
export function resolveInitialPlan(file: string | undefined, environment: string, taskType: string): Plan {
  if (file === undefined) return emptyPlan(environment, taskType);
  const { plan } = forSetting('plan', () => loadPrompt(file, { allowEdited: true }));
  if (hideSecrets(plan.text) !== plan.text)
    throw new SettingError(
      'plan',
      `${file} holds what looks like a key`,
      'take it out: plans are recorded and sent',
    );
  return createPlan({ text: plan.text, iteration: 0, environment, taskType });
}
