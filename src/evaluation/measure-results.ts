/** Numbers over instances: success rate, and each score with its interval. Errors are counted apart, never as 0. */
import type { ScoreKind } from '../core/environment.js';
import type { Outcome } from '../core/episode.js';
import { meanInterval, wilson } from '../stats/index.js';
import type { InstanceResult } from './instance-result.js';

/** A success rate with its interval. Episodes that ended in an error are counted apart, never as failures. */
export interface SuccessRate {
  readonly n: number;
  readonly successes: number;
  /** Null where no episode finished. */
  readonly rate: number | null;
  readonly wilson95: readonly [number, number] | null;
  readonly errors: number;
}

/** One score over instances. */
export interface MeasuredScore {
  readonly kind: ScoreKind;
  /** Episodes that have it. */
  readonly n: number;
  /** Episodes in which it is 1; absent for a graded score. */
  readonly successes?: number;
  /** In [0, 1]; null without any. */
  readonly mean: number | null;
  /** 95 %: Wilson's interval for a binary score, Student's t within [0, 1] for a graded one; null where not known. */
  readonly interval95: readonly [number, number] | null;
  /** Episodes that ended in an error, and those of which it could not be had. */
  readonly errors: number;
}

/** How instances went, taken together. */
export interface MeasuredRate extends SuccessRate {
  /** Means of the world's own measures over the episodes that did not end in an error; absent where there are none. */
  readonly meanScores?: Readonly<Record<string, number>>;
  /** The same measures with their intervals; absent where there are none. */
  readonly scores?: Readonly<Record<string, MeasuredScore>>;
}

/** What kinds of scores there are; a name that is not here is graded. */
export type ScoreKinds = Readonly<Record<string, ScoreKind>>;

/** Success rate and scores of instances. */
export function measureResults(results: readonly InstanceResult[], kinds: ScoreKinds = {}): MeasuredRate {
  const rate = successRate(results.map(({ outcome }) => outcome));
  const names = new Set(results.flatMap((one) => (isError(one) ? [] : namesOf(one))));
  if (names.size === 0) return rate;
  const scores = [...names].map(
    (name) => [name, measureScore(results, name, kinds[name] ?? 'graded')] as const,
  );
  const means = scores.flatMap(([name, { mean }]) => (mean === null ? [] : [[name, mean] as const]));
  return { ...rate, meanScores: Object.fromEntries(means), scores: Object.fromEntries(scores) };
}

/** Rate, Wilson 95 % interval and errors of a set of outcomes. */
export function successRate(outcomes: readonly Outcome[]): SuccessRate {
  const errors = outcomes.filter((outcome) => outcome.kind === 'error').length;
  const successes = outcomes.filter((outcome) => outcome.kind === 'success').length;
  const n = outcomes.length - errors;
  return {
    n,
    successes,
    rate: n === 0 ? null : successes / n,
    wilson95: n === 0 ? null : wilson(successes, n),
    errors,
  };
}

/** Kinds of the scores that have been measured. */
export function kindsOf(measured: readonly MeasuredRate[]): ScoreKinds {
  const scores = measured.flatMap((one) => Object.entries(one.scores ?? {}));
  return Object.fromEntries(scores.map(([name, { kind }]) => [name, kind]));
}

function namesOf({ scores = {}, missingScores = {} }: InstanceResult): string[] {
  return [...Object.keys(scores), ...Object.keys(missingScores)];
}

function isError({ outcome }: InstanceResult): boolean {
  return outcome.kind === 'error';
}

/**
 * Episodes of one instance, played with several seeds, are not independent: the interval is that of as many values as
 * there are instances.
 */
function measureScore(results: readonly InstanceResult[], name: string, kind: ScoreKind): MeasuredScore {
  const byInstance = new Map<string, number[]>();
  for (const result of results) {
    const score = isError(result) ? undefined : result.scores?.[name];
    if (score === undefined) continue;
    const known = byInstance.get(result.instanceId);
    if (known === undefined) byInstance.set(result.instanceId, [score]);
    else known.push(score);
  }
  const values = [...byInstance.values()];
  const n = values.flat().length;
  const errors = results.length - n;
  return kind === 'binary' ? measureBinary(values, n, errors) : measureGraded(values, n, errors);
}

function measureBinary(values: readonly (readonly number[])[], n: number, errors: number): MeasuredScore {
  const successes = values.flat().reduce((sum, value) => sum + value, 0);
  const instances = values.length;
  return {
    kind: 'binary',
    n,
    successes,
    mean: n === 0 ? null : successes / n,
    interval95: n === 0 ? null : wilson(Math.round((successes / n) * instances), instances),
    errors,
  };
}

function measureGraded(values: readonly (readonly number[])[], n: number, errors: number): MeasuredScore {
  const means = values.map((list) => list.reduce((sum, value) => sum + value, 0) / list.length);
  const { mean, interval95 } = meanInterval(means);
  const inside = interval95 && ([Math.max(0, interval95[0]), Math.min(1, interval95[1])] as const);
  return { kind: 'graded', n, mean, interval95: inside, errors };
}
