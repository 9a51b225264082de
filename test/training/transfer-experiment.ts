import { successHeadline } from '../../src/evaluation/index.js';
import {
  type ArmResults,
  analyzeAblation,
  type CellResult,
  type ExperimentResults,
  summarizeArm,
} from '../../src/training/index.js';

/** A model as an experiment of a transfer: its arms by name, no plan first. */
export function experimentOf(
  model: string,
  cellsByArm: Readonly<Record<string, readonly CellResult[]>>,
  taskTypes: readonly string[] = ['heat'],
): ExperimentResults {
  const arms = Object.entries(cellsByArm).map(([name, cells]): ArmResults => {
    const about = { name, agent: 'autoplan', train: false, planFrom: null, paper: null };
    return { ...about, ...summarizeArm(cells, taskTypes, null), cells };
  });
  const plan = {
    unit: 'run',
    primary: 'paired-t',
    baseline: 'no plan',
    family: ['arms'],
    tolerance: 0.05,
  } as const;
  return {
    name: model,
    title: model,
    suite: { name: 'household', digest: 'sha256:1', shipped: true },
    environment: { name: 'alfworld', version: '1.0.0' },
    models: [`simulated-${model}`],
    simulated: true,
    heldOutSplit: 'held-out',
    instancesAre: 'games',
    headline: successHeadline,
    taskTypes: taskTypes.map((taskType) => ({ taskType, train: 0, heldOut: 2, unsolvable: 0 })),
    arms,
    analysis: analyzeAblation({ arms, headline: successHeadline, seeds: [0], marks: ['last'], plan }),
    paperOnly: [],
  };
}
