/** Runs a config from start to end: folder, journal, one training per task type, plans and results on disk. */

import { BudgetError, messageOf } from '../core/errors.js';
import type { EventSink, RunEvent } from '../core/event.js';
import type { Plan } from '../core/plan.js';
import { formatPlanFile } from '../plans/index.js';
import { createRun, type Run } from '../runs/index.js';
import {
  describePlan,
  type PlanOrigin,
  poolEvaluations,
  type SpendSummary,
  summarizeSpend,
  summarizeTraining,
  type TrainingResult,
  type TrainingSummary,
  trainPlan,
} from '../training/index.js';
import { systemClock } from '../util/clock.js';
import type { JsonValue } from '../util/json.js';
import { toolVersion } from '../util/package.js';
import { isSimulated, type ResolvedModels, resolveModels } from './resolve-models.js';
import {
  describeManifest,
  digestExperiment,
  formatConfig,
  type ResolvedTasks,
  resolveInitialPlan,
  resolveMethod,
  resolveTasks,
  type TaskTypeInstances,
} from './resolve-training.js';
import { type Config, heldOutSplit } from './schema.js';

/** How to run a training. */
export interface RunTrainingOptions {
  readonly config: Config & { readonly name: string };
  readonly runId?: string;
  readonly emit?: EventSink;
  readonly signal?: AbortSignal;
}

/** What a run left behind. */
export interface TrainingRun {
  readonly folder: string;
  readonly outcome: Extract<RunEvent, { type: 'run-end' }>['outcome'];
  /** Why it ended early. */
  readonly message?: string;
  /** Of the task types that were finished. */
  readonly results: readonly TrainingSummary[];
  readonly planPaths: readonly string[];
  readonly spend: SpendSummary;
  readonly models: readonly string[];
  readonly simulated: boolean;
  /** Share of episodes, over training and evaluation, that ended in an error. */
  readonly errorShare: number;
}

/** Everything resolved, before anything is played or written. */
export interface PreparedTraining extends RunTrainingOptions {
  readonly tasks: ResolvedTasks;
  readonly method: ReturnType<typeof resolveMethod>;
  readonly models: ResolvedModels;
  readonly record: EventSink;
  readonly listen: (sink: EventSink) => void;
}

/** Resolves a config. Throws a UsageError for whatever is wrong with it. */
export async function prepareTraining(options: RunTrainingOptions): Promise<PreparedTraining> {
  const sinks: EventSink[] = options.emit ? [options.emit] : [];
  const record: EventSink = (event) => {
    for (const sink of sinks) sink(event);
  };
  const tasks = resolveTasks(options.config);
  const method = resolveMethod(options.config);
  for (const { taskType } of tasks.taskTypes)
    resolveInitialPlan(options.config.plan, tasks.environment.name, taskType);
  const models = await resolveModels(options.config, (call) => record({ type: 'model-call', ...call }));
  return { ...options, tasks, method, models, record, listen: (sink) => sinks.push(sink) };
}

/** Trains, measures and writes. Rejects with a UsageError when it cannot; a reached budget is an outcome. */
export async function runTraining(prepared: PreparedTraining): Promise<TrainingRun> {
  const { config, tasks, models, method } = prepared;
  const digest8 = digestExperiment(config, tasks, models, method.prompts);
  const run = createRun({
    runsFolder: config.runs,
    configName: config.name,
    seed: config.seed,
    digest8,
    clock: systemClock,
    config: formatConfig(config),
    manifest: describeManifest(config, tasks, models, method.prompts),
    ...(prepared.runId === undefined ? {} : { runId: prepared.runId }),
  });
  let errors = 0;
  let episodes = 0;
  prepared.listen((event) => {
    run.journal.append(event);
    if (event.type !== 'episode-end') return;
    episodes++;
    if (event.episode.outcome.kind === 'error') errors++;
    if (event.phase === 'train') run.journal.flush();
  });
  const done: TrainingResult[] = [];
  const ending = await endOf(async () => {
    for (const instances of tasks.taskTypes) done.push(await trainOne(prepared, run, instances, digest8));
  }, prepared);
  const results = done.map((result, i) => summarizeTraining(result, tasks.taskTypes[i]?.unsolvable ?? 0));
  const spend = summarizeSpend(models.meter.byPurpose());
  const simulated = Object.values(models.names).some(isSimulated);
  run.writeResults(
    resultsDocument(prepared, `${config.name}_s${config.seed}_${digest8}`, results, spend, ending),
  );
  prepared.record({ type: 'run-end', ...ending });
  run.journal.close();
  return {
    folder: run.folder,
    ...ending,
    results,
    planPaths: planPaths(prepared, run),
    spend,
    models: [...new Set(Object.values(models.names))],
    simulated,
    errorShare: episodes === 0 ? 0 : errors / episodes,
  };
}

