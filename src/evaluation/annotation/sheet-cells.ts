/** Texts in the cells of a sheet: what a spreadsheet shows is what was given, and nothing is run or turned into a date. */
import { showPlainly } from '../../util/show-plainly.js';

/** A text as annotators see it: on one line, with control and bidirectional characters made visible. */
export function visibleText(text: string): string {
  return showPlainly(text.replace(/[ \t\r\n\u00a0]+/g, ' ').trim());
}

/** Longest text that a spreadsheet could take for a date or a number although it begins with a letter. */
const longestDate = 40;

/**
 * A visible text as a cell. Spreadsheets run what begins with `= + - @`, and make other text of `1/2`, `007`,
 * `12 May 1990` or `true`: such texts are put between typographic quotation marks, which no spreadsheet reads as
 * anything but text.
 */
export function formatCell(text: string): string {
  const isPlain =
    /^\p{L}/u.test(text) &&
    !/^(?:true|false)$/i.test(text) &&
    (!/\d/.test(text) || text.length > longestDate);
  return isPlain ? text : `“${text}”`;
}

/** Whether a cell still holds a text: as it was written, or without the quotation marks that were put around it. */
export function cellHolds(cell: string, text: string): boolean {
  const found = plainText(cell);
  return found === plainText(formatCell(text)) || found === plainText(text);
}

function plainText(text: string): string {
  return visibleText(text).normalize('NFC');
}
