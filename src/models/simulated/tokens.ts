/** Tokens of a text as the simulated model counts them: a word of up to six letters, a number, or a sign is one. */
export function countTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isWord(code)) {
      if (run++ % 6 === 0) tokens++;
    } else {
      run = 0;
      if (code > 32) tokens++;
    }
  }
  return tokens;
}

/** The text cut to at most `limit` tokens, and whether anything was cut. */
export function cutTokens(text: string, limit: number): { text: string; cut: boolean } {
  let tokens = 0;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const starts = isWord(code) ? run++ % 6 === 0 : code > 32;
    if (!isWord(code)) run = 0;
    if (starts && ++tokens > limit) return { text: text.slice(0, i).trimEnd(), cut: true };
  }
  return { text, cut: false };
}

function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code > 127
  );
}
