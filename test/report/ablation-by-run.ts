import { noUsage } from '../../src/core/model.js';
import { successHeadline } from '../../src/evaluation/index.js';
import {
  type AblationResults,
  type AnalysisPlan,
  type ArmResults,
  analyzeAblation,
  type CellResult,
  type ExperimentResults,
  type IterationMark,
  summarizeArm,
} from '../../src/training/index.js';
import { cellOf, marksOf, missingCell } from '../training/cell-of.js';

/** How arms are compared unless something else is declared. */
export const usualPlan: AnalysisPlan = {
  unit: 'run',
  primary: 'paired-t',
  baseline: 'first',
  family: ['arms', 'iterations'],
  tolerance: 0.05,
};

/** An experiment with its analysis. */
export function analyzed(
  experiment: Omit<ExperimentResults, 'analysis'>,
  seeds: readonly number[] = [0],
  marks: readonly IterationMark[] = ['last'],
): ExperimentResults {
  const { arms, headline } = experiment;
  return { ...experiment, analysis: analyzeAblation({ arms, headline, seeds, marks, plan: usualPlan }) };
}

function armOf(name: string, cells: readonly CellResult[]): ArmResults {
  const summary = summarizeArm(cells, ['heat'], null);
  return { name, agent: 'autoplan', train: true, planFrom: null, paper: null, ...summary, cells };
}

/** One run for each pair: games won of twenty after one iteration and after two; three were won before. */
function learn(...won: readonly (readonly [number, number])[]): CellResult[] {
  return won.map(([first, second], seed) => cellOf(seed, [marksOf(3), marksOf(first), marksOf(second)]));
}

/** Three arms, five runs each, measured before and after two iterations; one run is missing, one has errors. */
export const curves: ExperimentResults = analyzed(
  {
    name: 'heat',
    title: 'ALFWorld heat',
    suite: { name: 'household', digest: 'sha256:1', shipped: true },
    environment: { name: 'alfworld', version: '1.0.0' },
    models: ['simulated-weak'],
    simulated: true,
    heldOutSplit: 'held-out',
    instancesAre: 'games',
    headline: successHeadline,
    taskTypes: [{ taskType: 'heat', train: 24, heldOut: 20, unsolvable: 0 }],
    arms: [
      armOf('batchSize 2', learn([6, 8], [9, 12], [2, 5], [11, 13], [8, 9])),
      armOf('batchSize 4', [
        ...learn([7, 13], [10, 17], [4, 10], [12, 17]),
        cellOf(4, [marksOf(3), `!${marksOf(10, 19)}`, marksOf(13)]),
      ]),
      armOf('batchSize 8', [...learn([16, 19], [15, 20], [18, 18], [14, 19]), missingCell(4)]),
    ],
    paperOnly: [],
  },
  [0, 1, 2, 3, 4],
  [0, 1, 2],
);

/** An ablation that has only these. */
export const byRun: AblationResults = {
  format: 'planwright-ablation/1',
  ablation: 'batch-size_s0_12345678',
  outcome: 'finished',
  seeds: [0, 1, 2, 3, 4],
  measure: 'each-iteration',
  priceAs: null,
  paper: null,
  experiments: [curves],
  spend: {
    byPurpose: {},
    usage: { ...noUsage, calls: 1234, promptTokens: 1_234_000, completionTokens: 61_700 },
    costUsd: 0,
    unpricedCalls: 0,
  },
};
