/** What a user should know before anything runs: nothing is wrong, but it is not quite what was asked for. */
import type { PlanFile } from '../plans/index.js';
import { loadPrompt } from '../shipping/index.js';
import type { TaskTypeInstances } from './resolve-training.js';
import { type Config, heldOutSplit } from './schema.js';

/** What a plan is measured on. */
export interface Measured {
  readonly suite: { readonly digest: string };
  readonly taskTypes: readonly { readonly taskType: string }[];
}

/**
 * Notes on the plan that a config starts from, or measures on `measured`. Throws a UsageError when it can not be read.
 */
export function describePlanNotes(config: Pick<Config, 'plan' | 'heldOut'>, measured?: Measured): string[] {
  const { plan: file } = config;
  if (file === undefined) return [];
  const planFile = loadPrompt(file, { allowEdited: true });
  const { edited, warnings } = planFile;
  const note = `${file} was edited after it was written: what its head says of results is not about this text`;
  const known = measured === undefined ? [] : noteKnownSplit(planFile, file, heldOutSplit(config), measured);
  return [...warnings, ...(edited ? [note] : []), ...known];
}

/** A plan does well on what it was learned from or chosen by. */
function noteKnownSplit(
  { plan, details }: PlanFile,
  file: string,
  split: string,
  { suite, taskTypes }: Measured,
): string[] {
  const isItsOwn = taskTypes.some(({ taskType }) => taskType === plan.taskType);
  if (details?.trainedOn.suite_digest !== suite.digest || !isItsOwn) return [];
  const { split: learnedOn = 'train', selected_on: chosenBy } = details.trainedOn;
  if (split !== learnedOn && split !== chosenBy) return [];
  const how = split === learnedOn ? 'learned on' : 'chosen by';
  return [`${file} was ${how} split ${split} of this suite: that it does well there shows nothing`];
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
