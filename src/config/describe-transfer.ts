/** What a transfer says about itself. */
import { loadPrompt } from '../shipping/index.js';
import {
  analyzeTransfer,
  type CellResult,
  type ExperimentResults,
  type TransferResults,
  type TransferredPlan,
} from '../training/index.js';
import { describeAblation } from './describe-ablation.js';
import type { PreparedAblation, PreparedArm } from './prepare-ablation.js';

/** Results from the cells that came to an end, by their ids; all others are said to be missing. */
export function describeTransfer(
  prepared: PreparedAblation,
  cells: ReadonlyMap<string, CellResult>,
  outcome: string,
): TransferResults {
  const { ablation } = prepared;
  const { experiments, spend } = describeAblation(prepared, cells, outcome);
  const [first] = experiments as readonly [ExperimentResults];
  const { tolerance } = ablation.analysis;
  const { name, digest } = first.suite;
  return {
    format: 'planwright-transfer/1',
    transfer: prepared.experiment,
    outcome,
    seeds: ablation.seeds,
    limit: ablation.transfer?.limit ?? null,
    suite: { name, digest },
    environment: first.environment,
    heldOutSplit: first.heldOutSplit,
    instancesAre: first.instancesAre,
    agent: first.arms[0]?.agent ?? '',
    headline: first.headline,
    tolerance,
    taskTypes: first.taskTypes.map(({ taskType, heldOut, unsolvable }) => ({
      taskType,
      heldOut,
      unsolvable,
    })),
    plans: plansOf(prepared),
    models: experiments.map(({ title, models, simulated }) => ({ name: title, models, simulated })),
    ...analyzeTransfer(experiments, tolerance),
    spend,
  };
}

function plansOf({ experiments }: PreparedAblation): readonly TransferredPlan[] {
  const arms = experiments[0]?.arms.map(([first]) => first as PreparedArm) ?? [];
  return arms.flatMap(({ arm, config }): TransferredPlan[] => {
    if (config.plan === undefined) return [];
    const { plan, details } = loadPrompt(config.plan, { allowEdited: true });
    const words = plan.text.split(/\s+/).filter(Boolean).length;
    return [{ name: arm.name, id: plan.id, madeFor: details === null ? null : plan.taskType, words }];
  });
}
