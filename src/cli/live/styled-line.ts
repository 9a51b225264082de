/** Lines of a screen: pieces of text with a style, cut to a width, and painted last. */
import { hideSecrets } from '../../util/secrets.js';
import { showOnOneLine } from '../../util/show-plainly.js';

/** What a piece of text is, from which its colour follows. Shapes say the same: colours can be off. */
export type Style = 'plain' | 'strong' | 'faint' | 'lit' | 'won' | 'lost' | 'warning' | 'added' | 'removed';

/** A piece of text. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** One line. */
export type Line = readonly Span[];

/** A piece of text in a style. */
export function span(text: string, style: Style = 'plain'): Span {
  return { text, style };
}

/** Blue and orange are told apart by nearly everybody. */
const codes: Readonly<Record<Style, string>> = {
  plain: '',
  strong: '1',
  faint: '2',
  lit: '1;36',
  won: '38;5;39',
  lost: '38;5;208',
  warning: '33',
  added: '32',
  removed: '31',
};

const escapeCode = '\u001b';

/** A line as a terminal takes it: harmless, with colours where they are wanted. */
export function paintLine(line: Line, coloured: boolean): string {
  return line
    .map(({ text, style }) =>
      coloured && codes[style] !== '' ? `${escapeCode}[${codes[style]}m${text}${escapeCode}[0m` : text,
    )
    .join('');
}

const onlyAscii = /^[\x20-\x7e]*$/;
const combining = /\p{M}/u;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Columns that a text takes. */
export function widthOf(text: string): number {
  if (onlyAscii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

function columnsOf(character: string): 0 | 1 | 2 {
  if (combining.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** A line made harmless and cut to a width; what is cut ends in `…`. */
export function fitLine(line: Line, width: number, ellipsis: string): Line {
  const shown = line.map(({ text, style }) => span(showOnOneLine(hideSecrets(text)), style));
  if (shown.reduce((sum, { text }) => sum + widthOf(text), 0) <= width) return shown;
  const fitted: Span[] = [];
  let left = Math.max(0, width - 1);
  for (const { text, style } of shown) {
    const cut = cutText(text, left);
    fitted.push(span(cut, style));
    left -= widthOf(cut);
    if (cut !== text) break;
  }
  return width > 0 ? [...fitted, span(ellipsis, 'faint')] : [];
}

function cutText(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let cut = '';
  let left = width;
  for (const character of text) {
    left -= columnsOf(character);
    if (left < 0) break;
    cut += character;
  }
  return cut;
}

/** The text of a line. */
export function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}

/** A text filled up with spaces, or cut, to a width. */
export function pad(text: string, width: number): string {
  const cut = cutText(text, width);
  return cut + ' '.repeat(Math.max(0, width - widthOf(cut)));
}
