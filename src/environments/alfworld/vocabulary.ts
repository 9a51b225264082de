/**
 * The names of things and the actions on one thing, in words. Households have most of their names in common, so all
 * games of a world share one vocabulary: what is looked up at each step stays in the processor's cache however many
 * games are played in turn. It grows with the names of a suite, not with its games: the official one has 383.
 */

/** What can be done to a thing alone. */
export const plainVerbs = ['go', 'open', 'close', 'examine', 'use'] as const;
/** One of these verbs. */
export type PlainVerb = (typeof plainVerbs)[number];

/** The name of a thing, and what the actions on it alone are called. */
export interface Name extends Readonly<Record<PlainVerb, string>> {
  /** Whole number from 0, the same in all games. */
  readonly id: number;
  readonly text: string;
}

/** The names of a world's games. */
export interface Vocabulary {
  /** The name that a text is, kept from now on. */
  learn(text: string): Name;
  /** The ids of all names so far, by their texts. */
  readonly ids: ReadonlyMap<string, number>;
  /**
   * All actions on them, by their texts, as numbers: the id of the name times `plainVerbs.length`, plus the index of the
   * verb. An object for each would have to be fetched from memory at every step.
   */
  readonly actions: ReadonlyMap<string, number>;
}

/** A vocabulary without words. */
export function createVocabulary(): Vocabulary {
  const names: Name[] = [];
  const ids = new Map<string, number>();
  const actions = new Map<string, number>();
  const create = (text: string): Name => {
    const id = names.length;
    const name: Name = {
      id,
      text,
      go: `go to ${text}`,
      open: `open ${text}`,
      close: `close ${text}`,
      examine: `examine ${text}`,
      use: `use ${text}`,
    };
    names.push(name);
    ids.set(text, id);
    plainVerbs.forEach((verb, index) => {
      actions.set(name[verb], plainVerbs.length * id + index);
    });
    return name;
  };
  return {
    ids,
    actions,
    learn: (text) => {
      const id = ids.get(text);
      return id === undefined ? create(text) : (names[id] as Name);
    },
  };
}
