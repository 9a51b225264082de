/** The headline as cells of a table. */
import { type Headline, type MeasuredRate, measureOf, successHeadline } from '../evaluation/index.js';
import type { InstanceWords } from './instance-words.js';
import { bounds, percent } from './numbers.js';

/** Head of a table of headlines; `first` stands over the names. */
export function headOf(first: string, { name, kind }: Headline, { plural, won }: InstanceWords): string[] {
  const counted = name === successHeadline.name ? `${plural} ${won}` : name;
  return kind === 'binary'
    ? [first, counted, 'rate', '95 % interval']
    : [first, plural, `mean ${name}`, '95 % interval'];
}

/** The cells under it: how many of how many, rate and interval; of a graded score number, mean and interval. */
export function cellsOf(measured: MeasuredRate, headline: Headline): string[] {
  const { n, successes, mean, interval95 } = measureOf(measured, headline);
  const counted = successes === undefined ? String(n) : `${successes}/${n}`;
  return [counted, percent(mean), bounds(interval95)];
}
