/** Runs a prepared training from start to end: folder, journal, one training per task type, results on disk. */
import { BudgetError, messageOf, UsageError } from '../core/errors.js';
import type { RunEvent } from '../core/event.js';
import { createRun, type Run } from '../runs/index.js';
import {
  poolEvaluations,
  type SpendSummary,
  summarizeSpend,
  summarizeTraining,
  type TrainingResult,
  type TrainingSummary,
} from '../training/index.js';
import { systemClock } from '../util/clock.js';
import { remove } from '../util/files.js';
import type { JsonValue } from '../util/json.js';
import { describeManifest, formatConfig } from './describe-run.js';
import type { PreparedTraining } from './prepare-training.js';
import { rememberMissing } from './runs-folder.js';
import { heldOutSplit } from './schema.js';
import { locateError } from './setting-error.js';
import { trainTaskType } from './train-task-type.js';

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

/**
 * Trains, measures and writes. A reached budget and an interrupt are outcomes. Rejects with a UsageError when it
 * can not go on; the folder of a run that has learned nothing by then is taken away.
 */
export async function runTraining(prepared: PreparedTraining): Promise<TrainingRun> {
  const { config, tasks, models, simulated } = prepared;
  const removeNewFolders = rememberMissing(config.runs);
  const run = openRun(prepared);
  const tally = keepTally(prepared, run);
  const done: TrainingResult[] = [];
  const work = async () => {
    for (const instances of tasks.taskTypes) done.push(await trainTaskType(prepared, run, instances));
  };
  try {
    const ending = await endOf(work, prepared);
    const results = done.map((result, i) => summarizeTraining(result, tasks.taskTypes[i]?.unsolvable ?? 0));
    const spend = summarizeSpend(models.meter.byPurpose());
    run.writeResults(resultsDocument(prepared, results, spend, ending));
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
      errorShare: tally.episodes === 0 ? 0 : tally.errors / tally.episodes,
    };
  } catch (error) {
    closeAfter(error, prepared, run);
    if (error instanceof UsageError && tally.iterations === 0) {
      remove(run.folder);
      removeNewFolders();
    }
    throw sayWhatIsLeft(locateError(error, prepared.placeOf), run, tally.iterations);
  }
}

/** A wrong setting or a lost server after plans were learned: the remedy names where they are. */
function sayWhatIsLeft(error: unknown, { folder }: Run, iterations: number): unknown {
  if (!(error instanceof UsageError) || iterations === 0) return error;
  const left = `the plans so far are in ${folder}/plans`;
  return new UsageError(error.message, error.remedy === undefined ? left : `${error.remedy}; ${left}`);
}

function openRun({ config, digest8, tasks, models, method, runId }: PreparedTraining): Run {
  return createRun({
    runsFolder: config.runs,
    configName: config.name,
    seed: config.seed,
    digest8,
    clock: systemClock,
    config: formatConfig(config, models),
    manifest: describeManifest(config, tasks, models, method.prompts),
    ...(runId === undefined ? {} : { runId }),
  });
}

/** Writes events to the journal and counts what decides how the run ends. */
function keepTally(prepared: PreparedTraining, run: Run) {
  const tally = { episodes: 0, errors: 0, iterations: 0 };
  prepared.listen((event) => {
    run.journal.append(event);
    if (event.type === 'iteration-end') tally.iterations++;
    if (event.type !== 'episode-end') return;
    tally.episodes++;
    if (event.episode.outcome.kind === 'error') tally.errors++;
  });
  return tally;
}

type Ending = Omit<Extract<RunEvent, { type: 'run-end' }>, 'type'>;

/** How the work ended; only what is nobody's expected end is thrown. */
async function endOf(work: () => Promise<void>, { signal }: PreparedTraining): Promise<Ending> {
  try {
    await work();
    return { outcome: 'finished' };
  } catch (error) {
    if (error instanceof BudgetError) return { outcome: 'budget-reached', message: error.message };
    if (signal?.aborted) return { outcome: 'interrupted', message: 'interrupted' };
    throw error;
  }
}

function closeAfter(error: unknown, { record }: PreparedTraining, run: Run): void {
  record({ type: 'run-end', outcome: 'failed', message: messageOf(error) });
  try {
    run.journal.close();
  } catch {
    // A journal that can not be written is what failed, or follows from it: the first error says more.
  }
}

function planPaths({ tasks }: PreparedTraining, run: Run): string[] {
  const types = tasks.taskTypes.map(({ taskType }) => taskType);
  return types.length > 1
    ? types.map((type) => `${run.folder}/plans/${type}/best.md`)
    : [`${run.folder}/plans/best.md`];
}

function resultsDocument(
  { config, tasks, models, experiment, simulated }: PreparedTraining,
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
    simulated,
    heldOutSplit: heldOutSplit(config),
    heldOut: poolEvaluations(results.map(({ heldOut }) => heldOut)),
    baseline: poolEvaluations(results.map(({ baseline }) => baseline)),
    taskTypes: results,
    ...spend,
  };
  return JSON.parse(JSON.stringify(document)) as JsonValue;
}
