/** What trainings and evaluations leave in the record of openings. */
import { isBinary } from '../evaluation/index.js';
import type { TrainingResult } from '../training/index.js';
import { type Opening, recordOpenings } from './openings.js';
import type { PreparedRun } from './prepare-run.js';
import type { ResolvedTasks } from './resolve-training.js';

type Measured = Pick<Opening, 'kind' | 'taskType' | 'split' | 'plans' | 'n' | 'successes'> &
  Partial<Pick<Opening, 'baselineSuccesses' | 'p'>>;

/** Records measurements of plans; those of no plan at all tell nothing of any plan. Throws a UsageError. */
export function recordMeasured(prepared: PreparedRun, measured: readonly Measured[]): void {
  const { config, tasks, digest8, resume } = prepared;
  // A replay looks at nothing that was not looked at before.
  if (resume?.replay !== undefined) return;
  const opened = measured.flatMap((one) =>
    one.plans.length === 0
      ? []
      : [
          {
            ...one,
            suite: tasks.suite.digest,
            comparison: `${digest8}/${one.taskType}`,
            baselineSuccesses: one.baselineSuccesses ?? null,
            p: one.p ?? null,
            verdict: null,
          },
        ],
  );
  recordOpenings(config.runs, opened);
}

/** Records the measured plans of a training, one look for each task type. Throws a UsageError. */
export function recordTrained(
  prepared: PreparedRun<ResolvedTasks>,
  results: readonly TrainingResult[],
): void {
  const measured = results.map((result): Measured => {
    const { taskType, plan, initialPlan, heldOut, baseline, comparison } = result;
    const instances = prepared.tasks.taskTypes.find((one) => one.taskType === taskType);
    const split = instances?.heldOut[0]?.split ?? '';
    const plans = [plan, initialPlan].filter(({ text }) => text !== '').map(({ id }) => id);
    const { n, successes } = heldOut;
    const p = isBinary(comparison) ? { p: comparison.p } : {};
    return {
      kind: 'train',
      taskType,
      split,
      plans: [...new Set(plans)],
      n,
      successes,
      baselineSuccesses: baseline.successes,
      ...p,
    };
  });
  recordMeasured(prepared, measured);
}
