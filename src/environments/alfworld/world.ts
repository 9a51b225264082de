/**
 * The vocabulary of the engine. A `Game` never changes; a `WorldState` is immutable and a step makes a new one that
 * shares all it did not touch. What is computed from a place (its texts, its admissible actions) is kept with
 * it: places of the start are shared by all episodes, so most steps find their answer ready.
 */

/** Anything with a name in the text. */
export interface Thing {
  readonly name: string;
  /** Position of the name among all names of the game in code-unit order. */
  readonly rank: number;
}

/** A receptacle: a place to put things, at one location. */
export interface Receptacle extends Thing {
  readonly type: string;
  /** Number of its location, as the classic text names it. */
  readonly location: number;
  /** Index of its place in the state, and its index there. */
  readonly place: number;
  readonly slot: number;
  readonly openable: boolean;
  /** Object types that may be put here. */
  readonly accepts: ReadonlySet<string>;
  /** What can be done to an object here. */
  readonly heats: boolean;
  readonly cools: boolean;
  readonly cleans: boolean;
}

/** An object: something that lies in receptacles and, mostly, can be carried. */
export interface Item extends Thing {
  readonly type: string;
  /** Position in id order: the order of every list in the text. */
  readonly order: number;
  readonly pickupable: boolean;
  readonly cleanable: boolean;
  readonly heatable: boolean;
  readonly coolable: boolean;
  readonly toggleable: boolean;
  readonly sliceable: boolean;
  readonly cuts: boolean;
  /** What a vessel holds, in id order; null for what is no vessel. */
  readonly inner: readonly Item[] | null;
}

/** What can become true of an item; a state keeps their sum for each item. */
export const condition = { clean: 1, hot: 2, cool: 4, sliced: 8, toggled: 16 } as const;

/** A receptacle as it is now. Lists are in id order. */
export interface ReceptacleState {
  readonly receptacle: Receptacle;
  readonly opened: boolean;
  readonly contents: readonly Item[];
  /** What was once taken from here and has not been put back. */
  readonly missing: readonly Item[];
  /** The text of `examine`, once it was asked for. */
  examined: string | null;
}

/** Everything at one location. */
export interface Place {
  /** In id order. */
  readonly receptacles: readonly ReceptacleState[];
  /** Items whose own location this is, in id order; not always those in the receptacles here. */
  readonly items: readonly Item[];
  /** Texts of the ways to all other places, in code-unit order. */
  readonly wayTexts: readonly string[];
  /** Actions here whatever is in hand, once they were asked for; without the ways. */
  standing: readonly Command[] | null;
  /** All actions here with empty hands, and with what was last carried here, once they were asked for. */
  emptyHanded: Listing | null;
  holding: Listing | null;
}

/** Everything that changes in an episode. */
export interface WorldState {
  /** Index of the agent's place. */
  readonly here: number;
  readonly held: Item | null;
  readonly places: readonly Place[];
  /** Sums of `condition`, by the order of the items. */
  readonly conditions: readonly number[];
}

/** An action of a game with all names filled in. `order` sorts commands as their texts sort in code units. */
export type Command = { readonly text: string; readonly order: number } & (
  | { readonly kind: 'look' | 'inventory' | 'help' }
  | { readonly kind: 'go' | 'open' | 'close' | 'examine-receptacle'; readonly receptacle: Receptacle }
  | { readonly kind: 'use' | 'examine-item'; readonly item: Item }
  | {
      readonly kind: 'take' | 'place' | 'clean' | 'heat' | 'cool';
      readonly item: Item;
      readonly receptacle: Receptacle;
    }
  | { readonly kind: 'slice'; readonly item: Item; readonly tool: Item }
);

/** A command that goes to a receptacle. */
export type Way = Command & { readonly kind: 'go' };

/** All ways of a game, by their texts. */
export type Ways = ReadonlyMap<string, Way>;

/** The admissible actions of a moment. */
export interface Listing {
  readonly held: Item | null;
  /** All but the ways to other places. */
  readonly local: readonly Command[];
  /** The texts of all, in code-unit order. */
  readonly texts: readonly string[];
}

/** The place the agent is at. */
export function currentPlace(state: WorldState): Place {
  return state.places[state.here] as Place;
}

/** Sum of the conditions of an item. */
export function conditionsOf(state: WorldState, item: Item): number {
  return state.conditions[item.order] as number;
}

/** A receptacle as it is in a state. */
export function stateOf(state: WorldState, receptacle: Receptacle): ReceptacleState {
  const place = state.places[receptacle.place] as Place;
  return place.receptacles[receptacle.slot] as ReceptacleState;
}
