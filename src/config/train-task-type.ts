/** The training of one task type within a run, its plans written as they are made. */

import type { Plan } from '../core/plan.js';
import { comparePaired } from '../evaluation/index.js';
import { formatPlanFile, type PlanFlag } from '../plans/index.js';
import type { Run } from '../runs/index.js';
import { describePlan, type PlanOrigin, type TrainingResult, trainPlan } from '../training/index.js';
import { systemClock } from '../util/clock.js';
import { toolVersion } from '../util/package.js';
import { recordedEpisodes } from './prepare-run.js';
import type { PreparedTraining } from './prepare-training.js';
import { resolveInitialPlan, type TaskTypeInstances } from './resolve-training.js';
import { hasBudget, heldOutSplit } from './schema.js';
import type { PartShare } from './work-on-parts.js';

/**
 * Trains and measures; takes its `turn` where others are trained at the same time. Rejects with what must stop the run; a
 * bad rollout is data.
 */
export async function trainTaskType(
  prepared: PreparedTraining & PartShare,
  run: Run,
  instances: TaskTypeInstances,
): Promise<TrainingResult> {
  const { config, tasks, method, executor, record, signal, turn } = prepared;
  const { taskType, train, heldOut, validation } = instances;
  const initialPlan = resolveInitialPlan(config.plan, tasks.environment.name, taskType);
  announce(prepared, run, instances, initialPlan);
  const write = createPlanWriter(prepared, run, instances);
  const result = await trainPlan({
    taskType,
    environment: tasks.environment,
    agent: method.agent,
    optimizer: method.optimizer,
    trainInstances: train,
    heldOutInstances: heldOut,
    validationInstances: validation,
    initialPlan,
    models: turn?.inTurn(prepared.models) ?? prepared.models,
    seed: config.seed,
    batchSize: config.batchSize,
    iterations: config.iterations,
    concurrency: executor.inFlight(),
    ...method.scoring,
    limits: tasks.limits,
    clock: systemClock,
    emit: record,
    onPlan: (plan, flags) => {
      write.plan(plan.iteration, plan, flags);
      write.plan('best', plan, flags);
      run.journal.flush();
    },
    onRejected: (plan, { reason }) => {
      write.rejected(plan, reason);
      run.journal.flush();
    },
    measureAfter: hasBudget(config),
    ...(turn ? { gateOf: turn.gateOf } : {}),
    ...recordedEpisodes(prepared),
    ...(signal ? { signal } : {}),
  });
  const { heldOut: measured, baseline } = result;
  // A plan file speaks of success, whatever the headline is.
  const { p } = comparePaired(measured, baseline);
  const evaluation = { heldOut: measured, baseline, split: heldOutSplit(config), p };
  write.plan('best', result.plan, result.flags, evaluation);
  run.journal.flush();
  return result;
}

function announce(
  { config, tasks, record, simulated }: PreparedTraining,
  run: Run,
  { taskType, heldOut }: TaskTypeInstances,
  initialPlan: Plan,
): void {
  const { seed, batchSize, iterations } = config;
  record({
    type: 'run-start',
    run: run.id,
    taskType,
    instancesAre: tasks.environment.instancesAre,
    seed,
    iterations,
    batchSize,
    heldOut: heldOut.length,
    initialPlan,
    simulated,
  });
}

/** Writes plan files of one task type: into a folder of its own where the run learns for several. */
function createPlanWriter(prepared: PreparedTraining, run: Run, instances: TaskTypeInstances) {
  const origin = planOrigin(prepared, instances);
  const folder = prepared.tasks.taskTypes.length > 1 ? instances.taskType : undefined;
  return {
    plan: (
      name: number | 'best',
      plan: Plan,
      flags: readonly PlanFlag[],
      measured?: Parameters<typeof describePlan>[2],
    ) => run.writePlan(name, formatPlanFile(plan, describePlan(plan, origin, measured, flags)), folder),
    /** The plan of an update that was not kept, beside the one that went on in its place. */
    rejected: (plan: Plan, reason: string) =>
      run.writePlan(
        `${plan.iteration}.rejected`,
        formatPlanFile(plan, describePlan(plan, origin, undefined, [], `rejected: ${reason}`)),
        folder,
      ),
  };
}

/** What the plan files of one task type say of where the plans come from. */
export function planOrigin(
  {
    config,
    tasks,
    models,
    method,
    experiment,
    simulated,
  }: Pick<PreparedTraining, 'config' | 'tasks' | 'models' | 'method' | 'experiment' | 'simulated'>,
  { train, validation }: TaskTypeInstances,
): PlanOrigin {
  const selectedOn = validation[0]?.split;
  return {
    environment: tasks.environment,
    suite: tasks.suite,
    instance: train[0] as (typeof train)[number],
    ...(selectedOn === undefined ? {} : { selectedOn }),
    provenance: {
      run: experiment,
      seed: config.seed,
      batch_size: config.batchSize,
      reflection: config.reflection,
      optimizer: method.optimizer.name,
      optimizer_model: models.names.update,
      agent_model: models.names.agent,
      tool_version: toolVersion,
      simulated,
    },
  };
}
