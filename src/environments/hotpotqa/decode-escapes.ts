/**
 * What the originals do to each text of a page before they keep it: its UTF-8 bytes are read as a Python string
 * literal, so that backslashes turn into what they escape, and the result as UTF-8 again. Text without a backslash
 * stays as it is.
 */

const simple: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const numbered = /^(?:[0-7]{1,3}|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/;

/** The text the originals make of it; null where they crash on it. (Where they would look up `\N{...}` as well.) */
export function decodeEscapes(text: string): string | null {
  if (!text.includes('\\')) return text;
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  const decoded = readEscapes(bytes);
  if (decoded === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(decoded, 'latin1'));
  } catch {
    return null;
  }
}

/** Characters up to U+00FF for characters up to U+00FF; null for an escape that is broken or gives another one. */
function readEscapes(text: string): string | null {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\\', at);
    if (next === -1) return result + text.slice(at);
    result += text.slice(at, next);
    const piece = readEscape(text.slice(next + 1, next + 10));
    if (piece === null) return null;
    result += piece.text;
    at = next + 1 + piece.length;
  }
  return result;
}

/** The escape after a backslash: what it means and how long it is. */
function readEscape(rest: string): { readonly text: string; readonly length: number } | null {
  const first = rest.charAt(0);
  const short = simple.get(first);
  if (short !== undefined) return { text: short, length: 1 };
  const match = numbered.exec(rest);
  if (match) {
    const [all, ...hexadecimal] = match;
    const digits = hexadecimal.find((one) => one !== undefined);
    const code = digits === undefined ? Number.parseInt(all, 8) : Number.parseInt(digits, 16);
    return code > 0xff ? null : { text: String.fromCharCode(code), length: all.length };
  }
  return first === '' || 'xuUN'.includes(first) ? null : { text: `\\${first}`, length: 1 };
}
