/** What measuring a plan would use, for `eval` and `certify`: some of it is rehearsed, and scaled up. */

import { createMemoryRun } from '../runs/index.js';
import type { SpendEstimate } from '../training/index.js';
import { playBoth } from './certify.js';
import type { PreparedCertification } from './certify-prepare.js';
import { createRecorder } from './create-recorder.js';
import { canRehearse, type EstimateOptions, estimateBy, everyNth, sampleFor } from './rehearsal.js';
import { measureTaskType, type PreparedEvaluation } from './run-evaluation.js';

/** Rehearses an evaluation. Null where that can not be done: see `canRehearse`. */
export async function estimateEvaluation(
  prepared: PreparedEvaluation,
  options: EstimateOptions = {},
): Promise<SpendEstimate | null> {
  const { config, models, tasks, repeats } = prepared;
  if (!canRehearse(config)) return null;
  const most = sampleFor(tasks.taskTypes.length);
  const { total } = await estimateBy(
    [models],
    (rehearsal) => {
      const own = rehearsal.models(config, models);
      const once = { ...prepared, ...createRecorder(), models: own };
      return tasks.taskTypes.map((task) => () => {
        const few = everyNth(task.instances, most);
        const times = (repeats * task.instances.length) / Math.max(1, few.length);
        const run = createMemoryRun('rehearsal');
        return rehearsal.play({ times }, () => measureTaskType(once, run, { ...task, instances: few }, 0));
      });
    },
    options,
  );
  return total;
}

/** The same of a certification. */
export async function estimateCertification(
  prepared: PreparedCertification,
  options: EstimateOptions = {},
): Promise<SpendEstimate | null> {
  const { config, models, tasks } = prepared;
  if (!canRehearse(config)) return null;
  const few = everyNth(tasks.instances, sampleFor(2));
  const times = tasks.instances.length / Math.max(1, few.length);
  const { total } = await estimateBy(
    [models],
    (rehearsal) => {
      const own = rehearsal.models(config, models);
      const alone = { ...prepared, ...createRecorder(), models: own, tasks: { ...tasks, instances: few } };
      return [() => rehearsal.play({ times }, () => playBoth(alone, createMemoryRun('rehearsal')))];
    },
    options,
  );
  return total;
}
