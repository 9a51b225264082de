/** Texts as Python treats them, where JavaScript treats them otherwise: the originals are written in Python. */

/** What Python counts as whitespace in texts: U+001C to U+001F and U+0085 too, but not U+FEFF. */
const blanks = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const blank = new RegExp(`[${blanks}]`);
const anyBlanks = new RegExp(`[${blanks}]+`);

/** `str.strip()`. */
export function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  // Letters, digits and most marks: nearly all that is asked for.
  if (code > 0x20 && code < 0x7f) return false;
  return blank.test(String.fromCharCode(code));
}

/** `str.split()`: the words between whitespace. */
export function splitWords(text: string): string[] {
  return text.split(anyBlanks).filter((word) => word !== '');
}

/** `repr()` of a list of texts: `['A', "B's"]`. */
export function reprList(texts: readonly string[]): string {
  return `[${texts.map(repr).join(', ')}]`;
}

const named: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

/** `repr()` of a text: double quotes only where it has single ones and no double; what can not be seen as escapes. */
export function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = Array.from(text, (character) => {
    if (character === quote) return `\\${character}`;
    return named.get(character) ?? (isPrintable(character) ? character : escapeCharacter(character));
  });
  return quote + body.join('') + quote;
}

function isPrintable(character: string): boolean {
  return character === ' ' || !/[\p{C}\p{Z}]/u.test(character);
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const [letter, width] = code < 0x100 ? ['x', 2] : code < 0x10000 ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).padStart(Number(width), '0')}`;
}
