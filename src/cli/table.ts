import { hideSecrets } from '../util/secrets.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { alignRows } from '../util/table.js';

/** A table as `alignRows` makes it. Nothing in a cell can steer the terminal, or break its row. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  return alignRows(rows.map((row) => row.map((cell) => showOnOneLine(hideSecrets(cell))))).join('\n');
}
