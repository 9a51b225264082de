/** What a transfer comes to in sentences: where plans hurt first of all, then how to read its numbers. */
import type { TransferComparison, TransferResults } from '../training/index.js';
import { gatherNotes, type NotedItem } from './gather-notes.js';
import { percent } from './numbers.js';
import { pWords } from './transfer-rows.js';
import { differenceCell, points } from './verdict-words.js';

/** Below this a p is called significant. */
const alpha = 0.05;
/** Most ids in a sentence; all are in `results.json`. */
const mostIds = 10;

/** A plan that hurts: what it does, and what was lost by it. */
export interface Harm {
  readonly what: string;
  readonly lost: string;
}

/** Where plans hurt, the worst first. */
export function harmsOf({ comparisons, instancesAre }: TransferResults): readonly Harm[] {
  return comparisons
    .filter(({ verdict }) => verdict === 'hurts')
    .sort((a, b) => (a.difference ?? 0) - (b.difference ?? 0))
    .map((one) => ({
      what: `${nameOf(one)}: ${percent(one.planMean)} instead of ${percent(one.baselineMean)} without a plan, ${numbersOf(one)}`,
      lost: `${one.lost.length} of ${one.n} ${instancesAre} went worse with it, ${one.gained.length} better; worse: ${listIds(one.lost)}`,
    }));
}

/** What is said where no plan hurts, and of what only looks like it. */
export function doubtsOf({ comparisons }: TransferResults): string[] {
  const count = (verdict: TransferComparison['verdict']) =>
    comparisons.filter((one) => one.verdict === verdict).length;
  const [hurts, open, missing] = [count('hurts'), count('not-enough-tasks'), count('not-measured')];
  const of = (n: number) =>
    `${n} of ${comparisons.length} ${comparisons.length === 1 ? 'comparison' : 'comparisons'}`;
  const close = comparisons.filter(
    ({ verdict, difference, p }) =>
      verdict === 'not-enough-tasks' && difference !== null && difference < 0 && p !== null && p < alpha,
  );
  return [
    ...(hurts === 0 ? ['No plan is shown to hurt.'] : []),
    ...close.map(
      (one) =>
        `It looks as if one hurts, but not enough to stand among ${comparisons.length} comparisons: ${nameOf(one)}, ${numbersOf(one)} (${pWords(one.p ?? 1)} alone).`,
    ),
    ...(open > 0 ? [`${of(open)} can not tell: not enough tasks.`] : []),
    ...(missing > 0 ? [`${of(missing)} not measured.`] : []),
  ];
}

/** How to read the numbers, and what is to be known of some of them. */
export function transferNotes(results: TransferResults): string[] {
  const { comparisons, instancesAre, tolerance, headline, seeds, taskTypes } = results;
  const test =
    headline.kind === 'binary' && seeds.length === 1
      ? `exact McNemar test on the same ${instancesAre}, paired`
      : `t test of the means of the same ${instancesAre}, paired`;
  const unsolvable = taskTypes.reduce((sum, one) => sum + one.unsolvable, 0);
  return [
    `p: ${test}, ${comparisons.length === 1 ? 'one comparison' : `by Holm over all ${comparisons.length} comparisons`}. Helps or hurts: p below ${alpha}. No difference: the interval lies within ${points(tolerance)} points.`,
    ...[true, false].flatMap((isMeasured) => gatherNotes(notedOf(comparisons, isMeasured))),
    ...comparisons.flatMap((one) => boundNote(one, instancesAre)),
    ...(unsolvable > 0
      ? [`${instancesAre} left out because these rules make them impossible: ${unsolvable}.`]
      : []),
  ];
}

/** What was measured is noted apart from what was not: a note on all of it needs no names. */
function notedOf(comparisons: readonly TransferComparison[], isMeasured: boolean): NotedItem[] {
  return comparisons
    .filter(({ verdict }) => (verdict !== 'not-measured') === isMeasured)
    .map((one) => ({ name: nameOf(one), notes: one.notes }));
}

function boundNote(one: TransferComparison, instancesAre: string): string[] {
  if (one.bounds === null) return [];
  const [low, high] = one.bounds.map((bound) => differenceCell(bound, null));
  return [
    `${nameOf(one)}: ${one.excluded} ${instancesAre} left out because of infrastructure errors; depending on how they had ended, the difference lies between ${low} and ${high}.`,
  ];
}

/** What was carried over, on what. */
export function describeTransferred(results: TransferResults): string {
  const { plans, models, taskTypes, heldOutSplit, instancesAre, suite, seeds, agent } = results;
  const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;
  const played = taskTypes.map(({ taskType, heldOut }) => `${heldOut} ${taskType}`).join(', ');
  const times = seeds.length === 1 ? '' : `, each ${seeds.length} times`;
  return `${count(plans.length, 'plan')} on ${count(models.length, 'model')} and ${count(taskTypes.length, 'task type')}: ${heldOutSplit} ${instancesAre} of ${suite.name} (${played})${times}, played by ${agent}`;
}

function nameOf({ plan, model, taskType }: TransferComparison): string {
  return `${plan} on ${model}, ${taskType}`;
}

function numbersOf({ difference, interval95, adjustedP }: TransferComparison): string {
  const p = adjustedP === null ? '' : `, ${pWords(adjustedP)}`;
  return `${differenceCell(difference, interval95)} points${p}`;
}

function listIds(ids: readonly string[]): string {
  const more = ids.length - mostIds;
  return `${ids.slice(0, mostIds).join(', ')}${more > 0 ? ` and ${more} more, all in results.json` : ''}`;
}
