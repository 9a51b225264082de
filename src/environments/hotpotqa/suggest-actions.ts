/** Actions worth offering: a question has no end of possible ones. They are made of texts that the agent can see. */

/** A word that begins with a capital letter or is a number, and more of them after it. */
const namePattern = /[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'’-]*(?: [\p{Lu}\p{N}][\p{L}\p{M}\p{N}'’-]*)*/gu;
const mostNames = 12;
const mostWords = 5;
const charactersRead = 1000;

/** Names that occur in texts, in order, at most twelve. */
export function listNames(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [name] of text.matchAll(namePattern)) {
      found.add(name);
      if (found.size === mostNames) return [...found];
    }
  }
  return [...found];
}

/** Searches for the names, lookups of the open page's most frequent words, and the two answers that always make sense. */
export function listActions(names: readonly string[], paragraphs: readonly string[]): string[] {
  const searches = [...new Set(names)].map((name) => `search[${name}]`);
  const lookups = frequentWords(paragraphs).map((word) => `lookup[${word}]`);
  return [...searches, ...lookups, 'finish[yes]', 'finish[no]'];
}

/** Words of four letters or more, the most frequent first, where a page begins. */
function frequentWords(paragraphs: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const [word] of paragraphs
    .join('\n')
    .slice(0, charactersRead)
    .toLowerCase()
    .matchAll(/\p{L}{4,}/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  return ranked.slice(0, mostWords).map(([word]) => word);
}
