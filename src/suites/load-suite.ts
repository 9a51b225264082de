import { basename, extname, join } from 'node:path';
import { UsageError } from '../core/errors.js';
import type { TaskInstance, TaskSuite } from '../core/task.js';
import { kindOf } from '../util/files.js';
import { sha256 } from '../util/hash.js';
import type { JsonValue } from '../util/json.js';
import { readOrRefuse } from './read-or-refuse.js';
import {
  instancesName,
  manifestName,
  parseInstance,
  parseManifest,
  parseWholeInstance,
  remake,
} from './suite-format.js';

/** A suite as it was read from its folder. */
export interface StoredSuite extends TaskSuite {
  /** Where the instances come from, as its maker wrote it down. */
  readonly origin?: JsonValue;
}

/**
 * Reads a suite: a folder, of which it checks manifest, every line, unique ids, counts and digest; or a file of
 * instances alone (`.jsonl`), one a line, as people write it by hand. Throws a UsageError that names the file and line.
 */
export function loadSuite(path: string): StoredSuite {
  const isFile = path.endsWith(instancesEnding) && kindOf(path) === 'file';
  return isFile ? loadInstances(path) : loadFolder(path);
}

/** How the name of a file of instances ends. */
const instancesEnding = '.jsonl';

/** The suite is named after its file; the digest is that of the whole text. */
function loadInstances(file: string): StoredSuite {
  const text = read(file);
  const environment = environmentOf(text, file);
  const instances = parseInstances(text, file, environment, parseWholeInstance);
  return { name: basename(file, extname(file)), environment, digest: `sha256:${sha256(text)}`, instances };
}

/** The world that the first line names: all others must agree. */
function environmentOf(text: string, file: string): string {
  const [first = ''] = text.split('\n', 1);
  return parseWholeInstance(first, `${file}:1`).environment;
}

function loadFolder(folder: string): StoredSuite {
  const manifestFile = join(folder, manifestName);
  const manifest = parseManifest(read(manifestFile), manifestFile);
  const instancesFile = join(folder, instancesName);
  const text = read(instancesFile);
  const instances = parseInstances(text, instancesFile, manifest.environment, parseInstance);
  if (instances.length !== manifest.instances) {
    throw new UsageError(
      `${instancesFile}: holds ${instances.length} instances, but ${manifestName} says ${manifest.instances}`,
      remake,
    );
  }
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

function parseInstances(
  text: string,
  file: string,
  environment: string,
  parse: typeof parseInstance,
): TaskInstance[] {
  const instances: TaskInstance[] = [];
  const lineOf = new Map<string, number>();
  for (let start = 0, line = 1; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const place = `${file}:${line}`;
    const instance = parse(text.slice(start, end), place);
    const earlier = lineOf.get(instance.id);
    if (earlier !== undefined) {
      throw new UsageError(
        `${place}: id "${instance.id}" is already that of line ${earlier}`,
        'ids are unique',
      );
    }
    if (instance.environment !== environment) {
      throw new UsageError(
        `${place}: environment is "${instance.environment}", but the suite's is "${environment}"`,
        'a suite holds instances of one environment',
      );
    }
    lineOf.set(instance.id, line);
    instances.push(instance);
    start = end + 1;
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
