import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import type { TaskInstance, TaskSuite } from '../core/task.js';
import { sha256 } from '../util/hash.js';
import type { JsonValue } from '../util/json.js';
import { readOrRefuse } from './read-or-refuse.js';
import {
  instancesName,
  manifestName,
  parseInstance,
  parseManifest,
  remake,
  type SuiteManifest,
} from './suite-format.js';

/** A suite as it was read from its folder. */
export interface StoredSuite extends TaskSuite {
  /** Where the instances come from, as its maker wrote it down. */
  readonly origin?: JsonValue;
}

/**
 * Reads a suite folder and checks all of it: manifest, every line, unique ids, counts and digest. Throws a
 * UsageError that names the file and line.
 */
export function loadSuite(folder: string): StoredSuite {
  const manifestFile = join(folder, manifestName);
  const manifest = parseManifest(read(manifestFile), manifestFile);
  const instancesFile = join(folder, instancesName);
  const text = read(instancesFile);
  const instances = parseInstances(text, instancesFile, manifest);
  const digest = `sha256:${sha256(text)}`;
  if (digest !== manifest.digest) {
    // Name the broken line where there is one: setups are parsed when read.
    for (const instance of instances) void instance.setup;
    throw new UsageError(
      `${instancesFile}: its digest is not the one in ${manifestName}: the file was changed after it was made`,
      remake,
    );
  }
  const { name, environment, origin } = manifest;
  return { name, environment, digest, instances, ...(origin === undefined ? {} : { origin }) };
}

function parseInstances(text: string, file: string, manifest: SuiteManifest): TaskInstance[] {
  const instances: TaskInstance[] = [];
  const lineOf = new Map<string, number>();
  for (let start = 0, line = 1; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const place = `${file}:${line}`;
    const instance = parseInstance(text.slice(start, end), place);
    const earlier = lineOf.get(instance.id);
    if (earlier !== undefined) {
      throw new UsageError(
        `${place}: id "${instance.id}" is already that of line ${earlier}`,
        'ids are unique',
      );
    }
    if (instance.environment !== manifest.environment) {
      throw new UsageError(
        `${place}: environment is "${instance.environment}", but the suite's is "${manifest.environment}"`,
        'a suite holds instances of one environment',
      );
    }
    lineOf.set(instance.id, line);
    instances.push(instance);
    start = end + 1;
  }
  if (instances.length !== manifest.instances) {
    throw new UsageError(
      `${file}: holds ${instances.length} instances, but ${manifestName} says ${manifest.instances}`,
      remake,
    );
  }
  return instances;
}

/** Most bytes of a file of a suite: what a text can hold. */
const mostBytes = 512 * 1024 * 1024;

function read(file: string): string {
  return readOrRefuse(
    file,
    'give a suite folder; make one with: planwright tasks import | generate',
    mostBytes,
  );
}
