/**
 * Measures a frozen plan, or none, on a split: the same loop and decoding as the end of a training, in a run folder of
 * its own.
 */

import type { Environment } from '../core/environment.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance } from '../core/task.js';
import {
  type Evaluation,
  type Failures,
  failuresOf,
  type Headline,
  type MeasuredRate,
  measureOf,
  type SuccessRate,
} from '../evaluation/index.js';
import { describePlaying } from '../report/index.js';
import type { Run } from '../runs/index.js';
import { loadPrompt } from '../shipping/index.js';
import {
  type EvaluationSetup,
  evaluatePlan,
  type PlaySummary,
  poolSeeds,
  type SpendSummary,
  summarizeSpend,
} from '../training/index.js';
import { systemClock } from '../util/clock.js';
import type { JsonObject } from '../util/json.js';
import { combineRepeats, measureFirstTries, type RepeatedResult } from './combine-repeats.js';
import { environmentChoices } from './describe-run.js';
import type { External } from './open-external.js';
import { recordMeasured } from './openings-of-runs.js';
import { type PreparedRun, prepareRun, type RunSettings, recordedEpisodes } from './prepare-run.js';
import { pickHeldOut } from './resolve-held-out.js';
import { type ResolvedSuite, resolveInitialPlan, resolveSuite } from './resolve-training.js';
import { type EndedRun, frameRun, type RunEnding, runInFolder } from './run-in-folder.js';
import { heldOutSplit } from './schema.js';
import { type PartShare, workOnParts } from './work-on-parts.js';

/** How to measure. Of the config, `heldOut` names the split or says how many of the held-out split; `plan` is the plan. */
export interface RunEvaluationOptions extends RunSettings {
  /** Times that each instance is played, with other seeds each time. */
  readonly repeats: number;
  /** Most instances per task type: a seeded sample. Default: what `heldOut` says. */
  readonly limit?: number;
}

interface TaskTypePlan {
  readonly taskType: string;
  readonly plan: Plan;
  readonly instances: readonly TaskInstance[];
}

interface EvaluationTasks extends ResolvedSuite {
  readonly taskTypes: readonly TaskTypePlan[];
}

/** Everything resolved, before anything is played. */
export interface PreparedEvaluation extends PreparedRun<EvaluationTasks> {
  readonly repeats: number;
  readonly limit: number | null;
  /** Episodes that will be played, over all task types and repeats. */
  readonly episodes: number;
}

/** Success at the first try of an agent that may have several. */
export interface FirstTries {
  readonly agent: string;
  /** Most tries at one instance. */
  readonly most: number;
  readonly first: SuccessRate;
}

/**
 * A measured plan. The share of errors is that of the task types that were finished; an episode without its headline is
 * one.
 */
export interface MeasuredPlan {
  readonly plan: { readonly id: string; readonly text: string };
  /** What the table is of, and what the instances are called. */
  readonly headline: Headline;
  readonly instancesAre: Environment['instancesAre'];
  readonly heldOut: MeasuredRate;
  /** Those that were finished. */
  readonly taskTypes: readonly (MeasuredRate & { readonly taskType: string })[];
  readonly results: readonly RepeatedResult[];
  /** Times that each instance was played. */
  readonly repeats: number;
  /** Of an agent that tries again: how it did at first. It is told whether a try succeeded, here as in training. */
  readonly tries?: FirstTries;
  readonly spend: SpendSummary;
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly errorShare: number;
  /** Why plays ended in an error, and why answers could not be judged. */
  readonly failures: Failures;
}

/** What a measuring run left behind. */
export interface EvaluationRun
  extends MeasuredPlan,
    Pick<EndedRun, 'folder' | 'outcome' | 'message' | 'playing'> {
  /** What `results.json` holds. */
  readonly document: JsonObject;
}

