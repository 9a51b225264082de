import {
  type Comparison,
  comparePairs,
  type Headline,
  isBinary,
  pairValues,
  successHeadline,
} from '../evaluation/index.js';
import type { TrainingSummary } from '../training/index.js';
import type { InstanceWords } from './instance-words.js';
import { formatP, signedPoints } from './numbers.js';

/** What all results are compared by; success without any. */
export function headlineOf(results: readonly TrainingSummary[]): Headline {
  return results[0]?.headline ?? successHeadline;
}

/** Comparisons on different instances taken together. */
export function poolComparisons(results: readonly TrainingSummary[]): Comparison {
  const headline = headlineOf(results);
  return comparePairs(
    results.flatMap(({ heldOut, baseline }) => pairValues(heldOut, baseline, headline)),
    headline,
  );
}

/** What a comparison found, in two lines; none without instances. */
export function renderComparison(comparison: Comparison, headline: Headline, words: InstanceWords): string[] {
  const { n, difference, p } = comparison;
  if (n === 0) return [];
  const points = `  Difference ${signedPoints(difference)} points`;
  if (!isBinary(comparison)) {
    const { interval95, note } = comparison;
    const interval = interval95 === null ? '' : ` [${interval95.map(signedPoints).join(', ')}]`;
    return [
      '',
      `${points}${interval} in the mean ${headline.name}; p ${equals(p)}.`,
      `  p: ${nameTest(headline, words)}${note === null ? '' : ` (${note})`}.`,
    ];
  }
  const won = headline.name === successHeadline.name ? words.won : `right by ${headline.name}`;
  return [
    '',
    `${points}: ${comparison.onlyA} ${words.plural} ${won} only with the plan, ${comparison.onlyB} only before; p ${equals(p)}.`,
    `  p: ${nameTest(headline, words)}.`,
  ];
}

/** The test that a headline is compared by, and on what. */
export function nameTest({ kind }: Headline, { plural }: InstanceWords): string {
  return kind === 'binary'
    ? `exact McNemar test on the same ${plural}, paired`
    : `paired t test on the same ${plural}`;
}

function equals(p: number): string {
  const text = formatP(p);
  return text.startsWith('<') ? text : `= ${text}`;
}
