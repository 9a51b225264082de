import { showPlainly } from './output.js';

/**
 * Rows as lines with aligned columns, two blanks apart; the first row is the head. Columns of numbers stand to the
 * right. Nothing in a cell can steer the terminal.
 */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(showPlainly));
  const columns = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const numeric = widths.map((_, column) =>
    cells.slice(1).every((row) => /^[\d.,%-]*$/.test(row[column] ?? '')),
  );
  const renderCell = (text: string, column: number) =>
    numeric[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return cells.map((row) => row.map(renderCell).join('  ').trimEnd()).join('\n');
}
