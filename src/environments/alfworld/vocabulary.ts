/**
 * The names of things and the actions on one thing, in words. Households have most of their names in common, so all
 * games of a world share one vocabulary: what is looked up at each step stays in the processor's cache however many
 * games are played in turn. It grows with the names of a suite, not with its games: the official one has 383.
 */

/** What can be done to a thing alone. */
export type PlainVerb = 'go' | 'open' | 'close' | 'examine' | 'use';

/** The name of a thing, and what the actions on it alone are called. */
export interface Name {
  /** Whole number from 0, the same in all games. */
  readonly id: number;
  readonly text: string;
  readonly go: string;
  readonly open: string;
  readonly close: string;
  readonly examine: string;
  readonly use: string;
}

/** An action on a thing alone, whatever game it is said in. */
export interface PlainAction {
  readonly verb: PlainVerb;
  /** Of the thing's name. */
  readonly id: number;
}

/** The names of a world's games. */
export interface Vocabulary {
  /** The name that a text is, kept from now on. */
  learn(text: string): Name;
  /** By their texts, all names of all games so far, and all actions on one. */
  readonly names: ReadonlyMap<string, Name>;
  readonly actions: ReadonlyMap<string, PlainAction>;
}

/** A vocabulary without words. */
export function createVocabulary(): Vocabulary {
  const names = new Map<string, Name>();
  const actions = new Map<string, PlainAction>();
  const create = (text: string): Name => {
    const id = names.size;
    const name: Name = {
      id,
      text,
      go: `go to ${text}`,
      open: `open ${text}`,
      close: `close ${text}`,
      examine: `examine ${text}`,
      use: `use ${text}`,
    };
    names.set(text, name);
    for (const verb of ['go', 'open', 'close', 'examine', 'use'] as const)
      actions.set(name[verb], { verb, id });
    return name;
  };
  return { names, actions, learn: (text) => names.get(text) ?? create(text) };
}
