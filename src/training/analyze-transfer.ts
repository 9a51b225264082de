/** Plans against no plan: for each model and task type paired by instance, p adjusted over all of them together. */
import { scoreOf } from '../evaluation/index.js';
import { holm } from '../stats/index.js';
import type { ArmResults, CellResult, ExperimentResults, MeasuredCell } from './ablation-results.js';
import { compareInstances } from './compare-instances.js';
import { alpha, type ComparisonVerdict } from './compare-samples.js';
import { type ComparedSide, type InstanceValues, meanValue } from './compared-side.js';
import type { UnadjustedComparison } from './results-comparison.js';
import { poolSeeds } from './summarize-arm.js';
import type { TransferBaseline, TransferComparison, TransferVerdict } from './transfer-results.js';

/** How plans did on models and task types. */
export interface TransferAnalysis {
  readonly baselines: readonly TransferBaseline[];
  /** By plan, then by task type, then by model. */
  readonly comparisons: readonly TransferComparison[];
}

/**
 * Compares each plan with no plan. Each experiment is a model, titled by its name; its first arm follows no plan, the
 * others a plan each, the same ones in all experiments. A comparison that could not be made counts in the family as one
 * that found nothing.
 */
export function analyzeTransfer(
  experiments: readonly ExperimentResults[],
  tolerance: number,
): TransferAnalysis {
  const [first] = experiments;
  const plans = first?.arms.slice(1) ?? [];
  const places = plans.flatMap((_, plan) =>
    (first?.taskTypes ?? []).flatMap(({ taskType }) =>
      experiments.map((experiment) => placeOf(experiment, plan + 1, taskType)),
    ),
  );
  const compared = places.map((place) => comparePlace(place, tolerance));
  const adjusted = holm(compared.map((one) => one?.p ?? 1));
  const comparisons = places.map((place, i) => {
    const one = compared[i] ?? null;
    return one === null ? missing(place) : finish(place, one, adjusted[i] ?? 1, places.length);
  });
  return { baselines: experiments.flatMap(baselinesOf), comparisons };
}

/** A plan, a model and a task type: the cells of both sides, one for each seed. */
interface Place {
  readonly experiment: ExperimentResults;
  readonly taskType: string;
  readonly plan: ArmResults;
  readonly baseline: ArmResults;
}

function placeOf(experiment: ExperimentResults, arm: number, taskType: string): Place {
  const [baseline, plan] = [experiment.arms[0], experiment.arms[arm]] as [ArmResults, ArmResults];
  return { experiment, taskType, plan, baseline };
}

function cellsOf({ cells }: ArmResults, taskType: string): readonly CellResult[] {
  return cells.filter((cell) => cell.taskType === taskType);
}

/** The measured cells of both sides, only those of seeds that both have. */
function pairSeeds({ plan, baseline, taskType }: Place): [MeasuredCell[], MeasuredCell[]] {
  const measured = [plan, baseline].map((arm) =>
    cellsOf(arm, taskType).filter((cell) => cell.state === 'measured'),
  );
  const [ours = [], theirs = []] = measured;
  const both = (one: MeasuredCell, others: readonly MeasuredCell[]) =>
    others.some(({ seed }) => seed === one.seed);
  return [ours.filter((one) => both(one, theirs)), theirs.filter((one) => both(one, ours))];
}

type ComparedPlace = UnadjustedComparison & Pick<TransferComparison, 'lost' | 'gained'>;

/** Null where no seed has both sides. */
function comparePlace(place: Place, tolerance: number): ComparedPlace | null {
  const [ours, theirs] = pairSeeds(place);
  if (ours.length === 0) return null;
  const [a, b] = [sideOf(place, place.plan, ours), sideOf(place, place.baseline, theirs)];
  const other = new Map(instancesOf(b).map((one) => [one.instanceId, meanValue(one)]));
  const changed = (went: (plan: number, baseline: number) => boolean) =>
    instancesOf(a).flatMap((one) => {
      const [with_, without] = [meanValue(one), other.get(one.instanceId) ?? null];
      return with_ !== null && without !== null && went(with_, without) ? [one.instanceId] : [];
    });
  return {
    ...compareInstances(a, b, tolerance),
    lost: changed((plan, baseline) => plan < baseline),
    gained: changed((plan, baseline) => plan > baseline),
  };
}

function instancesOf({ runs }: ComparedSide): readonly InstanceValues[] {
  return runs[0]?.instances ?? [];
}

