import { join, resolve } from 'node:path';
import { UsageError } from '../core/errors.js';
import type { TaskInstance, TaskSuite } from '../core/task.js';
import {
  describeFileError,
  kindOf,
  listDirectory,
  makeDirectory,
  readText,
  remove,
  rename,
  writeWhole,
} from '../util/files.js';
import { sha256 } from '../util/hash.js';
import type { JsonValue } from '../util/json.js';
import { demonstrationsName } from './load-demonstrations.js';
import {
  formatInstance,
  instancesName,
  manifestName,
  type SuiteManifest,
  suiteFormat,
} from './suite-format.js';

/** What a suite says about itself beside its instances. */
export interface SuiteDescription {
  readonly name: string;
  readonly environment: string;
  /** Where the instances come from, for example a generator's seed. No machine paths. */
  readonly origin?: JsonValue;
}

/**
 * Writes a suite folder, whole or not at all. The same arguments give the same bytes. A suite that is there
 * already is replaced, all but its demonstrations. Throws a UsageError where the folder holds anything else, where it
 * can not be written, where there are no instances or where two share an id.
 */
export function saveSuite(
  folder: string,
  description: SuiteDescription,
  instances: readonly TaskInstance[],
): TaskSuite {
  checkInstances(folder, description, instances);
  const text = instances.map((instance) => `${formatInstance(instance)}\n`).join('');
  const digest = `sha256:${sha256(text)}`;
  const manifest: SuiteManifest = {
    format: suiteFormat,
    name: description.name,
    environment: description.environment,
    digest,
    instances: instances.length,
    splits: countSplits(instances),
    ...(description.origin === undefined ? {} : { origin: description.origin }),
  };
  try {
    checkTarget(folder);
    replaceFolder(resolve(folder), {
      [instancesName]: text,
      [manifestName]: `${JSON.stringify(manifest, null, 2)}\n`,
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${folder}: can not write the suite: ${describeFileError(error)}`,
      'choose a folder that can be written',
    );
  }
  return { name: description.name, environment: description.environment, digest, instances };
}

/** Instances per split, splits in the order they first appear. */
export function countSplits(instances: readonly TaskInstance[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { split } of instances) counts.set(split, (counts.get(split) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function checkInstances(
  folder: string,
  { environment }: SuiteDescription,
  instances: readonly TaskInstance[],
): void {
  if (instances.length === 0) throw new UsageError(`${folder}: there are no instances to write`);
  const ids = new Set<string>();
  for (const instance of instances) {
    if (ids.has(instance.id)) throw new UsageError(`${folder}: two instances have the id "${instance.id}"`);
    ids.add(instance.id);
    if (instance.environment !== environment) {
      throw new UsageError(
        `${folder}: instance "${instance.id}" is of environment "${instance.environment}", not "${environment}"`,
      );
    }
  }
}

/** All that a suite's folder may hold. */
const ownNames: ReadonlySet<string> = new Set([manifestName, instancesName, demonstrationsName]);

function checkTarget(folder: string): void {
  const kind = kindOf(folder);
  if (kind === null) return;
  const foreign = kind === 'file' ? 'a file' : listDirectory(folder).find((name) => !ownNames.has(name));
  if (foreign === undefined) return;
  throw new UsageError(
    `${folder}: is not a suite (found ${foreign}), so it is not overwritten`,
    'choose a new folder, or delete this one',
  );
}

/** The manifest is written last, and the folder takes its place only when both files are whole. */
function replaceFolder(target: string, files: Readonly<Record<string, string>>): void {
  const partial = `${target}.partial-${process.pid}`;
  const old = `${target}.old-${process.pid}`;
  try {
    remove(partial);
    makeDirectory(partial);
    for (const [name, text] of Object.entries(files)) writeWhole(join(partial, name), text);
    const demonstrations = join(target, demonstrationsName);
    if (kindOf(demonstrations) !== null) {
      writeWhole(join(partial, demonstrationsName), readText(demonstrations));
    }
    if (kindOf(target) !== null) rename(target, old);
    rename(partial, target);
    remove(old);
  } catch (error) {
    if (kindOf(target) === null && kindOf(old) !== null) rename(old, target);
    remove(partial);
    throw error;
  }
}
