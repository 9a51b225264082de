/** What a certificate or an ablation of this config can find, and what it costs: before the money is spent. */
import { UsageError } from '../core/errors.js';
import { noUsage } from '../core/model.js';
import { costOf, findPrice } from '../models/index.js';
import {
  ablationPower,
  type BaselineChances,
  certifyPower,
  measureNoise,
  type NoiseFloor,
  type PowerQuestion,
  type PowerReport,
  type WorkCost,
} from '../training/index.js';
import { playsOf } from './aa.js';
import { withExternal } from './open-external.js';
import { openingsOf, readOpenings } from './openings.js';
import { mostThinkingCalls, mostValidationEpisodes } from './optimizer-settings.js';
import type { RunSettings } from './prepare-run.js';
import { loadPriceTable } from './resolve-models.js';
import { type ResolvedTasks, resolveTasks } from './resolve-training.js';
import {
  type EvaluationRun,
  type PreparedEvaluation,
  prepareEvaluation,
  runEvaluation,
} from './run-evaluation.js';
import type { Config } from './schema.js';
import { locateError } from './setting-error.js';

/** What to work out. */
export interface PowerOptions extends RunSettings, Omit<PowerQuestion, 'correctedFor'> {
  /** Instances per task type of the training split that are played twice; absent where chances are given. */
  readonly pilot?: number;
  /** The baseline's chances instead of a pilot. */
  readonly chances?: BaselineChances;
}

/** Everything resolved, before anything is played. */
export interface PreparedPower {
  readonly options: PowerOptions;
  readonly tasks: ResolvedTasks;
  /** Null where chances are given. */
  readonly pilot: PreparedEvaluation | null;
}

/** What was worked out, and the pilot's run where there was one. */
export interface PowerRun {
  readonly report: PowerReport;
  readonly pilot: EvaluationRun | null;
}

/**
 * Chances that a user gives; null where no rate is. Without a number of flips, tasks are taken to be alike, which is the
 * most that luck can do. Throws a UsageError for what can not be.
 */
export function givenChances(rate?: number, flips?: number): BaselineChances | null {
  if (rate === undefined && flips === undefined) return null;
  if (rate === undefined)
    throw new UsageError(
      '--flips needs the success rate',
      'give --rate as well, or leave both out for a pilot',
    );
  const most = 2 * rate * (1 - rate);
  if (flips !== undefined && flips > most + 1e-12)
    throw new UsageError(
      `--flips ${flips}: with a success rate of ${rate} at most ${Number(most.toFixed(3))} of the plays differ`,
      'lower it',
    );
  return { rate, flipRate: flips ?? most };
}

/** Resolves the config and its pilot. Rejects with a UsageError for whatever is wrong with it. */
export async function preparePower(options: PowerOptions): Promise<PreparedPower> {
  const { config, placeOf, runId, emit, onFolder, signal, pilot } = options;
  const tasks = await resolveOrLocate(options);
  if (options.chances !== undefined || pilot === undefined) return { options, tasks, pilot: null };
  // Held-out tasks stay sealed: a pilot plays those that may be trained on.
  const split = tasks.taskTypes[0]?.train[0]?.split ?? 'train';
  const settings = {
    config: { ...config, heldOut: split },
    ...(placeOf ? { placeOf } : {}),
    ...(runId === undefined ? {} : { runId }),
    ...(emit ? { emit } : {}),
    ...(onFolder ? { onFolder } : {}),
    ...(signal ? { signal } : {}),
  };
  return { options, tasks, pilot: await prepareEvaluation({ ...settings, repeats: 2, limit: pilot }) };
}

async function resolveOrLocate({ config, placeOf }: PowerOptions): Promise<ResolvedTasks> {
  try {
    return await withExternal(config, (external) => resolveTasks(config, external));
  } catch (error) {
    throw locateError(error, placeOf);
  }
}

