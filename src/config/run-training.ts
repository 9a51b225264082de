/** Runs a prepared training from start to end: folder, journal, one training per task type, results on disk. */
import { type Failures, failuresOf, measureOf } from '../evaluation/index.js';
import { describePlaying } from '../report/index.js';
import type { Run } from '../runs/index.js';
import {
  poolEvaluations,
  type SpendSummary,
  summarizeSpend,
  summarizeTraining,
  type TrainingResult,
  type TrainingSummary,
} from '../training/index.js';
import type { JsonValue } from '../util/json.js';
import { environmentChoices } from './describe-run.js';
import { recordTrained } from './openings-of-runs.js';
import type { PreparedTraining } from './prepare-training.js';
import { type EndedRun, frameRun, type RunEnding, runInFolder } from './run-in-folder.js';
import { heldOutSplit } from './schema.js';
import { trainTaskType } from './train-task-type.js';
import { workOnParts } from './work-on-parts.js';

/**
 * What a run left behind. The share of errors is that over training and evaluation, or that of measured episodes
 * without the headline where it is larger.
 */
export interface TrainingRun extends EndedRun {
  /** Of the task types that were finished. */
  readonly results: readonly TrainingSummary[];
  readonly planPaths: readonly string[];
  readonly spend: SpendSummary;
  readonly models: readonly string[];
  readonly simulated: boolean;
}

/**
 * Trains, measures and writes. A reached budget and an interrupt are outcomes. Rejects with a UsageError when it
 * can not go on; the folder of a run in which no call was answered by then is taken away.
 */
export async function runTraining(prepared: PreparedTraining): Promise<TrainingRun> {
  const { tasks, models, simulated } = prepared;
  const finished = new Map<string, TrainingResult>();
  const done = () => tasks.taskTypes.flatMap(({ taskType }) => finished.get(taskType) ?? []);
  const results = () =>
    tasks.taskTypes.flatMap(({ taskType, unsolvable }) => {
      const result = finished.get(taskType);
      return result === undefined ? [] : [summarizeTraining(result, unsolvable)];
    });
  const spend = () => summarizeSpend(models.meter.byPurpose());
  const ended = await runInFolder(frameRun(prepared), {
    work: (run) =>
      workOnParts(prepared, tasks.taskTypes, async (instances, share) => {
        finished.set(instances.taskType, await trainTaskType({ ...prepared, ...share }, run, instances));
      }),
    results: (ending, playing) =>
      resultsDocument(prepared, { results: results(), spend: spend(), playing }, ending),
    finish: async () => recordTrained(prepared, done()),
    left: ({ folder }: Run) =>
      spend().usage.calls === 0 ? null : `then go on with: planwright resume ${folder}`,
  });
  return {
    ...ended,
    errorShare: Math.max(ended.errorShare, shareWithoutHeadline(done())),
    failures: { ...ended.failures, judging: judgingOf(done()) },
    results: results(),
    planPaths: planPaths(prepared, ended),
    spend: summarizeSpend(models.meter.byPurpose(), models.meter.cached()),
    models: [...new Set(Object.values(models.names))],
    simulated,
  };
}

/** Episodes that ended in an error, and those whose answer could not be judged where that is the headline. */
function shareWithoutHeadline(done: readonly TrainingResult[]): number {
  const measured = done.flatMap(({ heldOut, baseline, headline }) =>
    [heldOut, baseline].map((one) => measureOf(one, headline)),
  );
  const errors = measured.reduce((sum, one) => sum + one.errors, 0);
  return (
    errors /
    Math.max(
      1,
      measured.reduce((sum, one) => sum + one.n + one.errors, 0),
    )
  );
}

/** Why answers have no headline: they could not be judged. */
function judgingOf(done: readonly TrainingResult[]): Failures['judging'] {
  const judged = done.filter(({ headline }) => headline.name === 'judge');
  return failuresOf(judged.flatMap(({ heldOut, baseline }) => [...heldOut.results, ...baseline.results]))
    .judging;
}

function planPaths({ tasks }: PreparedTraining, { folder }: EndedRun): string[] {
  const types = tasks.taskTypes.map(({ taskType }) => taskType);
  return types.length > 1
    ? types.map((type) => `${folder}/plans/${type}/best.md`)
    : [`${folder}/plans/best.md`];
}

function resultsDocument(
  { config, tasks, method, models, experiment, simulated }: PreparedTraining,
  { results, spend, playing }: Pick<TrainingRun, 'results' | 'spend' | 'playing'>,
  ending: RunEnding,
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
    environment: {
      name: tasks.environment.name,
      version: tasks.environment.version,
      ...environmentChoices(config),
    },
    models: models.names,
    simulated,
    heldOutSplit: heldOutSplit(config),
    instancesAre: tasks.environment.instancesAre,
    headline: method.scoring.headline,
    heldOut: poolEvaluations(results.map(({ heldOut }) => heldOut)),
    baseline: poolEvaluations(results.map(({ baseline }) => baseline)),
    taskTypes: results,
    playing: describePlaying(playing),
    ...spend,
  };
  return JSON.parse(JSON.stringify(document)) as JsonValue;
}