/** The task type a plan file says it is for; undefined for a plain text. */
export function taskTypeOfPlan(file: string): string | undefined {
  const { plan, details } = loadPrompt(file, { allowEdited: true });
  return details ? plan.taskType : undefined;
}

/** Resolves what is to be measured. Rejects with a UsageError for whatever is wrong with it. */
export async function prepareEvaluation(options: RunEvaluationOptions): Promise<PreparedEvaluation> {
  const { repeats, limit = null } = options;
  const resolveTasks = async (external: External): Promise<EvaluationTasks> => {
    const tasks = await resolveSuite(options.config, external);
    return { ...tasks, taskTypes: tasks.wanted.map((taskType) => resolveTaskType(options, tasks, taskType)) };
  };
  const prepared = await prepareRun(options, resolveTasks, { evaluation: { repeats, limit } });
  const instances = prepared.tasks.taskTypes.reduce((sum, one) => sum + one.instances.length, 0);
  return { ...prepared, repeats, limit, episodes: repeats * instances };
}

function resolveTaskType(
  { config, limit }: RunEvaluationOptions,
  tasks: ResolvedSuite,
  taskType: string,
): TaskTypePlan {
  const { instances } = pickHeldOut(config, tasks, taskType, limit);
  return { taskType, instances, plan: resolveInitialPlan(config.plan, tasks.environment.name, taskType) };
}

/**
 * Plays, counts and writes. A reached budget and an interrupt are outcomes. Rejects with a UsageError when it can not
 * go on; the folder of a run that has measured nothing by then is taken away.
 */
export async function runEvaluation(prepared: PreparedEvaluation): Promise<EvaluationRun> {
  const { taskTypes } = prepared.tasks;
  const repeats = Array.from({ length: prepared.repeats }, (_, repeat) => repeat);
  const plays = taskTypes.map((task) => ({ task, evaluations: [] as Evaluation[] }));
  const done = () =>
    plays
      .filter(({ evaluations }) => repeats.every((repeat) => evaluations[repeat] !== undefined))
      .map(({ task: { taskType }, evaluations }) => ({ taskType, evaluations }));
  let played = 0;
  // Made once: with many instances it is large.
  let measured: MeasuredPlan | undefined;
  let document: JsonObject = {};
  prepared.listen((event) => {
    if (event.type === 'episode-end' && event.episode.outcome.kind !== 'error') played++;
  });
  const ended = await runInFolder(frameRun(prepared), {
    work: (run) => {
      const parts = plays.flatMap((play) => repeats.map((repeat) => ({ ...play, repeat })));
      return workOnParts(prepared, parts, async ({ task, evaluations, repeat }, share) => {
        evaluations[repeat] = await measureTaskType({ ...prepared, ...share }, run, task, repeat);
      });
    },
    results: (ending, playing) => {
      measured = summarize(prepared, done());
      document = evaluationDocument(prepared, measured, playing, ending);
      return document;
    },
    finish: async () =>
      recordMeasured(
        prepared,
        done().map((one) => openingOf(prepared, one)),
      ),
    left: ({ folder }) => (played === 0 ? null : `the episodes so far are in ${folder}/journal.jsonl`),
  });
  const { folder, playing, errorShare: _all, failures: _ended, ...ending } = ended;
  return { ...(measured ?? summarize(prepared, done())), ...ending, folder, playing, document };
}

interface MeasuredTaskType {
  readonly taskType: string;
  /** One for each repeat. */
  readonly evaluations: readonly Evaluation[];
}

/** Measures a task type once, with seeds of this repeat. Rejects with what must stop the run. */
export async function measureTaskType(
  prepared: PreparedEvaluation & PartShare,
  run: Run,
  { taskType, plan, instances }: TaskTypePlan,
  repeat: number,
): Promise<Evaluation> {
  const { config, simulated, tasks, record } = prepared;
  const { seed } = config;
  if (repeat === 0)
    record({
      type: 'run-start',
      run: run.id,
      taskType,
      instancesAre: tasks.environment.instancesAre,
      seed,
      iterations: 0,
      batchSize: 0,
      heldOut: instances.length,
      initialPlan: plan,
      simulated,
    });
  const setup = { ...evaluationSetup(prepared), taskType, seed: seed + repeat };
  const evaluation = await evaluatePlan(setup, plan, 'held-out', instances, repeat);
  run.journal.flush();
  return evaluation;
}

