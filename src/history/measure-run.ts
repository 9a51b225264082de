/** Evaluations of a folded run: who won what, and how two plans compare instance by instance. */
import { repeatOf } from '../core/episode.js';
import {
  type Comparison,
  comparePairs,
  type Headline,
  type InstanceResult,
  isBinary,
  measureOf,
  measureResults,
} from '../evaluation/index.js';
import { newcombePaired } from '../stats/index.js';
import { poolSeeds } from '../training/index.js';
import type { FoldedRun } from './fold-run.js';
import type { JudgedScores } from './judged-scores.js';
import type { PlanRef } from './plan-ref.js';
import type {
  Effect,
  EffectOfType,
  EvaluationHistory,
  MeasuredShare,
  PairedPlans,
  PairedPlay,
  Play,
} from './run-history.js';
import type { TrainingHistory } from './training-history.js';

/** Numbers of a plan by its id. */
export type RefOfId = (id: string) => PlanRef;

/** Plays of an evaluation by its number. */
export type PlaysOf = (evaluation: number) => readonly Play[];

/** What measuring needs of a run. */
export interface MeasuredRun {
  readonly run: FoldedRun;
  readonly headline: Headline;
  readonly repeats: number;
  readonly judged: JudgedScores;
}

/** The rows of each evaluation: of several trials the last. */
export function rowsOfEvaluations({ episodes, evaluations }: FoldedRun): readonly (readonly number[])[] {
  const rows: number[][] = evaluations.map(() => []);
  for (let row = 0; row < episodes.count; row++) {
    const index = episodes.evaluationOf(row);
    if (index >= 0 && episodes.isLast(row)) rows[index]?.push(row);
  }
  return rows;
}

/** All evaluations in order of their beginning. */
export function describeEvaluations(
  { run, repeats }: MeasuredRun,
  rows: readonly (readonly number[])[],
): EvaluationHistory[] {
  return run.evaluations.map(({ cell, taskType, phase, label, planId, instances, ends }, index) => {
    const own = rows[index] ?? [];
    const count = (kind: string) => own.filter((row) => run.episodes.outcomeOf(row) === kind).length;
    const planned = Math.max(instances * repeats, own.length);
    return {
      index,
      cell,
      taskType,
      phase,
      label,
      planId,
      planned,
      played: own.length,
      successes: count('success'),
      errors: count('error'),
      ended: own.length > 0 && (own.length >= planned || ends >= repeats),
    };
  });
}

/** The plays of an evaluation, in order of instance id and repeat. */
export function playsOf(measured: MeasuredRun, rows: readonly number[]): readonly Play[] {
  const { run, headline, judged } = measured;
  const { episodes } = run;
  const scoreBy = (row: number, repeat: number): number | null => {
    if (headline.name === 'success') return won(episodes.outcomeOf(row));
    return headline.name === 'judge'
      ? judged.of({ ...episodes.row(row), repeat })
      : scoreOf(episodes.scoreOf(row));
  };
  const plays = rows.map((row): Play => {
    const [episodeId, outcome] = [episodes.idOf(row), episodes.outcomeOf(row)];
    const repeat = repeatOf(episodeId);
    const value = outcome === 'error' ? null : scoreBy(row, repeat);
    const instanceId = episodes.word(row, 'instanceId');
    return { instanceId, repeat, episodeId, row, outcome, value, steps: episodes.stepsOf(row) };
  });
  return plays.sort((a, b) => compareTexts(a.instanceId, b.instanceId) || a.repeat - b.repeat);
}

const won = (outcome: Play['outcome']): number => (outcome === 'success' ? 1 : 0);
const scoreOf = (score: number): number | null => (Number.isFinite(score) ? score : null);
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Share or mean of plays; what is played again with another seed does not count as another instance. */
export function shareOf(plays: readonly Play[], headline: Headline): MeasuredShare {
  const results = plays.map((play) => resultOf(play, headline));
  const kinds = { [headline.name]: headline.kind };
  const pooled = poolSeeds([{ planId: '', results, ...measureResults(results, kinds) }]);
  const { n, successes, mean, interval95, errors } = measureOf(pooled, headline);
  return { n, mean, interval95, errors, ...(successes === undefined ? {} : { successes }) };
}

function resultOf({ instanceId, outcome, value, steps }: Play, { name }: Headline): InstanceResult {
  const ended =
    outcome === 'error'
      ? { kind: outcome, code: '', message: '' }
      : outcome === 'truncated'
        ? { kind: outcome, by: 'steps' as const }
        : { kind: outcome };
  const score = name === 'success' || value === null ? {} : { scores: { [name]: value } };
  const formalizer = { grammar: 0, model: 0, none: 0 };
  return { instanceId, taskType: '', outcome: ended, steps, formalizer, ...score };
}

/** Two plans instance by instance. */
export function pairPlays(before: readonly Play[], after: readonly Play[]): readonly PairedPlay[] {
  const keyOf = ({ instanceId, repeat }: Play) => `${instanceId}\n${repeat}`;
  const earlier = new Map(before.map((play) => [keyOf(play), play]));
  const later = new Map(after.map((play) => [keyOf(play), play]));
  return [...new Set([...earlier.keys(), ...later.keys()])].sort(compareTexts).map((key) => {
    const [first, second] = [earlier.get(key) ?? null, later.get(key) ?? null];
    const instanceId = (first ?? second)?.instanceId ?? '';
    return { instanceId, before: first, after: second, change: changeOf(first, second) };
  });
}

