/** A comparison of two sides in words. */
import type { ComparedSummary, ResultComparison, ResultsComparison } from '../training/index.js';
import { alignRows } from '../util/table.js';
import { wrapWords } from '../util/wrap-words.js';
import { gatherNotes } from './gather-notes.js';
import { renderSimulated } from './simulated-note.js';
import {
  detectableCell,
  differenceCell,
  exactTestWords,
  pCell,
  points,
  verdictWords,
} from './verdict-words.js';

/** What a comparison says, piece by piece: the same for a terminal and for a page. */
export interface ComparisonWords {
  /** What A is, and what B is. */
  readonly sides: readonly [string, string];
  /** The verdict, as a sentence. */
  readonly answer: string;
  /** What the columns of the table are. */
  readonly measure: string;
  /** The head, then a row for all, then one for each task type where there are several. */
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
  /** Simulated models that played; empty for none. */
  readonly simulated: readonly string[];
}

/** Puts a comparison into words. */
export function describeComparison(comparison: ResultsComparison): ComparisonWords {
  const { a, b, headline } = comparison;
  return {
    sides: [describeSide(a), describeSide(b)],
    answer: answer(comparison),
    measure: `Mean ${headline.name} in %, difference in points [95 % interval]`,
    rows: rowsOf(comparison),
    notes: notesOf(comparison),
    simulated: [...new Set([a, b].flatMap((side) => (side.simulated ? side.models : [])))],
  };
}

/** The whole text, with a last line that has no line end. */
export function renderComparisonOfResults(comparison: ResultsComparison): string {
  const { sides, answer, measure, rows, notes, simulated } = describeComparison(comparison);
  return [
    `A  ${sides[0]}\nB  ${sides[1]}`,
    `${answer} ${measure}:`,
    indent(alignRows(rows)).join('\n'),
    indent(notes.flatMap((note) => wrapWords(note, noteWidth))).join('\n'),
    ...(simulated.length === 0 ? [] : [renderSimulated(simulated).join('\n')]),
  ].join('\n\n');
}

/** Columns that notes take, without those in front of them. */
const noteWidth = 116;

function describeSide({ name, runs, models, split, suite, instancesAre }: ComparedSummary): string {
  const seeds = runs.map(({ seed }) => seed).join(', ');
  const played = `${runs[0]?.instances ?? 0} ${instancesAre} of ${suite.name}, ${split}`;
  const count = runs.length === 1 ? `seed ${seeds}` : `${runs.length} runs, seeds ${seeds}`;
  return `${name}: ${played}; ${count}; ${models.join(', ')}`;
}

function answer({ all, tolerance, unit }: ResultsComparison): string {
  switch (all.verdict) {
    case 'better':
      return 'A is better than B.';
    case 'worse':
      return 'A is worse than B.';
    case 'tied':
      return `A and B are ${verdictWords('tied', tolerance)}.`;
    case 'not-enough-runs':
      return unit === 'run'
        ? 'Not enough runs to tell A from B.'
        : 'Not enough runs to tell A from B: so few instances do not show it.';
  }
}

function rowsOf({ all, taskTypes, tolerance, unit }: ResultsComparison): string[][] {
  const hasExact = all.exact !== null;
  const several = taskTypes.length > 0;
  const row = (one: ResultComparison) => [
    one.taskType,
    one.nA === one.nB ? String(one.nA) : `${one.nA} / ${one.nB}`,
    percent(one.meanA),
    percent(one.meanB),
    differenceCell(one.difference, one.interval95),
    pCell(one.p),
    ...(several ? [pCell(one.adjustedP)] : []),
    ...(hasExact ? [pCell(one.exact?.p ?? null)] : []),
    detectableCell(one.detectable),
    verdictWords(one.verdict, tolerance),
  ];
  const head = [
    '',
    unit === 'run' ? 'runs' : 'pairs',
    'A',
    'B',
    'difference',
    'p',
    ...(several ? ['adjusted'] : []),
    ...(hasExact ? ['exact p'] : []),
    'detectable',
    'verdict',
  ];
  return [head, ...[all, ...taskTypes].map(row)];
}

function percent(share: number | null): string {
  return share === null ? '-' : (share * 100).toFixed(0);
}

function notesOf(comparison: ResultsComparison): string[] {
  const { all, taskTypes, tolerance, notes } = comparison;
  const holm = taskTypes.length > 0 ? ' Adjusted: by Holm over the task types.' : '';
  return [
    `p: ${testOf(comparison)}.${holm}`,
    `Detectable: the smallest true difference that is found with 80 % chance at p < 0.05. Tied: the interval lies within ${points(tolerance)} points.`,
    ...(all.discordant === null
      ? []
      : [`Only A won ${all.discordant.onlyA}, only B won ${all.discordant.onlyB}.`]),
    ...gatherNotes([all, ...taskTypes].map((one) => ({ name: one.taskType, notes: one.notes }))),
    ...[all, ...taskTypes].flatMap(boundNote),
    ...notes.map((note) => `Note: ${note}.`),
  ];
}

function testOf({ all, unit, a }: ResultsComparison): string {
  const { instancesAre } = a;
  const exact = all.exact === null ? '' : `; exact p: ${exactTestWords(all.exact.test)}`;
  if (all.test === 'mcnemar') return `exact McNemar test on the same ${instancesAre}, paired`;
  if (all.test === 'welch') return `Welch's t test of the means of runs${exact}`;
  return unit === 'run'
    ? `t test of the means of runs, paired by seed${exact}`
    : `t test of the means of the same ${instancesAre}, paired${exact}`;
}

function boundNote({ taskType, excluded, bounds }: ResultComparison): string[] {
  if (bounds === null) return [];
  const [low, high] = bounds.map((bound) => differenceCell(bound, null));
  return [
    `${taskType}: ${excluded} left out because of infrastructure errors; depending on how they had ended, the difference lies between ${low} and ${high}.`,
  ];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