type Ending = Omit<Extract<RunEvent, { type: 'run-end' }>, 'type'>;

/** How the work ended; only what is nobody's expected end is thrown, after it was recorded. */
async function endOf(work: () => Promise<void>, { signal, record }: PreparedTraining): Promise<Ending> {
  try {
    await work();
    return { outcome: 'finished' };
  } catch (error) {
    if (error instanceof BudgetError) return { outcome: 'budget-reached', message: error.message };
    if (signal?.aborted) return { outcome: 'interrupted', message: 'interrupted' };
    record({ type: 'run-end', outcome: 'failed', message: messageOf(error) });
    throw error;
  }
}

async function trainOne(
  prepared: PreparedTraining,
  run: Run,
  instances: TaskTypeInstances,
  digest8: string,
): Promise<TrainingResult> {
  const { config, tasks, method, models, record, signal } = prepared;
  const { taskType, train, heldOut } = instances;
  record({
    type: 'run-start',
    run: run.id,
    taskType,
    seed: config.seed,
    iterations: config.iterations,
    batchSize: config.batchSize,
    heldOut: heldOut.length,
    simulated: Object.values(models.names).some(isSimulated),
  });
  const origin = planOrigin(prepared, instances, digest8);
  const folder = tasks.taskTypes.length > 1 ? taskType : undefined;
  const write = (name: number | 'best', plan: Plan, measured?: Parameters<typeof describePlan>[2]) =>
    run.writePlan(name, formatPlanFile(plan, describePlan(plan, origin, measured)), folder);
  const result = await trainPlan({
    taskType,
    environment: tasks.environment,
    agent: method.agent,
    optimizer: method.optimizer,
    trainInstances: train,
    heldOutInstances: heldOut,
    initialPlan: resolveInitialPlan(config.plan, tasks.environment.name, taskType),
    models,
    seed: config.seed,
    batchSize: config.batchSize,
    iterations: config.iterations,
    concurrency: config.concurrency,
    limits: tasks.limits,
    clock: systemClock,
    emit: record,
    onPlan: (plan) => {
      write(plan.iteration, plan);
      write('best', plan);
      run.journal.flush();
    },
    ...(signal ? { signal } : {}),
  });
  const { heldOut: measured, baseline, comparison } = result;
  write('best', result.plan, { heldOut: measured, baseline, split: heldOutSplit(config), p: comparison.p });
  return result;
}

function planOrigin(
  { config, tasks, models, method }: PreparedTraining,
  { train }: TaskTypeInstances,
  digest8: string,
): PlanOrigin {
  const simulated = Object.values(models.names).some(isSimulated);
  return {
    environment: tasks.environment,
    suite: tasks.suite,
    instance: train[0] as (typeof train)[number],
    provenance: {
      run: `${config.name}_s${config.seed}_${digest8}`,
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

function planPaths({ tasks }: PreparedTraining, run: Run): string[] {
  const types = tasks.taskTypes.map(({ taskType }) => taskType);
  return types.length > 1
    ? types.map((type) => `${run.folder}/plans/${type}/best.md`)
    : [`${run.folder}/plans/best.md`];
}

function resultsDocument(
  { config, tasks, models }: PreparedTraining,
  experiment: string,
  results: readonly TrainingSummary[],
  spend: SpendSummary,
  ending: Ending,
): JsonValue {
  const document = {
    format: 'planwright-results/1',
    experiment,
    outcome: ending.outcome,
    seed: config.seed,
    batchSize: config.batchSize,
    iterations: config.iterations,
    reflection: config.reflection,
    suite: { name: tasks.suite.name, digest: tasks.suite.digest },
    environment: { name: tasks.environment.name, version: tasks.environment.version, ...config.environment },
    models: models.names,
    simulated: Object.values(models.names).some(isSimulated),
    heldOutSplit: heldOutSplit(config),
    heldOut: poolEvaluations(results.map(({ heldOut }) => heldOut)),
    baseline: poolEvaluations(results.map(({ baseline }) => baseline)),
    taskTypes: results,
    ...spend,
  };
  return JSON.parse(JSON.stringify(document)) as JsonValue;
}
