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
  readonly name: Name;
}

/** The names of a world's games. */
export interface Vocabulary {
  /** The name that a text is, kept from now on. */
  learn(text: string): Name;
  /** Undefined for a text that is not the name of anything in any game so far. */
  name(text: string): Name | undefined;
  /** Undefined for a text that is no action on such a name. */
  action(text: string): PlainAction | undefined;
}

/** A vocabulary without words. */
export function createVocabulary(): Vocabulary {
  const names = new Map<string, Name>();
  // Most actions go somewhere; in a map of their own they lie close together.
  const ways = new Map<string, PlainAction>();
  const others = new Map<string, PlainAction>();
  const create = (text: string): Name => {
    const name: Name = {
      id: names.size,
      text,
      go: `go to ${text}`,
      open: `open ${text}`,
      close: `close ${text}`,
      examine: `examine ${text}`,
      use: `use ${text}`,
    };
    names.set(text, name);
    ways.set(name.go, { verb: 'go', name });
    for (const verb of ['open', 'close', 'examine', 'use'] as const) others.set(name[verb], { verb, name });
    return name;
  };
  return {
    learn: (text) => names.get(text) ?? create(text),
    name: (text) => names.get(text),
    action: (text) => ways.get(text) ?? others.get(text),
  };
}
