/**
 * The known name that a mistyped one was most likely meant to be, undefined where none is near: at most a third of the
 * letters differ, by letters that were changed, left out, put in, or swapped with the next.
 */
export function closestName(given: string, known: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(Math.min(word.length, 24) / 3)) + 1;
  for (const name of known) {
    if (Math.abs(name.length - word.length) >= least) continue;
    const distance = countEdits(word, name.toLowerCase());
    if (distance >= least) continue;
    [best, least] = [name, distance];
  }
  return best;
}

/** Edits between two words, in the sense of Damerau and Levenshtein, each place edited once. */
function countEdits(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      next[j] = edits;
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