function changeOf(before: Play | null, after: Play | null): PairedPlay['change'] {
  const [from, to] = [before?.value ?? null, after?.value ?? null];
  if (from === null || to === null) return 'incomparable';
  return to === from ? 'same' : to > from ? 'won' : 'lost';
}

/** The test of two plans over the pairs that both have a value for. */
export function testPairs(pairs: readonly PairedPlay[], headline: Headline): Comparison {
  const values = pairs.flatMap(({ before, after }) => {
    const [from, to] = [before?.value ?? null, after?.value ?? null];
    return from === null || to === null ? [] : [[to, from] as const];
  });
  return comparePairs(values, headline);
}

/** 95 % interval of a paired difference. */
export function differenceInterval(comparison: Comparison | null): Effect['difference95'] {
  if (comparison === null || comparison.n === 0) return null;
  if (!isBinary(comparison)) return comparison.interval95;
  const { bothWon, onlyA, onlyB, bothLost } = comparison;
  return newcombePaired({ both: bothWon, onlyA, onlyB, neither: bothLost });
}

/** Evaluations that belong together: the effect of each plan, and the flips between plans that followed one another. */
export function pairEvaluations(
  evaluations: readonly EvaluationHistory[],
  trainings: readonly TrainingHistory[],
  refOfId: RefOfId,
): PairedPlans[] {
  const effects = evaluations
    .filter(({ phase, played }) => phase === 'held-out' && played > 0)
    .flatMap((after): PairedPlans[] => {
      const before = evaluations.find(
        (one) => one.phase === 'baseline' && one.cell === after.cell && one.taskType === after.taskType,
      );
      return before === undefined || before.played === 0 ? [] : [pairOf('effect', before, after, refOfId)];
    });
  const flips = trainings.flatMap((training) => curveOf(training, evaluations, refOfId));
  return [...effects, ...flips, ...validationPairs(evaluations, trainings, refOfId)];
}

function pairOf(
  role: PairedPlans['role'],
  before: EvaluationHistory,
  after: EvaluationHistory,
  refOfId: RefOfId,
): PairedPlans {
  const { cell, taskType } = after;
  const evaluations = [before.index, after.index] as const;
  return {
    cell,
    taskType,
    role,
    before: refOfId(before.planId),
    after: refOfId(after.planId),
    evaluations,
  };
}

/** Plans of one training that were measured on the held-out instances one after the other. */
function curveOf(
  { cell, taskType, iterations, initial, final }: TrainingHistory,
  evaluations: readonly EvaluationHistory[],
  refOfId: RefOfId,
): PairedPlans[] {
  if (cell === null) return [];
  const ids = [initial, ...iterations.flatMap(({ after }) => (after === null ? [] : [after])), final].map(
    ({ id }) => id,
  );
  const measured = ids
    .filter((id, i) => ids.indexOf(id) === i)
    .flatMap((id) => {
      const found = evaluations.find(
        (one) =>
          one.phase === 'held-out' &&
          one.planId === id &&
          one.taskType === taskType &&
          one.played > 0 &&
          (one.cell === cell || one.cell?.startsWith(`${cell}/`) === true),
      );
      return found === undefined ? [] : [found];
    });
  return measured.slice(1).flatMap((after, i) => {
    const before = measured[i];
    return before === undefined ? [] : [pairOf('flips', before, after, refOfId)];
  });
}

/** An update against the plan before it, both played on the same validation instances. */
function validationPairs(
  evaluations: readonly EvaluationHistory[],
  trainings: readonly TrainingHistory[],
  refOfId: RefOfId,
): PairedPlans[] {
  const own = evaluations.filter(({ label, played }) => label?.startsWith('update-') === true && played > 0);
  return own.flatMap((after) => {
    const training = trainings.find((one) => one.cell === after.cell && one.taskType === after.taskType);
    const number = Number(after.label?.slice('update-'.length)) - 1;
    const before = training?.iterations[number]?.before;
    if (before === undefined || before.id === after.planId) return [];
    const measured = own.find(
      (one) =>
        one.label === after.label &&
        one.cell === after.cell &&
        one.taskType === after.taskType &&
        one.planId === before.id,
    );
    return measured === undefined ? [] : [pairOf('flips', measured, after, refOfId)];
  });
}

/** What each plan did, by task type or cell. */
export function describeEffects(
  evaluations: readonly EvaluationHistory[],
  pairs: readonly PairedPlans[],
  headline: Headline,
  plays: PlaysOf,
): EffectOfType[] {
  const measured = evaluations.filter(
    ({ phase, played, cell }) => phase === 'held-out' && played > 0 && !/\/iteration-\d+$/.test(cell ?? ''),
  );
  return measured.map((after) => {
    const pair = pairs.find(({ role, evaluations: [, index] }) => role === 'effect' && index === after.index);
    const before = pair === undefined ? null : plays(pair.evaluations[0]);
    const own = plays(after.index);
    const baseline = pair && evaluations[pair.evaluations[0]];
    const comparison = before && testPairs(pairPlays(before, own), headline);
    return {
      cell: after.cell,
      taskType: after.taskType,
      complete: after.ended && baseline?.ended !== false,
      headline,
      plan: shareOf(own, headline),
      baseline: before && shareOf(before, headline),
      comparison,
      difference95: differenceInterval(comparison),
    };
  });
}
