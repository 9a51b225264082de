/** Tries out whether the world or the agent of a config keeps to what is promised of it. */
import { checkAgent, checkEnvironment } from '../contracts/index.js';
import { messageOf } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import type { LoadedConfig } from './load-config.js';
import { withExternal } from './open-external.js';
import { resolveMethod, resolveSuite } from './resolve-training.js';
import { locateError } from './setting-error.js';

/** What a check found. */
export interface ContractCheck {
  /** Name and version of the world, or name of the agent. */
  readonly name: string;
  /** Instances that were played; 0 of an agent, which is checked in a small world that comes with the check. */
  readonly instances: number;
  /** What breaks the contract, one sentence each; none when all is well. */
  readonly problems: readonly string[];
}

/** Plays some instances of each task type. Rejects with a UsageError where the world or its suite can not be had. */
export async function checkWorldOf(
  { config, placeOf }: LoadedConfig,
  perType: number,
): Promise<ContractCheck> {
  try {
    return await withExternal(config, async (external) => {
      const { suite, environment, wanted } = await resolveSuite(config, external);
      const instances = wanted.flatMap((taskType) => pickSome(suite.instances, taskType, perType));
      const problems = await checkEnvironment(environment, instances);
      return { name: `${environment.name}@${environment.version}`, instances: instances.length, problems };
    });
  } catch (error) {
    throw locateError(error, placeOf);
  }
}

function pickSome(
  instances: readonly TaskInstance[],
  wanted: string,
  count: number,
): readonly TaskInstance[] {
  return instances.filter(({ taskType }) => taskType === wanted).slice(0, count);
}

/** Lets the agent play with a scripted model. Rejects with a UsageError where the agent or the suite can not be had. */
export async function checkAgentOf({ config, placeOf }: LoadedConfig): Promise<ContractCheck> {
  try {
    return await withExternal(config, async (external) => {
      const { agent } = resolveMethod(config, await resolveSuite(config, external), external);
      const options = { requestsGrow: config.agent.name !== 'own' };
      const problems = await checkAgent(agent, options).catch((error) => [`threw: ${messageOf(error)}`]);
      return { name: agent.name, instances: 0, problems };
    });
  } catch (error) {
    throw locateError(error, placeOf);
  }
}
