import { addUsage, noUsage, type Usage } from '../core/model.js';
import type { MeasuredRate } from '../evaluation/index.js';
import { wilson } from '../stats/index.js';
import type { ArmSummary, CellResult, InstanceCost, MeasuredCell, PriceUsage } from './ablation-results.js';
import { type EvaluationSummary, poolEvaluations, type SpendSummary } from './summarize-results.js';

/**
 * An arm's cells taken together, per task type and over all. Where a cell is missing there is no number: a rate over
 * fewer task types or seeds than the others have could not be compared with theirs.
 */
export function summarizeArm(
  cells: readonly CellResult[],
  taskTypes: readonly string[],
  priceAs: PriceUsage | null,
): ArmSummary {
  const whole = allMeasured(cells);
  return {
    taskTypes: Object.fromEntries(
      taskTypes.map((taskType) => [taskType, rateOf(cells.filter((cell) => cell.taskType === taskType))]),
    ),
    all: rateOf(cells),
    training: costOf(
      whole.flatMap(({ training }) => (training ? [[training.episodes, training.spend] as const] : [])),
      priceAs,
    ),
    inference: costOf(
      whole.map(({ heldOut, inference }) => [heldOut.results.length, inference] as const),
      priceAs,
      whole.reduce((sum, { heldOut }) => sum + stepsOf(heldOut), 0),
    ),
    judging: costOf(
      whole.flatMap(({ heldOut, judging }) =>
        judging.usage.calls > 0 ? [[heldOut.results.length, judging] as const] : [],
      ),
      priceAs,
    ),
  };
}

/** The cells; none of them unless all were measured. */
function allMeasured(cells: readonly CellResult[]): readonly MeasuredCell[] {
  const measured = cells.filter((cell) => cell.state === 'measured');
  return measured.length === cells.length ? measured : [];
}

function rateOf(cells: readonly CellResult[]): MeasuredRate | null {
  const measured = allMeasured(cells);
  return measured.length === 0 ? null : poolSeeds(measured.map(({ heldOut }) => heldOut));
}

/**
 * Evaluations of several seeds together. What is played again with another seed is not independent of the first time,
 * so the interval is that of as many trials as there are different instances.
 */
export function poolSeeds(evaluations: readonly EvaluationSummary[]): MeasuredRate {
  const rate = poolEvaluations(evaluations);
  const played = evaluations
    .flatMap(({ results }) => results)
    .filter(({ outcome }) => outcome.kind !== 'error');
  const different = new Set(played.map(({ instanceId }) => instanceId)).size;
  if (rate.rate === null || different === rate.n) return rate;
  return { ...rate, wilson95: wilson(Math.round(rate.rate * different), different) };
}

/** Actions of all trials. */
function stepsOf({ results }: EvaluationSummary): number {
  return results.reduce((sum, { formalizer: { grammar, model, none } }) => sum + grammar + model + none, 0);
}

/**
 * Spends of parts of the work with their numbers of instances, per instance; null without any. `steps` are all actions,
 * where all calls were made for them.
 */
function costOf(
  parts: readonly (readonly [instances: number, spend: SpendSummary])[],
  priceAs: PriceUsage | null,
  steps = 0,
): InstanceCost | null {
  const instances = parts.reduce((sum, [count]) => sum + count, 0);
  if (instances === 0) return null;
  const usage = parts.reduce<Usage>((sum, [, spend]) => addUsage(sum, spend.usage), noUsage);
  const usd = parts.reduce<number | null>(
    (sum, [, { costUsd }]) => (sum === null || costUsd === null ? null : sum + costUsd),
    0,
  );
  return {
    instances,
    tokens: (usage.promptTokens + usage.completionTokens) / instances,
    calls: usage.calls / instances,
    callsPerStep: steps === 0 ? null : usage.calls / steps,
    usd: usd === null ? null : usd / instances,
    usdAs: priceAs === null ? null : priceAs(usage) / instances,
  };
}