function sideOf({ experiment }: Place, { name }: ArmResults, cells: readonly MeasuredCell[]): ComparedSide {
  const { suite, environment, heldOutSplit, headline, instancesAre, models, simulated } = experiment;
  const values = new Map<string, InstanceValues>();
  for (const result of cells.flatMap(({ heldOut }) => heldOut.results)) {
    const { instanceId, taskType } = result;
    const { values: before = [], errors = 0 } = values.get(instanceId) ?? {};
    const value = scoreOf(result, headline);
    values.set(instanceId, {
      instanceId,
      taskType,
      values: value === null ? before : [...before, value],
      errors: errors + (value === null ? 1 : 0),
    });
  }
  return {
    name,
    runs: [{ name, seed: cells[0]?.seed ?? 0, instances: [...values.values()] }],
    suite,
    environment: `${environment.name} ${environment.version}`,
    world: null,
    split: heldOutSplit,
    headline,
    instancesAre,
    models,
    simulated,
    unfinished: [],
  };
}

const verdicts: Readonly<Record<ComparisonVerdict, TransferVerdict>> = {
  better: 'helps',
  worse: 'hurts',
  tied: 'no-difference',
  'not-enough-runs': 'not-enough-tasks',
};

function finish(place: Place, compared: ComparedPlace, adjusted: number, family: number): TransferComparison {
  const { experiment, plan, taskType } = place;
  const { verdictFor, nA, nB: _nB, meanA, meanB, effect: _effect, notes, ...rest } = compared;
  const adjustedP = rest.p === null ? null : adjusted;
  return {
    plan: plan.name,
    model: experiment.title,
    taskType,
    ...rest,
    n: nA,
    planMean: meanA,
    baselineMean: meanB,
    adjustedP,
    verdict: verdicts[verdictFor(adjustedP)],
    notes: [...notes, ...tooFewNotes(compared, family, experiment.instancesAre), ...missingNotes(place)],
  };
}

/** Says that no result, however one-sided, could have shown anything. */
function tooFewNotes({ test, nA }: UnadjustedComparison, family: number, instancesAre: string): string[] {
  const smallest = (n: number) => family * 2 ** (1 - n);
  if (test !== 'mcnemar' || nA === 0 || smallest(nA) < alpha) return [];
  let enough = nA;
  while (smallest(enough) >= alpha) enough++;
  const comparisons = family === 1 ? '' : ` with ${family} comparisons`;
  return [
    `paired ${instancesAre}: ${nA}${comparisons}; p can not be below ${alpha}, whatever they show; ${enough} can`,
  ];
}

function missingNotes(place: Place): string[] {
  const repeats = cellsOf(place.plan, place.taskType).length;
  const [both] = pairSeeds(place);
  if (both.length === repeats) return [];
  return [`repeats left out: ${repeats - both.length} of ${repeats}; ${reasonsOf(place).join('; ')}`];
}

/** Why sides are missing, each reason once. */
function reasonsOf({ plan, baseline, taskType }: Place): string[] {
  const told = [
    ...cellsOf(plan, taskType).map((cell) => ({ cell, words: '' })),
    ...cellsOf(baseline, taskType).map((cell) => ({ cell, words: 'without a plan: ' })),
  ];
  const reasons = told.flatMap(({ cell, words }) =>
    cell.state === 'measured' ? [] : [{ reason: cell.reason, words }],
  );
  const firsts = reasons.filter(
    ({ reason }, i) => reasons.findIndex((other) => other.reason === reason) === i,
  );
  return firsts.map(({ reason, words }) => `${words}${reason}`);
}

function missing(place: Place): TransferComparison {
  return {
    plan: place.plan.name,
    model: place.experiment.title,
    taskType: place.taskType,
    test: place.experiment.headline.kind === 'binary' ? 'mcnemar' : 'paired-t',
    n: 0,
    planMean: null,
    baselineMean: null,
    difference: null,
    interval95: null,
    p: null,
    adjustedP: null,
    exact: null,
    detectable: null,
    discordant: null,
    excluded: 0,
    bounds: null,
    verdict: 'not-measured',
    lost: [],
    gained: [],
    notes: [`not measured: ${reasonsOf(place).join('; ')}`],
  };
}

function baselinesOf({ title, arms: [baseline], taskTypes }: ExperimentResults): TransferBaseline[] {
  return taskTypes.map(({ taskType }) => {
    const cells = baseline === undefined ? [] : cellsOf(baseline, taskType);
    const measured = cells.flatMap((cell) => (cell.state === 'measured' ? [cell.heldOut] : []));
    const [missed] = cells.filter((cell) => cell.state === 'not-measured');
    return {
      model: title,
      taskType,
      measured: measured.length === 0 ? null : poolSeeds(measured),
      reason: missed?.reason ?? null,
    };
  });
}
