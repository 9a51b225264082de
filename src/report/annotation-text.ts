import type {
  AnnotatedComparison,
  AnnotatedPart,
  AnnotatedRate,
  AnnotationSummary,
} from '../evaluation/annotation/index.js';
import { alignRows } from '../util/table.js';
import { count, formatP, interval, percent, signedPoints } from './numbers.js';
import { renderSimulated } from './simulated-note.js';

/** What human annotators say, for a terminal. */
export function renderAnnotations(summary: AnnotationSummary): string {
  const { rates, comparisons, simulated, models } = summary;
  return [
    ...describeMarks(summary),
    '',
    'Answers that the majority calls right, by run and phase:',
    '',
    ...renderRates(rates),
    ...(comparisons.length === 0 ? [] : renderComparisons(comparisons)),
    ...(simulated ? ['', ...renderSimulated(models)] : []),
  ].join('\n');
}

function describeMarks({ rows, annotators, undecided, agreement, sheet }: AnnotationSummary): string[] {
  const { answers, unanimous, share, kappa } = agreement;
  const missing = rows - answers;
  return [
    `Sheet ${sheet}: ${rows} answers marked by ${annotators} annotator${annotators === 1 ? '' : 's'}.`,
    ...(annotators === 1
      ? []
      : [
          `All agree on ${unanimous} of ${answers} (${percent(share)}); Fleiss' kappa ${kappa === null ? 'is not defined here' : kappa.toFixed(2)}.`,
          ...(missing > 0 ? [`Not marked by all, and so not part of their agreement: ${missing}.`] : []),
        ]),
    ...(undecided > 0 ? [`Without a majority of all annotators, and so left out: ${undecided}.`] : []),
  ];
}

function renderRates(rates: readonly AnnotatedRate[]): string[] {
  const rows = rates.map((rate) => [
    rate.run,
    rate.phase,
    count(rate),
    percent(rate.rate),
    interval(rate),
    String(rate.unanswered),
    String(rate.undecided),
    String(rate.errors),
  ]);
  const head = ['run', 'phase', 'right', 'rate', '95 % interval', 'no answer', 'undecided', 'errors'];
  return [
    ...indent(alignRows([head, ...rows])),
    '',
    '  No answer counts as wrong. Undecided answers and episodes that ended in an error are left out.',
  ];
}

function renderComparisons(comparisons: readonly AnnotatedComparison[]): string[] {
  const rows = comparisons.map(({ a, b, n, onlyA, onlyB, difference, p }) => [
    `${nameOf(a)} - ${nameOf(b)}`,
    String(n),
    String(onlyA),
    String(onlyB),
    signedPoints(difference),
    formatP(p),
  ]);
  const head = ['on the same questions', 'questions', 'only first', 'only second', 'points', 'p'];
  return [
    '',
    ...indent(alignRows([head, ...rows])),
    '',
    '  p: exact McNemar test, paired; not corrected for the number of pairs.',
  ];
}

function nameOf({ run, phase }: AnnotatedPart): string {
  return `${run} ${phase}`;
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
