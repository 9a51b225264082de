import { type Headline, type MeasuredRate, measureOf, successHeadline } from '../evaluation/index.js';
import { alignRows } from '../util/table.js';
import { bounds, percent } from './numbers.js';

/**
 * Lines that name the headline and give the other measures, with 95 % intervals, one column for each of some named
 * evaluations; none where success is the only measure.
 */
export function renderScores(
  evaluations: readonly (readonly [string, MeasuredRate])[],
  headline: Headline,
): string[] {
  const all = evaluations.flatMap(([, { scores = {} }]) => Object.entries(scores));
  const kinds = new Map(all.map(([name, { kind }]): [string, Headline] => [name, { name, kind }]));
  const others = [successHeadline, ...kinds.values()].filter(({ name }) => name !== headline.name);
  if (kinds.size === 0 && headline.name === successHeadline.name) return [];
  const titles = evaluations.map(([title]) => title);
  const rows = others.map((one) => [
    one.name,
    ...evaluations.flatMap(([, measured]) => cells(measured, one)),
  ]);
  return [
    '',
    `  The headline is ${headline.name}. The other scores, as means with 95 % intervals:`,
    '',
    ...alignRows([['', ...titles.flatMap((title) => [title, '95 % interval'])], ...rows]).map(
      (line) => `  ${line}`,
    ),
  ];
}

function cells(measured: MeasuredRate, score: Headline): string[] {
  const { mean, interval95 } = measureOf(measured, score);
  return [percent(mean), bounds(interval95)];
}
