/** Tables as comma-separated values (RFC 4180), for spreadsheets. */
import papaparse from 'papaparse';

/** A table that was read: its rows as they stand in the file, blank ones included, and what is wrong with it. */
export interface CsvTable {
  readonly rows: readonly (readonly string[])[];
  readonly problems: readonly string[];
}

/**
 * Rows as CSV: commas, CRLF, quotes where they are needed. It begins with a byte order mark, without which Excel does
 * not take it for UTF-8; LibreOffice and Google Sheets take it either way.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const table = rows.map((row) => [...row]);
  return `\ufeff${papaparse.unparse(table, { newline: '\r\n' })}\r\n`;
}

/**
 * Reads CSV as spreadsheets save it: with commas, semicolons or tabs, whichever the first line has most of, and with
 * line ends of any kind. Rows count from 1, as in a spreadsheet. Never throws.
 */
export function parseCsv(text: string): CsvTable {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const delimiter = delimiterOf(plain.slice(0, plain.indexOf('\n') + 1 || undefined));
  const { data, errors } = papaparse.parse<string[]>(plain, { delimiter, newline: '\n' });
  const problems = errors.map(({ message, row = 0 }) => `row ${row + 1}: ${message}`);
  return { rows: data, problems };
}

function delimiterOf(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}