/** Plays the pilot, if any, and works everything out. Rejects with a UsageError as `runEvaluation` does. */
export async function runPower({ options, tasks, pilot: prepared }: PreparedPower): Promise<PowerRun> {
  const pilot = prepared === null ? null : await runEvaluation(prepared);
  const { config, effect, alpha, power } = options;
  const triedBefore = new Set(
    tasks.taskTypes.flatMap(({ heldOut }) =>
      openingsOf(readOpenings(config.runs), {
        suite: tasks.suite.digest,
        split: heldOut[0]?.split ?? '',
      }).flatMap(({ plans }) => plans),
    ),
  ).size;
  const question = { effect, alpha, power, correctedFor: triedBefore + 1 };
  const taskTypes = tasks.taskTypes.map(({ taskType, heldOut }) => {
    const noise = pilot && measureNoise(playsOf(pilot.results.filter((one) => one.taskType === taskType)));
    const chances = options.chances ?? chancesOf(noise);
    return {
      taskType,
      heldOut: heldOut.length,
      noise,
      chances,
      certify: chances && certifyPower(chances, heldOut.length, question),
      ablation: chances && ablationPower(chances, heldOut.length, question),
    };
  });
  return {
    pilot,
    report: {
      ...question,
      triedBefore,
      taskTypes,
      costs: pilot && prepared && costs(config, prepared, pilot, tasks),
      instancesAre: tasks.environment.instancesAre,
      models: pilot?.models ?? [],
      simulated: pilot?.simulated ?? false,
    },
  };
}

function chancesOf(noise: NoiseFloor | null): BaselineChances | null {
  if (noise === null || noise.rate === null || noise.flipRate === null) return null;
  return { rate: noise.rate, flipRate: noise.flipRate };
}

/** An episode as measured; the rest follows from it and from the settings. Null where nothing was played. */
function costs(
  config: Config,
  prepared: PreparedEvaluation,
  pilot: EvaluationRun,
  tasks: ResolvedTasks,
): PowerReport['costs'] {
  const episodes = pilot.results.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const { usage, costUsd } = pilot.spend;
  if (episodes === 0 || usage.calls === 0) return null;
  const episode: WorkCost = {
    calls: usage.calls / episodes,
    tokens: (usage.promptTokens + usage.completionTokens) / episodes,
    usd: costUsd === null ? null : costUsd / episodes,
  };
  const heldOut = Math.max(0, ...tasks.taskTypes.map((one) => one.heldOut.length));
  const thinking = reflectionCost(config, prepared, usage.promptTokens / usage.calls);
  return {
    episode,
    iteration: addCosts(times(episode, config.batchSize + validationPerIteration(config)), thinking),
    certify: times(episode, 2 * heldOut),
  };
}

/** Episodes that measure plans while one is learned, on average over the iterations. */
function validationPerIteration({ optimizer, iterations }: Config): number {
  return mostValidationEpisodes(optimizer, iterations) / iterations;
}

/**
 * Reflections continue a whole episode, which is about twice as long as the mean call of it; the update reads all of
 * them. Answers are taken as long as they may be.
 */
function reflectionCost(config: Config, { models }: PreparedEvaluation, meanPrompt: number): WorkCost {
  const { batchSize, reflection, optimizer } = config;
  const calls = mostThinkingCalls(optimizer.name, reflection);
  const turns = calls.episode * batchSize;
  const prices = loadPriceTable(config);
  const cost = (model: string, times: number, prompt: number, answer: number): WorkCost => {
    const price = findPrice(prices, model);
    const usage = { ...noUsage, promptTokens: times * prompt, completionTokens: times * answer };
    return {
      calls: times,
      tokens: times * (prompt + answer),
      usd: price === null ? null : costOf(price, usage),
    };
  };
  const { reflectionTokens, planTokens } = optimizer;
  return addCosts(
    cost(models.names.reflection, turns, 2 * meanPrompt, reflectionTokens),
    cost(models.names.update, calls.update, turns * reflectionTokens, planTokens),
  );
}

function times({ calls, tokens, usd }: WorkCost, by: number): WorkCost {
  return { calls: calls * by, tokens: tokens * by, usd: usd === null ? null : usd * by };
}

function addCosts(a: WorkCost, b: WorkCost): WorkCost {
  return {
    calls: a.calls + b.calls,
    tokens: a.tokens + b.tokens,
    usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
  };
}
