/** What a user should know before anything runs: nothing is wrong, but it is not quite what was asked for. */
import { loadPrompt } from '../shipping/index.js';
import type { TaskTypeInstances } from './resolve-training.js';
import type { Config } from './schema.js';

/** Notes on the plan that a config starts from or measures. Throws a UsageError when it can not be read. */
export function describePlanNotes({ plan: file }: Pick<Config, 'plan'>): string[] {
  if (file === undefined) return [];
  const { edited, warnings } = loadPrompt(file, { allowEdited: true });
  const note = `${file} was edited after it was written: what its head says of results is not about this text`;
  return [...warnings, ...(edited ? [note] : [])];
}

/** Notes on splits that hold fewer instances than were asked for. */
export function describeSizeNotes(
  config: Pick<Config, 'train' | 'heldOut'>,
  taskTypes: readonly TaskTypeInstances[],
): string[] {
  return taskTypes.flatMap(({ taskType, train, heldOut }) => [
    ...noteSize(`${taskType}: train`, config.train, train.length),
    ...noteSize(`${taskType}: heldOut`, config.heldOut, heldOut.length),
  ]);
}

function noteSize(name: string, asked: string | number, found: number): string[] {
  if (typeof asked === 'string' || asked <= found) return [];
  return [`${name} asks for ${asked} instances, and there are ${found}`];
}
