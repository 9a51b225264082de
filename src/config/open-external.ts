/** The user's own world and agent, from a module or a process: they take their time, so they come before all else. */
import { createPlainConversation, type PlainPrompts } from '../agents/index.js';
import type { Agent } from '../core/agent.js';
import { UsageError } from '../core/errors.js';
import type { TaskSuite } from '../core/task.js';
import { type EnvironmentDefinition, findEnvironment } from '../environments/index.js';
import {
  adoptAgent,
  adoptEnvironment,
  describeModule,
  digestCommand,
  importValue,
  openProcessAgent,
  openProcessWorld,
} from '../external/index.js';
import { systemClock } from '../util/clock.js';
import { kindOf } from '../util/files.js';
import type { JsonObject } from '../util/json.js';
import type { MaybePromise } from '../util/maybe-promise.js';
import type { Config, OriginSettings } from './schema.js';
import { blameSetting, SettingError } from './setting-error.js';

/** What of a config is the user's own. */
export interface External {
  /** The world of a suite: the user's, or ours by its name. Rejects with a SettingError where there is none. */
  readonly definitionFor: (suite: TaskSuite) => Promise<EnvironmentDefinition>;
  /** The user's agent; absent where one of ours plays. */
  readonly agent?: (prompts: PlainPrompts) => Agent;
  /** `own` with versions and digests of what is the user's, for the manifest; empty where all is ours. */
  readonly identity: JsonObject;
  /** Ends the processes that were started. */
  readonly close: () => void;
}

/** Of a config without anything of the user's own. */
export const nothingExternal: External = {
  definitionFor: ({ environment }) => blame('suite', () => findEnvironment(environment)),
  identity: {},
  close: () => {},
};

/** Imports and starts what the config names. Rejects with a SettingError for what can not be had. */
export async function openExternal(config: Config): Promise<External> {
  const world = await openWorld(config);
  try {
    const agent = await openAgent(config);
    if (world === null && agent === null) return nothingExternal;
    return {
      definitionFor: world?.definitionFor ?? nothingExternal.definitionFor,
      ...(agent === null ? {} : { agent: agent.create }),
      identity: { own: { world: world?.identity, agent: agent?.identity } },
      close: () => {
        world?.close();
        agent?.close();
      },
    };
  } catch (error) {
    world?.close();
    throw error;
  }
}

/** Two, so that a world can be compared with itself. */
const fewestProcesses = 2;

function processSettings(
  { command = [], folder = '.', timeoutSeconds = 60 }: OriginSettings,
  config: Config,
) {
  if (kindOf(folder) !== 'directory')
    throw new UsageError(`there is no folder ${folder}`, 'see the setting folder');
  const most = Math.max(config.concurrency, fewestProcesses);
  return { command, folder, timeoutSeconds, most, clock: systemClock };
}

/** `module` or `command`; null for neither. Throws a SettingError for both, and for settings that belong to the other. */
function originOf(group: 'environment' | 'agent', origin: OriginSettings): 'module' | 'command' | null {
  const { module, command } = origin;
  const kind = module !== undefined ? 'module' : command !== undefined ? 'command' : null;
  const foreign: readonly (keyof OriginSettings)[] =
    kind === 'module'
      ? ['command', 'timeoutSeconds']
      : kind === 'command'
        ? ['export']
        : ['export', 'folder', 'timeoutSeconds'];
  const found = foreign.find((key) => origin[key] !== undefined);
  if (found === undefined) return kind;
  const problem = kind === null ? 'belongs to module or command' : `does not go with ${group}.${kind}`;
  throw new SettingError(`${group}.${found}`, problem, 'leave it out');
}

async function blame<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw blameSetting(key, error);
  }
}

interface OpenedWorld extends Pick<External, 'definitionFor' | 'close'> {
  readonly identity: JsonObject;
}

async function openWorld(config: Config): Promise<OpenedWorld | null> {
  const { options = {}, ...origin } = config.environment;
  const kind = originOf('environment', origin);
  if (kind === null) return null;
  for (const key of ['feedback', 'rules'] as const)
    if (origin[key] !== undefined)
      throw new SettingError(
        `environment.${key}`,
        'is not for worlds of your own',
        'give environment.options',
      );
  return blame(`environment.${kind}`, async () => {
    const { folder = '.' } = origin;
    if (kind === 'command') {
      const opened = await openProcessWorld({ ...processSettings(origin, config), options });
      const digest = digestCommand(origin.command ?? [], folder);
      return describeWorld(kind, () => opened.environment, opened.environment, digest, opened.close);
    }
    const where = { module: origin.module ?? '', name: origin.export ?? 'environment', folder };
    const { value, digest } = await importValue(where);
    const create = () => adoptEnvironment(value, describeModule(where), options);
    return describeWorld(kind, create, create(), digest, () => {});
  });
}

function describeWorld(
  kind: 'module' | 'command',
  create: EnvironmentDefinition['create'],
  { name, version }: { readonly name: string; readonly version: string },
  digest: string,
  close: () => void,
): OpenedWorld {
  return {
    definitionFor: async ({ name: suite, environment, instances }) => {
      const taskTypes = [...new Set(instances.map(({ taskType }) => taskType))];
      if (environment === name) return { name, title: 'your own', taskTypes, create };
      throw new SettingError(
        'suite',
        `${suite} is of the world ${environment}, and environment.${kind} gives ${name}`,
        `give a suite of ${name}`,
      );
    },
    identity: { name, version, digest },
    close,
  };
}

async function openAgent(config: Config) {
  const { agent: origin } = config;
  const kind = originOf('agent', origin);
  if (kind === null) {
    if (origin.name === 'own')
      throw new SettingError(
        'agent.name',
        'is own, and nothing says where yours is',
        'set agent.module or agent.command',
      );
    return null;
  }
  return blame(`agent.${kind}`, async () => {
    const { folder = '.' } = origin;
    if (kind === 'module') {
      const where = { module: origin.module ?? '', name: origin.export ?? 'agent', folder };
      const { value, digest } = await importValue(where);
      const create = (prompts: PlainPrompts) =>
        adoptAgent(value, describeModule(where), createPlainConversation(prompts));
      const { name } = adoptAgent(value, describeModule(where), () => []);
      return { create, identity: { name, digest }, close: () => {} };
    }
    const { agent, version, close } = await openProcessAgent(processSettings(origin, config));
    const create = (prompts: PlainPrompts) => ({ ...agent, conversation: createPlainConversation(prompts) });
    const digest = digestCommand(origin.command ?? [], folder);
    return { create, identity: { name: agent.name, version, digest }, close };
  });
}

/** Does some work with what of a config is the user's own, and ends it. Rejects as `openExternal` and the work do. */
export async function withExternal<T>(
  config: Config,
  work: (external: External) => MaybePromise<T>,
): Promise<T> {
  const external = await openExternal(config);
  try {
    return await work(external);
  } finally {
    external.close();
  }
}
