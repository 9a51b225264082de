import { alignRows } from '../util/table.js';
import { showPlainly } from './output.js';

/** A table as `alignRows` makes it. Nothing in a cell can steer the terminal. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  return alignRows(rows.map((row) => row.map(showPlainly))).join('\n');
}
