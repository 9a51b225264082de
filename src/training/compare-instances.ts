/** Two runs compared instance by instance. */
import { UsageError } from '../core/errors.js';
import {
  mcnemarDetectableDifference,
  meanInterval,
  newcombePaired,
  pairedComparison,
} from '../stats/index.js';
import { compareSamples, giveVerdict, hasEnough } from './compare-samples.js';
import { type ComparedSide, type InstanceValues, meanValue } from './compared-side.js';
import type { UnadjustedComparison } from './results-comparison.js';

/** Fewest pairs of wins and losses that are looked at; with fewer than six no p can be below 0.05. */
const fewestPairs = 2;

/**
 * Compares the first run of each side on the instances that both played: wins and losses by McNemar's exact test with
 * Newcombe's interval, means of repeats and graded scores by a paired t test. Throws a UsageError where they have no
 * instance in common.
 */
export function compareInstances(a: ComparedSide, b: ComparedSide, tolerance: number): UnadjustedComparison {
  const pairs = pairInstances(a, b);
  const values = pairs.flatMap(({ pair }) => {
    const [left, right] = pair.map(meanValue);
    return left == null || right == null ? [] : [[left, right] as const];
  });
  const excluded = pairs.length - values.length;
  const isBinary =
    a.headline.kind === 'binary' && pairs.every(({ pair }) => pair.every((one) => one.values.length < 2));
  const compared = (isBinary ? compareWins : compareMeans)(values, tolerance);
  return {
    ...compared,
    meanA: meanInterval(values.map(([left]) => left)).mean,
    meanB: meanInterval(values.map(([, right]) => right)).mean,
    excluded,
    bounds: excluded === 0 ? null : boundsOf(values, pairs.length),
    notes: [...aloneNotes(a, b, pairs.length), ...valueNotes(values, a.instancesAre), ...compared.notes],
  };
}

interface Pair {
  readonly pair: readonly [InstanceValues, InstanceValues];
}

function pairInstances(a: ComparedSide, b: ComparedSide): readonly Pair[] {
  const other = new Map(instancesOf(b).map((one) => [one.instanceId, one]));
  const pairs = instancesOf(a).flatMap((one): Pair[] => {
    const match = other.get(one.instanceId);
    return match === undefined ? [] : [{ pair: [one, match] }];
  });
  if (pairs.length > 0) return pairs;
  throw new UsageError(
    `${a.name} and ${b.name} have no instance in common: splits ${a.split} and ${b.split}`,
    'compare what was measured on the same split of the same suite',
  );
}

function instancesOf({ runs }: ComparedSide): readonly InstanceValues[] {
  return runs[0]?.instances ?? [];
}

type Values = readonly (readonly [a: number, b: number])[];
type Compared = Omit<UnadjustedComparison, 'meanA' | 'meanB' | 'excluded' | 'bounds'>;

function compareWins(values: Values, tolerance: number): Compared {
  const { n, bothWon, onlyA, onlyB, bothLost, difference, p } = pairedComparison(
    values.map(([a, b]) => [a === 1, b === 1]),
  );
  const interval95 = n === 0 ? null : newcombePaired({ both: bothWon, onlyA, onlyB, neither: bothLost });
  const basis = { difference, interval95, basis: 't' as const, enough: n >= fewestPairs };
  return {
    test: 'mcnemar',
    nA: n,
    nB: n,
    difference: n === 0 ? null : difference,
    interval95,
    effect: null,
    p: n === 0 ? null : p,
    exact: null,
    detectable: n === 0 ? null : mcnemarDetectableDifference(n, onlyB / n),
    discordant: { onlyA, onlyB },
    verdictFor: (adjusted) => giveVerdict({ ...basis, p: adjusted }, tolerance),
    notes:
      onlyA + onlyB > 0 && onlyA + onlyB < 6
        ? [`with ${onlyA + onlyB} that only one of both won, p can not be below ${2 ** (1 - onlyA - onlyB)}`]
        : [],
  };
}

function compareMeans(values: Values, tolerance: number): Compared {
  const compared = compareSamples(
    values.map(([a]) => a),
    values.map(([, b]) => b),
    'paired-t',
  );
  const { nA, nB, difference, interval95, effect, p, basis, exact, detectable, note } = compared;
  return {
    test: 'paired-t',
    nA,
    nB,
    difference,
    interval95,
    effect,
    p,
    exact: p === null ? null : { test: 'sign-flip', p: exact.p },
    detectable: detectable.difference,
    discordant: null,
    verdictFor: (adjusted) =>
      giveVerdict({ difference, interval95, basis, p: adjusted, enough: hasEnough(compared) }, tolerance),
    notes: note === null ? [] : [note],
  };
}

function boundsOf(values: Values, all: number): [number, number] {
  const sum = values.reduce((total, [a, b]) => total + a - b, 0);
  const missing = all - values.length;
  return [(sum - missing) / all, (sum + missing) / all];
}

function aloneNotes(a: ComparedSide, b: ComparedSide, pairs: number): string[] {
  return [a, b].flatMap((side) => {
    const alone = instancesOf(side).length - pairs;
    return alone > 0 ? [`${side.instancesAre} that ${side.name} alone played: ${alone}, left out`] : [];
  });
}

function valueNotes(values: Values, instancesAre: string): string[] {
  const every = (value: number) => values.length > 0 && values.flat().every((one) => one === value);
  return [
    ...(every(1) ? ['both won everything'] : []),
    ...(every(0) ? ['both lost everything'] : []),
    ...(values.length === 1 ? ['there is only one to compare: that can show nothing'] : []),
    ...(values.length === 0 ? [`all ${instancesAre} that both played ended in an infrastructure error`] : []),
  ];
}
