/** Arms compared by run: each against the baseline, at each mark, by the test that was declared. */
import type { Headline } from '../evaluation/index.js';
import { holm } from '../stats/index.js';
import type {
  AblationAnalysis,
  AnalysisPlan,
  ArmComparison,
  ArmRuns,
  IterationMark,
  RunSummary,
} from './ablation-analysis.js';
import type { CellResult } from './ablation-results.js';
import {
  compareSamples,
  fewestExactPairs,
  fewestRuns,
  giveVerdict,
  hasEnough,
  type SampleComparison,
} from './compare-samples.js';
import { summarizeRuns } from './run-values.js';

/** The cells of an experiment, and how they are to be compared. */
export interface AnalyzedExperiment {
  readonly arms: readonly { readonly name: string; readonly cells: readonly CellResult[] }[];
  readonly seeds: readonly number[];
  readonly headline: Headline;
  /** `last` alone, or iterations from 0. */
  readonly marks: readonly IterationMark[];
  readonly plan: AnalysisPlan;
}

/** Analyzes an experiment. What can not be said is null and is given a reason; there is never a NaN. */
export function analyzeAblation({ arms, marks, plan, ...source }: AnalyzedExperiment): AblationAnalysis {
  const analyzed = arms.map(
    ({ name, cells }): ArmRuns => ({
      arm: name,
      points: marks.map((at) => summarizeRuns({ ...source, cells }, at)),
    }),
  );
  const baseline = analyzed.find(({ arm }) => arm === plan.baseline) ?? analyzed[0];
  const compared = analyzed
    .filter((arm) => arm !== baseline)
    .flatMap((arm) => marks.map((_, i) => compareAt(arm, baseline as ArmRuns, i, marks, plan)));
  return {
    plan,
    baseline: baseline?.arm ?? '',
    marks,
    arms: analyzed,
    comparisons: withVerdicts(compared, plan),
  };
}

type Unjudged = Omit<ArmComparison, 'adjustedP' | 'verdict'>;

function compareAt(
  arm: ArmRuns,
  baseline: ArmRuns,
  mark: number,
  marks: readonly IterationMark[],
  { primary }: AnalysisPlan,
): Unjudged {
  const [a, b] = [arm.points[mark] as RunSummary, baseline.points[mark] as RunSummary];
  const [valuesA, valuesB] = valuesOf(a, b, primary === 'paired-t');
  const compared = compareSamples(valuesA, valuesB, primary);
  const at = marks[mark] ?? 'last';
  return {
    ...compared,
    arm: arm.arm,
    baseline: baseline.arm,
    at,
    exploratory: at === 0 && marks.length > 1,
    bounds: boundsOf(a, b),
    notes: [...missingNotes(arm.arm, a), ...missingNotes(baseline.arm, b), ...notesOn(compared, a, b)],
  };
}

/** The values of both arms; of runs with one seed only where both have it, when they are paired. */
function valuesOf(a: RunSummary, b: RunSummary, paired: boolean): [readonly number[], readonly number[]] {
  const valuesIn = ({ runs }: RunSummary) => runs.flatMap(({ value }) => value ?? []);
  if (!paired) return [valuesIn(a), valuesIn(b)];
  const other = new Map(b.runs.map(({ seed, value }) => [seed, value]));
  const pairs = a.runs.flatMap(({ seed, value }) => {
    const pair = other.get(seed) ?? null;
    return value === null || pair === null ? [] : [[value, pair] as const];
  });
  return [pairs.map(([value]) => value), pairs.map(([, value]) => value)];
}

function boundsOf(a: RunSummary, b: RunSummary): ArmComparison['bounds'] {
  if (a.bounds === null && b.bounds === null) return null;
  const [lowA, highA] = a.bounds ?? [a.mean ?? 0, a.mean ?? 0];
  const [lowB, highB] = b.bounds ?? [b.mean ?? 0, b.mean ?? 0];
  return [lowA - highB, highA - lowB];
}

function missingNotes(arm: string, { runs, n }: RunSummary): string[] {
  const errors = runs.reduce((sum, one) => sum + (one.value === null ? 0 : one.errors), 0);
  return [
    ...(n < runs.length ? [`${arm}: ${runs.length - n} of ${runs.length} runs missing`] : []),
    ...(errors > 0 ? [`${arm}: ${errors} left out because of an infrastructure error`] : []),
  ];
}

function notesOn(compared: SampleComparison, a: RunSummary, b: RunSummary): string[] {
  const { nA, nB, note, test, basis } = compared;
  const fewest = Math.min(nA, nB);
  const pairs = test === 'paired-t' ? 'pairs of runs' : 'runs of an arm';
  const values = [...a.runs, ...b.runs].flatMap(({ value }) => value ?? []);
  const largest = Math.max(...a.runs.map(({ n }) => n), ...b.runs.map(({ n }) => n));
  return [
    ...(note === null || basis === 'too-few' ? [] : [note]),
    ...(values.length > 0 && values.every((value) => value === 1)
      ? ['both won everything in every run']
      : []),
    ...(values.length > 0 && values.every((value) => value === 0)
      ? ['both lost everything in every run']
      : []),
    ...(largest === 1 ? ['a run is one instance: it is won or lost, and nothing between'] : []),
    ...(fewest < fewestRuns ? [`${pairs}: ${fewest}; a verdict needs ${fewestRuns}`] : []),
    ...(fewest === fewestRuns && test === 'paired-t'
      ? [`with ${fewestRuns} pairs the exact p can not be below 0.0625; ${fewestExactPairs} or more can`]
      : []),
  ];
}

/** Holm's adjustment within each family; a test that could not be made counts in it as one that found nothing. */
function withVerdicts(compared: readonly Unjudged[], plan: AnalysisPlan): ArmComparison[] {
  const familyOf = ({ arm, at }: Unjudged) =>
    JSON.stringify([plan.family.includes('arms') || arm, plan.family.includes('iterations') || at]);
  const families = new Map<string, Unjudged[]>();
  for (const one of compared.filter(({ exploratory }) => !exploratory))
    families.set(familyOf(one), [...(families.get(familyOf(one)) ?? []), one]);
  const adjusted = new Map<Unjudged, number>();
  for (const members of families.values()) {
    const p = holm(members.map((one) => one.p ?? 1));
    for (const [i, one] of members.entries()) adjusted.set(one, p[i] ?? 1);
  }
  return compared.map((one) => {
    const adjustedP = one.p === null ? null : (adjusted.get(one) ?? null);
    const basis = { ...one, p: adjustedP ?? one.p, enough: hasEnough(one) };
    return { ...one, adjustedP, verdict: giveVerdict(basis, plan.tolerance) };
  });
}
