/** Something that notes are about. */
export interface NotedItem {
  readonly name: string;
  /** In words, without a full stop. */
  readonly notes: readonly string[];
}

/** Each note once, after the names of what it is true of; without names where it is true of all. */
export function gatherNotes(items: readonly NotedItem[]): string[] {
  const all = [...new Set(items.flatMap(({ notes }) => notes))];
  return all.map((note) => {
    const names = items.filter(({ notes }) => notes.includes(note)).map(({ name }) => name);
    const sentence = names.length === items.length ? capitalize(note) : `${names.join('; ')}: ${note}`;
    return `${sentence}.`;
  });
}

/** A text with a capital in front. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
