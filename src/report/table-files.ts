/** Tables as files: Markdown to read, CSV for spreadsheets, JSON for programs. */
import { formatCsv } from '../util/csv.js';
import type { Rows } from './ablation-rows.js';
import { renderMarkdownTable } from './markdown-table.js';

/** A file of a report, its path within the run folder. */
export interface ReportFile {
  readonly path: string;
  readonly text: string;
}

/** One row of a table with all digits; null where there is no number. */
export type DataRow = Readonly<Record<string, string | number | boolean | null>>;

/** A table as `path.md`, `.csv` and `.json`: rows to read, and the same as data. No files where there is no data. */
export function tableFiles(path: string, read: Rows, data: readonly DataRow[]): ReportFile[] {
  if (data.length === 0) return [];
  const columns = [...new Set(data.flatMap((row) => Object.keys(row)))];
  const cells = data.map((row) => columns.map((column) => String(row[column] ?? '')));
  return [
    { path: `${path}.md`, text: `${renderMarkdownTable(read)}\n` },
    { path: `${path}.csv`, text: formatCsv([columns, ...cells]) },
    { path: `${path}.json`, text: `${JSON.stringify(data, null, 2)}\n` },
  ];
}
