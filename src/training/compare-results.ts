/**
 * Two sides compared that were played on the same instances: instance by instance where each is one run, else run by run.
 * Repeats of an instance are averaged first, as they are not independent of each other.
 */
import { holm } from '../stats/index.js';
import { compareInstances } from './compare-instances.js';
import { compareRuns } from './compare-runs.js';
import type { ComparedSide } from './compared-side.js';
import type {
  ComparedSummary,
  ResultComparison,
  ResultsComparison,
  UnadjustedComparison,
} from './results-comparison.js';

/** Compares two sides that fit together. Throws a UsageError where nothing of them was played by both. */
export function compareResults(a: ComparedSide, b: ComparedSide, tolerance: number): ResultsComparison {
  const unit = a.runs.length === 1 && b.runs.length === 1 ? 'instance' : 'run';
  const compare = unit === 'instance' ? compareInstances : compareRuns;
  const types = [...new Set(a.runs.flatMap((run) => run.instances.map(({ taskType }) => taskType)))];
  const whole = compare(a, b, tolerance);
  const parts =
    types.length < 2 ? [] : types.map((type) => compare(withType(a, type), withType(b, type), tolerance));
  const adjusted = holm(parts.map(({ p }) => p ?? 1));
  return {
    format: 'planwright-comparison/1',
    a: summarize(a),
    b: summarize(b),
    unit,
    headline: a.headline,
    tolerance,
    all: finish(whole, 'all', null),
    taskTypes: parts.map((part, i) => finish(part, types[i] ?? '', adjusted[i] ?? null)),
    notes: notesOn(a, b, unit),
  };
}

function finish(
  { verdictFor, ...comparison }: UnadjustedComparison,
  taskType: string,
  adjusted: number | null,
): ResultComparison {
  const adjustedP = comparison.p === null ? null : adjusted;
  return { taskType, ...comparison, adjustedP, verdict: verdictFor(adjustedP ?? comparison.p) };
}

function withType(side: ComparedSide, taskType: string): ComparedSide {
  const runs = side.runs.map((run) => ({
    ...run,
    instances: run.instances.filter((instance) => instance.taskType === taskType),
  }));
  return { ...side, runs };
}

function summarize({ runs, headline: _headline, ...side }: ComparedSide): ComparedSummary {
  return {
    ...side,
    runs: runs.map(({ name, seed, instances }) => ({ name, seed, instances: instances.length })),
  };
}

function notesOn(a: ComparedSide, b: ComparedSide, unit: 'instance' | 'run'): string[] {
  const trained = [a, b].filter(({ split }) => split === 'train');
  const isOther = a.world !== null && b.world !== null && a.world !== b.world;
  return [
    ...[...a.unfinished, ...b.unfinished],
    ...(isOther ? [`the worlds were not set up alike: ${a.world} against ${b.world}`] : []),
    ...trained.map(
      ({ name }) =>
        `${name} was measured on the split train: what a plan was learned from can not show whether it helps`,
    ),
    ...(unit === 'instance'
      ? [
          'one run each: how these two did, not how their methods would with other seeds (--a and --b take several runs)',
        ]
      : []),
  ];
}
