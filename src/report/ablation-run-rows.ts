/** The tables of an ablation's analysis by run, and what must be known to read them. */
import type {
  AblationAnalysis,
  ArmComparison,
  ExperimentResults,
  IterationMark,
  RunSummary,
} from '../training/index.js';
import type { Rows } from './ablation-rows.js';
import { gatherNotes } from './gather-notes.js';
import { bounds } from './numbers.js';
import {
  detectableCell,
  differenceCell,
  exactTestWords,
  pCell,
  points,
  testWords,
  verdictWords,
} from './verdict-words.js';

/** When a plan was measured, in words for the head of a column. */
export function markWords(at: IterationMark): string {
  if (at === 'last') return 'the last plan';
  return at === 0 ? 'before' : `iteration ${at}`;
}

/** Arms by marks: mean and standard deviation over runs in percent, with the 95 % interval of the mean. */
export function runRows({ marks, arms }: AblationAnalysis): Rows {
  return [
    ['', ...marks.map(markWords)],
    ...arms.map(({ arm, points: summaries }) => [arm, ...summaries.map(runCell)]),
  ];
}

function runCell({ runs, n, mean, sd, interval95 }: RunSummary): string {
  if (mean === null) return 'missing';
  const spread = sd === null ? '' : ` ± ${percent(sd)}`;
  const interval = interval95 === null ? '' : ` ${bounds(interval95)}`;
  return `${percent(mean)}${spread}${interval}${n < runs.length ? ` (${n} runs)` : ''}`;
}

function percent(share: number): string {
  return (share * 100).toFixed(0);
}

/** Arms against the baseline, one row for each mark. */
export function comparisonRows({ comparisons, plan }: AblationAnalysis): Rows {
  const several = comparisons.some(({ at }) => at !== 'last');
  return [
    ['', ...(several ? ['after'] : []), ...comparisonHead],
    ...comparisons.map((one) => [
      one.arm,
      ...(several ? [one.at === 0 ? 'before' : String(one.at)] : []),
      ...comparisonCells(one),
      verdictWords(one.verdict, plan.tolerance),
    ]),
  ];
}

const comparisonHead = ['difference', 'p', 'adjusted', 'exact p', 'effect', 'detectable', 'verdict'];

function comparisonCells(one: ArmComparison): string[] {
  return [
    differenceCell(one.difference, one.interval95),
    pCell(one.p),
    pCell(one.adjustedP),
    pCell(one.p === null ? null : one.exact.p),
    one.effect === null ? '-' : one.effect.toFixed(2),
    detectableCell(one.detectable.difference),
  ];
}

/** What stands above the table of comparisons. */
export function comparisonTitle({ analysis, headline }: ExperimentResults): string {
  return `Against ${analysis.baseline}, in points of the mean ${headline.name} [95 % interval]`;
}

/** How the comparisons were made, and what is to be known of some of them. */
export function comparisonNotes({ analysis, instancesAre }: ExperimentResults): string[] {
  const { plan, comparisons } = analysis;
  const [first] = comparisons;
  if (first === undefined) return [];
  const tests = comparisons.filter(({ exploratory }) => !exploratory).length;
  const over =
    plan.family.length === 0 ? 'not adjusted' : `adjusted by Holm over ${plan.family.join(' and ')}`;
  const before = comparisons.some(({ exploratory }) => exploratory)
    ? '; what was measured before the first iteration is not in it'
    : '';
  return [
    `Declared before anything was played: the unit is the run, an arm with one seed; p by the ${testWords(plan.primary)}, ${over} (${tests} ${tests === 1 ? 'test' : 'tests'}${before}).`,
    `Exact p: ${exactTestWords(first.exact.test)}. Effect: in standard deviations${first.test === 'paired-t' ? ' of the differences' : ''}. Detectable: the smallest true difference that is found with 80 % chance at p < 0.05 with so many runs.`,
    `Better or worse: adjusted p below 0.05. Tied: the interval lies within ${points(plan.tolerance)} points. Otherwise: not enough runs; 8 to 10 are a good number.`,
    ...gatherNotes(comparisons.map((one) => ({ name: nameOf(one), notes: one.notes }))),
    ...boundNotes(comparisons, instancesAre),
  ];
}

function boundNotes(comparisons: readonly ArmComparison[], instancesAre: string): string[] {
  return comparisons.flatMap((one) =>
    one.bounds === null
      ? []
      : [
          `${nameOf(one)}: depending on how the ${instancesAre} that are missing had ended, the difference lies between ${differenceCell(one.bounds[0], null)} and ${differenceCell(one.bounds[1], null)}.`,
        ],
  );
}

function nameOf({ arm, at }: ArmComparison): string {
  return at === 'last' ? arm : `${arm}, ${markWords(at)}`;
}
