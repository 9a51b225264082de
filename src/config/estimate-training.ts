/** What a training would use, before any money is spent: it is rehearsed, and what measures plans is scaled up. */

import { createMemoryRun } from '../runs/index.js';
import type { SpendEstimate } from '../training/index.js';
import { createRecorder } from './create-recorder.js';
import type { PreparedTraining } from './prepare-training.js';
import { canRehearse, type EstimateOptions, estimateBy, everyNth, sampleFor } from './rehearsal.js';
import { trainTaskType } from './train-task-type.js';

/** Rehearses a training. Null where that can not be done: see `canRehearse`. */
export async function estimateTraining(
  prepared: PreparedTraining,
  options: EstimateOptions = {},
): Promise<SpendEstimate | null> {
  const { config, models, tasks } = prepared;
  if (!canRehearse(config)) return null;
  const most = sampleFor(2 * tasks.taskTypes.length);
  const { total } = await estimateBy(
    [models],
    (rehearsal) => {
      const alone = { ...prepared, ...createRecorder(), models: rehearsal.models(config, models) };
      return tasks.taskTypes.map((instances) => () => {
        const few = { ...instances, heldOut: everyNth(instances.heldOut, most) };
        const times = instances.heldOut.length / Math.max(1, few.heldOut.length);
        return rehearsal.play({ times }, () => trainTaskType(alone, createMemoryRun('rehearsal'), few));
      });
    },
    options,
  );
  return total;
}
