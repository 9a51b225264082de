import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { messageOf, UsageError } from '../core/errors.js';
import { type SimulatedProfile, simulatedProfiles } from '../models/simulated/index.js';
import { describeFileError } from '../util/files.js';
import { readSmallText } from '../util/small-text.js';
import { findYamlExcess } from '../util/yaml-limits.js';

const names = Object.keys(simulatedProfiles.strong ?? {}) as (keyof SimulatedProfile)[];
/** Most bytes of a profile. */
const mostBytes = 64 * 1024;
const remedy = `numbers from 0 to 1 for: ${names.join(', ')}`;

const profileSchema = z.strictObject(
  Object.fromEntries(names.map((name) => [name, z.number().min(0).max(1).optional()])),
);

/**
 * Reads a profile of the simulated model: YAML with some of the numbers of `SimulatedProfile`; the others are those
 * of the strong profile. Throws a UsageError that names file and key.
 */
export function loadSimulatedProfile(path: string): SimulatedProfile {
  const result = profileSchema.safeParse(parseYaml(readProfile(path), path) ?? {});
  if (!result.success) {
    const issue = result.error.issues[0];
    const key = issue?.path.join('.') ?? '';
    throw new UsageError(
      `${path}: ${key === '' ? '' : `${key}: `}${issue?.message ?? 'malformed'}`,
      `give ${remedy}`,
    );
  }
  return { ...simulatedProfiles.strong, ...result.data } as SimulatedProfile;
}

function readProfile(path: string): string {
  try {
    return readSmallText(path, mostBytes);
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`, `give a YAML file with ${remedy}`);
  }
}

function parseYaml(text: string, path: string): unknown {
  const lineCounter = new LineCounter();
  const excess = findYamlExcess(text);
  if (excess !== null) throw new UsageError(`${path}:${excess.line}: ${excess.problem}`, 'correct the YAML');
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'silent' });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line } = lineCounter.linePos(problem.pos[0]);
    throw new UsageError(`${path}:${line}: ${problem.message}`, 'correct the YAML');
  }
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw new UsageError(`${path}: aliases are not allowed (${messageOf(error)})`, 'write it out');
  }
}
