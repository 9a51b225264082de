/** Splits a text into its front matter, without the `---` lines, and the rest; no front matter where none is closed. */
export function splitHead(text: string): {
  readonly yaml: string | null;
  readonly body: string;
  readonly at: number;
} {
  const found = /^---[ \t]*\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
  if (found === null) return { yaml: null, body: text, at: 0 };
  return { yaml: found[1] ?? '', body: text.slice(found[0].length), at: found[0].length };
}
