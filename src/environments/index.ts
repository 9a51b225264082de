/** The explicit list of worlds: adding one is a file (or a folder) and a line here. */
import { UsageError } from '../core/errors.js';
import { alfworld } from './alfworld/definition.js';
import type { EnvironmentDefinition } from './define-environment.js';
import { hotpotqa } from './hotpotqa/definition.js';

export { type AlfworldOptions, createAlfworld } from './alfworld/alfworld.js';
export { type BenchResult, benchGames, benchWorld } from './bench.js';
export {
  defineEnvironment,
  type EnvironmentDefinition,
  type EnvironmentSettings,
  type ExpertScript,
  type GameGenerator,
  type ImportFolder,
  type ImportRequest,
  type ScriptedStep,
  type SplitSizes,
  type TaskImporter,
  type TranscriptFile,
  type TranscriptMismatch,
  type TranscriptReplay,
  type TranscriptVerdict,
} from './define-environment.js';

/** All worlds, in the order they are shown. */
export const environments: readonly EnvironmentDefinition[] = [alfworld, hotpotqa];

/** The world of this name. Throws a UsageError that lists those there are. */
export function findEnvironment(name: string): EnvironmentDefinition {
  const found = environments.find((one) => one.name === name);
  if (found !== undefined) return found;
  const known = environments.map((one) => one.name).join(', ');
  throw new UsageError(`there is no world '${name}'`, `known worlds: ${known}`);
}
