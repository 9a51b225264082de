/** The explicit list of worlds: adding one is a file (or a folder) and a line here. */
import { UsageError } from '../core/errors.js';
import type { EnvironmentDefinition } from './define-environment.js';

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

/** Each world by its name, in the order they are shown. Its code is loaded when it is first asked for. */
const worlds: ReadonlyMap<string, () => Promise<EnvironmentDefinition>> = new Map([
  ['alfworld', async () => (await import('./alfworld/definition.js')).alfworld],
  ['hotpotqa', async () => (await import('./hotpotqa/definition.js')).hotpotqa],
]);

/** Names of all worlds, in the order they are shown. */
export const environmentNames: readonly string[] = [...worlds.keys()];

/** The world of this name. Rejects with a UsageError that lists those there are. */
export async function findEnvironment(name: string): Promise<EnvironmentDefinition> {
  const load = worlds.get(name);
  if (load !== undefined) return load();
  const known = environmentNames.join(', ');
  throw new UsageError(`there is no world '${name}'`, `known worlds: ${known}`);
}
