/**
 * Fleiss' kappa: how much more often raters agree than they would by chance (Fleiss 1971, Measuring nominal scale
 * agreement among many raters, Psychological Bulletin 76(5), formulas 3 to 7). `counts` has a row for each subject and
 * in it, for each category, how many raters chose that category. 1 is full agreement, 0 that of chance; it can be
 * negative. Null where chance alone gives full agreement, as when all raters chose one category throughout, and without
 * subjects. Throws a RangeError unless all rows hold the same number of raters, two or more, and of categories.
 */
export function fleissKappa(counts: readonly (readonly number[])[]): number | null {
  const [first] = counts;
  if (first === undefined) return null;
  const raters = sum(first);
  for (const row of counts) checkRow(row, first.length, raters);
  const observed =
    sum(counts.map((row) => (sum(row.map((n) => n * n)) - raters) / (raters * (raters - 1)))) / counts.length;
  const ratings = counts.length * raters;
  const totals = first.map((_, category) => sum(counts.map((row) => row[category] ?? 0)));
  if (totals.includes(ratings)) return null;
  const expected = sum(totals.map((total) => (total / ratings) ** 2));
  return (observed - expected) / (1 - expected);
}

function checkRow(row: readonly number[], categories: number, raters: number): void {
  const areCounts = row.every((count) => Number.isInteger(count) && count >= 0);
  if (areCounts && row.length === categories && sum(row) === raters && raters >= 2) return;
  throw new RangeError(`fleissKappa: [${row}] is not ${categories} counts of ${raters} raters, two or more`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
