/** `planwright worlds bench`. */
import { UsageError } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import {
  benchGames,
  benchWorld,
  type EnvironmentDefinition,
  findEnvironment,
} from '../environments/index.js';
import { loadSuite } from '../suites/index.js';
import { packagePath } from '../util/package.js';
import type { GivenOptions } from './arguments.js';
import { print, printJson } from './output.js';

/** Options of `worlds bench`. */
export interface WorldsBenchOptions {
  readonly seconds: number;
  readonly suite?: string;
  readonly option?: GivenOptions;
  readonly json?: true;
}

/** Measures one world. Throws a UsageError where there are no instances of it. */
export async function benchOneWorld(
  world: string,
  { seconds, suite, option: options = {}, json }: WorldsBenchOptions,
): Promise<void> {
  const definition = await findEnvironment(world);
  const folder = suite ?? shippedSuiteOf(definition);
  const instances = loadInstances(folder, world);
  const environment = definition.create({ options, instances });
  const result = await benchWorld(environment, spread(instances), seconds);
  const stepsPerSecond = Math.round(result.stepsPerSecond);
  const resetsPerSecond = Math.round(result.resetsPerSecond);
  if (json) {
    printJson({ world, ...result, stepsPerSecond, resetsPerSecond });
    return;
  }
  const count = (value: number) => value.toLocaleString('en-US');
  print(
    [
      `${world}: ${count(stepsPerSecond)} steps/s, ${count(resetsPerSecond)} resets/s`,
      `${count(result.steps)} steps on ${result.games} instances of ${suite ?? definition.shippedSuite}, one thread`,
    ].join('\n'),
  );
}

function shippedSuiteOf({ name, shippedSuite }: EnvironmentDefinition): string {
  if (shippedSuite !== undefined) return packagePath(`tasks/${shippedSuite}`);
  throw new UsageError(`no suite of the world '${name}' ships with planwright`, 'give one with --suite');
}

function loadInstances(folder: string, world: string): readonly TaskInstance[] {
  const { environment, instances } = loadSuite(folder);
  if (environment === world) return instances;
  throw new UsageError(
    `${folder}: is a suite of the world '${environment}', not '${world}'`,
    'give another with --suite',
  );
}

/** As many instances as a benchmark plays, evenly from the whole suite, so that all its kinds of games count. */
function spread(instances: readonly TaskInstance[]): readonly TaskInstance[] {
  const step = Math.max(1, instances.length / benchGames);
  return instances.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