function evaluationSetup(
  prepared: PreparedEvaluation & PartShare,
): Omit<EvaluationSetup, 'taskType' | 'seed'> {
  const { tasks, method, models, executor, record, signal, turn } = prepared;
  const { judge } = method.scoring;
  return {
    environment: tasks.environment,
    agent: method.agent,
    models: turn?.inTurn(models) ?? models,
    concurrency: executor.inFlight(),
    limits: tasks.limits,
    clock: systemClock,
    emit: record,
    ...recordedEpisodes(prepared),
    ...(turn ? { gateOf: turn.gateOf } : {}),
    ...(judge ? { judge } : {}),
    ...(signal ? { signal } : {}),
  };
}

function openingOf({ tasks }: PreparedEvaluation, { taskType, evaluations }: MeasuredTaskType) {
  const task = tasks.taskTypes.find((one) => one.taskType === taskType);
  const { n, successes } = poolSeeds(evaluations);
  return {
    kind: 'eval' as const,
    taskType,
    split: task?.instances[0]?.split ?? '',
    plans: task === undefined || task.plan.text === '' ? [] : [task.plan.id],
    n,
    successes,
  };
}

function summarize(
  { tasks, models, method, repeats, simulated }: PreparedEvaluation,
  done: readonly MeasuredTaskType[],
): MeasuredPlan {
  const { id, text } = (tasks.taskTypes[0] as TaskTypePlan).plan;
  const { scoring, agent } = method;
  const { headline } = scoring;
  const most = agent.retry?.trials ?? 1;
  const all = done.flatMap(({ evaluations }) => evaluations);
  const episodes = all.reduce((sum, { results }) => sum + results.length, 0);
  return {
    plan: { id, text },
    headline,
    instancesAre: tasks.environment.instancesAre,
    repeats,
    heldOut: poolSeeds(all),
    taskTypes: done.map(({ taskType, evaluations }) => ({ taskType, ...poolSeeds(evaluations) })),
    results: done.flatMap(({ evaluations }) => combineRepeats(evaluations)),
    ...(most > 1 ? { tries: { agent: agent.name, most, first: measureFirstTries(all) } } : {}),
    spend: summarizeSpend(models.meter.byPurpose(), models.meter.cached()),
    models: [...new Set(Object.values(models.names))],
    simulated,
    failures: failuresOf(all.flatMap(({ results }) => results)),
    errorShare: all.reduce((sum, one) => sum + measureOf(one, headline).errors, 0) / Math.max(1, episodes),
  };
}

function evaluationDocument(
  { config, tasks, method, limit, experiment }: PreparedEvaluation,
  { plan, spend, repeats, ...measured }: MeasuredPlan,
  playing: PlaySummary,
  { outcome }: RunEnding,
): JsonObject {
  return {
    format: 'planwright-evaluation/1',
    experiment,
    outcome,
    seed: config.seed,
    repeats,
    limit,
    suite: { name: tasks.suite.name, digest: tasks.suite.digest },
    environment: {
      name: tasks.environment.name,
      version: tasks.environment.version,
      ...environmentChoices(config),
    },
    agent: method.agent.name,
    plan: plan.id,
    split: heldOutSplit(config),
    ...measured,
    playing: describePlaying(playing),
    usage: spend.usage,
    usageByPurpose: spend.byPurpose,
    costUsd: spend.costUsd,
    unpricedCalls: spend.unpricedCalls,
  } as unknown as JsonObject;
}
