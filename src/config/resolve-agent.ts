/** From the settings of the agent to the agent, with the demonstrations that it is shown. */
import {
  createAdaplannerAgent,
  createAutoplanAgent,
  createReactAgent,
  createReflexionAgent,
  parseProgram,
  pickDemonstrations,
} from '../agents/index.js';
import type { Agent } from '../core/agent.js';
import type { Demonstration } from '../core/demonstration.js';
import type { TaskSuite } from '../core/task.js';
import type { EnvironmentDefinition } from '../environments/index.js';
import { demonstrationsName, loadDemonstrations } from '../suites/index.js';
import { packagePath } from '../util/package.js';
import { type AgentName, agentSettings, isAgentName } from './agent-settings.js';
import type { External } from './open-external.js';
import type { AllAgentPrompts } from './resolve-prompts.js';
import { type Config, heldOutSplit } from './schema.js';
import { forSetting, SettingError } from './setting-error.js';

/** An agent, and what it is shown. */
export interface ResolvedAgent {
  readonly agent: Agent;
  /** The examples in its prompts, by task type. */
  readonly shown: readonly Demonstration[];
}

/** The suite that is played, its world, and its task types that are wanted. */
export interface AgentTasks {
  readonly suite: TaskSuite;
  readonly definition: EnvironmentDefinition;
  readonly wanted: readonly string[];
}

/** The name of the agent. Throws a SettingError for one that is not known, and for settings that it does not have. */
export function checkAgentSettings({ agent }: Pick<Config, 'agent'>): AgentName {
  const { name } = agent;
  if (!isAgentName(name))
    throw new SettingError(
      'agent.name',
      `there is no "${name}"`,
      `known: ${Object.keys(agentSettings).join(', ')}`,
    );
  const own: readonly string[] = ['name', ...agentSettings[name]];
  const foreign = Object.keys(agent).find((key) => !own.includes(key));
  if (foreign === undefined) return name;
  throw new SettingError(
    `agent.${foreign}`,
    `the agent "${name}" has no such setting`,
    `it has: ${own.join(', ')}`,
  );
}

/** The agent that a config names. Throws a SettingError for settings and demonstrations that do not fit. */
export function resolveAgent(
  config: Config,
  name: AgentName,
  tasks: AgentTasks,
  prompts: AllAgentPrompts,
  own: External['agent'],
): ResolvedAgent {
  if (name === 'own') {
    if (own === undefined) throw new SettingError('agent.name', 'is own, and yours was not loaded');
    return { agent: own(prompts.own), shown: [] };
  }
  const shown = name === 'autoplan' ? [] : resolveDemonstrations(config, name, tasks);
  return { agent: createAgent(config, name, prompts, shown), shown };
}

/** One of our agents, with the examples that it is shown. */
export function createAgent(
  { agent }: Pick<Config, 'agent'>,
  name: Exclude<AgentName, 'own'>,
  prompts: AllAgentPrompts,
  demonstrations: readonly Demonstration[],
): Agent {
  const { name: _name, demonstrations: _file, ...settings } = agent;
  const given = { ...settings, demonstrations };
  const create = {
    autoplan: () => createAutoplanAgent({ ...settings, prompts: prompts.autoplan }),
    react: () => createReactAgent({ ...given, prompts: prompts.react }),
    reflexion: () => createReflexionAgent({ ...given, prompts: prompts.reflexion }),
    adaplanner: () => createAdaplannerAgent({ ...given, prompts: prompts.adaplanner }),
  };
  return create[name]();
}

function resolveDemonstrations(
  config: Config,
  name: AgentName,
  { suite, wanted, definition }: AgentTasks,
): readonly Demonstration[] {
  const { shots = 0, demonstrations } = config.agent;
  if (shots === 0 && demonstrations === undefined) return [];
  const file = demonstrations ?? shippedDemonstrations(definition);
  const { environment, demonstrations: found } = forSetting('agent.demonstrations', () =>
    loadDemonstrations(file),
  );
  if (environment !== suite.environment)
    throw new SettingError(
      'agent.demonstrations',
      `${file} is for ${environment}, not for ${suite.environment}`,
    );
  const shown = forSetting('agent.shots', () =>
    wanted.flatMap((taskType) => pickDemonstrations({ demonstrations: found, shots }, taskType)),
  );
  checkSplits(shown, suite, heldOutSplit(config));
  if (name === 'adaplanner') forSetting('agent.demonstrations', () => checkPrograms(shown, file));
  return shown;
}

/** The demonstrations that come with a world. */
function shippedDemonstrations({ name, shippedSuite = name }: EnvironmentDefinition): string {
  return packagePath(`tasks/${shippedSuite}/${demonstrationsName}`);
}

/** What an agent is shown the solution of can not also show how well it plays. */
function checkSplits(shown: readonly Demonstration[], suite: TaskSuite, heldOut: string): void {
  const ids = new Set(shown.map(({ instanceId }) => instanceId));
  const measured = suite.instances.find(
    ({ id, split, sourceSplit }) => ids.has(id) && (split === heldOut || sourceSplit === heldOut),
  );
  if (measured === undefined) return;
  throw new SettingError(
    'agent.demonstrations',
    `"${measured.id}" is shown as an example, but is in the split "${heldOut}", which is measured on`,
    'show demonstrations of another split, or measure on another',
  );
}

/** Throws a SettingError for a demonstration without a program that can be run. `file` names them. */
export function checkPrograms(shown: readonly Demonstration[], file: string): void {
  for (const { instanceId, program } of shown) {
    if (program === undefined)
      throw new SettingError('agent.demonstrations', `${file}: "${instanceId}" has no program`);
    parseProgram(program, `${file}: "${instanceId}": program`);
  }
}
