import { type PlaySummary, poolEvaluations, type TrainingSummary } from '../training/index.js';
import { headlineOf, poolComparisons } from './comparisons.js';
import { callsPerStep } from './spend-text.js';
import type { TrainingReport } from './training-text.js';

/** A training that may have ended early. */
export interface EndedTraining extends TrainingReport {
  readonly outcome: string;
}

/**
 * The results as one JSON document: the contract of `train --json`. One task type stands at the top; several are
 * pooled there and each has its own entry in `taskTypes`. `plan` is null for several: see `taskTypes[].plan.path`.
 */
export function describeTraining(report: EndedTraining) {
  const { results, spend, playing, runFolder, planPaths, models, simulated, outcome } = report;
  const pool = (pick: (result: TrainingSummary) => TrainingSummary['heldOut']) =>
    poolEvaluations(results.map(pick));
  return {
    run: runFolder,
    outcome,
    plan: planPaths.length === 1 ? planPaths[0] : null,
    models,
    simulated,
    iterations: results.flatMap(({ taskType, iterations }) =>
      iterations.map((iteration) => ({ taskType, ...iteration })),
    ),
    heldOut: pool(({ heldOut }) => heldOut),
    baseline: pool(({ baseline }) => baseline),
    headline: headlineOf(results),
    comparison: poolComparisons(results),
    playing: describePlaying(playing),
    usage: spend.usage,
    usageByPurpose: spend.byPurpose,
    costUsd: spend.costUsd,
    ...(spend.fromCache ? { fromCache: spend.fromCache } : {}),
    taskTypes: results.map((result, i) => ({ ...result, plan: { ...result.plan, path: planPaths[i] } })),
  };
}

/** What playing took as data. */
export function describePlaying(playing: PlaySummary) {
  return { ...playing, callsPerStep: callsPerStep(playing) };
}
