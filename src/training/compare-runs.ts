/** Two sides of several runs compared run by run. */
import { UsageError } from '../core/errors.js';
import { meanInterval } from '../stats/index.js';
import { compareSamples, fewestRuns, giveVerdict, hasEnough } from './compare-samples.js';
import { type ComparedRun, type ComparedSide, meanValue } from './compared-side.js';
import type { UnadjustedComparison } from './results-comparison.js';

/**
 * Compares the means of runs: paired by seed where both sides have the same seeds, each once, else by Welch's test.
 * Throws a UsageError where runs were not measured on the same instances.
 */
export function compareRuns(a: ComparedSide, b: ComparedSide, tolerance: number): UnadjustedComparison {
  const paired = havePairs(a, b);
  checkInstances(a, b, paired);
  const [runsA, runsB] = [valuesOf(a.runs), valuesOf(b.runs)];
  const kept = paired ? keepPairs(runsA, runsB) : [runsA, runsB];
  const [valuesA = [], valuesB = []] = kept.map((runs) => runs.flatMap(({ value }) => value ?? []));
  const compared = compareSamples(valuesA, valuesB, paired ? 'paired-t' : 'welch');
  const { test, nA, nB, difference, interval95, effect, p, basis, exact, detectable, note } = compared;
  const excluded = [...runsA, ...runsB].reduce((sum, run) => sum + run.excluded, 0);
  const seeds = paired ? [] : ['the seeds of both sides are not the same ones: runs are not paired'];
  return {
    test,
    nA,
    nB,
    meanA: meanInterval(valuesA).mean,
    meanB: meanInterval(valuesB).mean,
    difference,
    interval95,
    effect,
    p,
    exact: p === null ? null : { test: exact.test, p: exact.p },
    detectable: detectable.difference,
    discordant: null,
    excluded,
    bounds: excluded === 0 ? null : boundsOf(runsA, runsB),
    verdictFor: (adjusted) =>
      giveVerdict({ difference, interval95, basis, p: adjusted, enough: hasEnough(compared) }, tolerance),
    notes: [
      ...seeds,
      ...(note === null || basis === 'too-few' ? [] : [note]),
      ...(Math.min(nA, nB) < fewestRuns
        ? [`${nA} against ${nB} runs; a verdict needs ${fewestRuns} of each`]
        : []),
    ],
  };
}

interface RunMean {
  readonly seed: number;
  readonly value: number | null;
  readonly excluded: number;
  /** The mean if what is left out had been lost, and if it had been won. */
  readonly bounds: readonly [number, number];
}

function valuesOf(runs: readonly ComparedRun[]): RunMean[] {
  return runs.map(({ seed, instances }) => {
    const values = instances.flatMap((one) => meanValue(one) ?? []);
    const excluded = instances.length - values.length;
    const sum = values.reduce((total, value) => total + value, 0);
    const all = Math.max(1, instances.length);
    return {
      seed,
      value: values.length === 0 ? null : sum / values.length,
      excluded,
      bounds: [sum / all, (sum + excluded) / all],
    };
  });
}

function keepPairs(a: readonly RunMean[], b: readonly RunMean[]): RunMean[][] {
  const other = new Map(b.map((run) => [run.seed, run]));
  const pairs = a.flatMap((run) => {
    const match = other.get(run.seed);
    return match === undefined || match.value === null || run.value === null ? [] : [[run, match] as const];
  });
  return [pairs.map(([run]) => run), pairs.map(([, run]) => run)];
}

function havePairs(a: ComparedSide, b: ComparedSide): boolean {
  const seedsOf = ({ runs }: ComparedSide) => runs.map(({ seed }) => seed).sort((x, y) => x - y);
  const [seedsA, seedsB] = [seedsOf(a), seedsOf(b)];
  return new Set(seedsA).size === seedsA.length && seedsA.join() === seedsB.join();
}

function boundsOf(a: readonly RunMean[], b: readonly RunMean[]): [number, number] {
  const mean = (runs: readonly RunMean[], side: 0 | 1) =>
    runs.reduce((sum, { bounds }) => sum + bounds[side], 0) / Math.max(1, runs.length);
  return [mean(a, 0) - mean(b, 1), mean(a, 1) - mean(b, 0)];
}

/**
 * Means of different instances could not be told from better ones. Runs that are paired may have drawn other instances
 * with other seeds.
 */
function checkInstances(a: ComparedSide, b: ComparedSide, paired: boolean): void {
  const [first] = a.runs;
  for (const run of [...a.runs, ...b.runs]) {
    const other = paired ? a.runs.find(({ seed }) => seed === run.seed) : first;
    if (other === undefined || idsOf(run) === idsOf(other)) continue;
    throw new UsageError(
      `${run.name} was not measured on the same ${a.instancesAre} as ${other.name}`,
      'compare runs of the same split of the same suite that came to their end',
    );
  }
}

function idsOf({ instances }: ComparedRun): string {
  const ids = instances.map(({ instanceId }) => instanceId);
  return ids.sort().join('\n');
}
