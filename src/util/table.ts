/**
 * Rows as lines with aligned columns, two blanks apart; the first row is the head. Columns of numbers stand to the
 * right: those in which every cell below the head is a number, a range of numbers, both or empty, such as `34/40`,
 * `85 %`, `[71, 93]`, `85 [71, 93]` or `-`.
 */
export function alignRows(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const numeric = widths.map((_, column) => rows.slice(1).every((row) => isNumeric(row[column] ?? '')));
  const align = (cell: string, column: number) =>
    numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(align).join('  ').trimEnd());
}

function isNumeric(cell: string): boolean {
  return /^[-+<[ ]*[\d.,%/[\] -]*$/.test(cell);
}
