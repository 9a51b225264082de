/**
 * The vocabulary of the engine. A `Game` never changes; a `WorldState` is immutable and a step makes a new one that
 * shares all it did not touch. What is computed from a part of the state (its texts, its admissible actions) is kept
 * for as long as that part stays: parts of the start are shared by all episodes of a game.
 */

import type { ItemKind, ReceptacleKind } from './kinds.js';
import type { Name } from './vocabulary.js';

/** Anything with a name in the text. */
export interface Thing {
  readonly name: string;
  /** Its name with the actions on it alone. */
  readonly words: Name;
}

/** A receptacle: a place to put things, at one location. What steps ask for most comes first, close together. */
export interface Receptacle extends Thing {
  readonly sort: 'receptacle';
  /** Index of its place in the state, and its own there. */
  readonly place: number;
  readonly index: number;
  readonly openable: boolean;
  readonly kind: ReceptacleKind;
  /** Number of its location, as the classic text names it. */
  readonly location: number;
}

/** An object: something that lies in receptacles and, mostly, can be carried. */
export interface Item extends Thing {
  readonly sort: 'item';
  /** Position in id order: the order of every list in the text. */
  readonly order: number;
  readonly kind: ItemKind;
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
  /** What is seen on arrival, once it was asked for. */
  arrived: string | null;
}

/** Everything at one location. */
export interface Place {
  /** In the order of their names. */
  readonly receptacles: readonly Receptacle[];
  /** Items whose own location this is, in id order; not always those in the receptacles here. */
  readonly items: readonly Item[];
  /** The texts of using what is here, in code-unit order, once they were asked for. */
  using: readonly string[] | null;
  /** The text of `look`, once it was asked for. */
  looked: string | null;
  /** The admissible actions with empty hands, once they were asked for. */
  listed: readonly string[] | null;
}

/** Everything that changes in an episode. */
export interface WorldState {
  /** Index of the agent's place. */
  readonly here: number;
  readonly held: Item | null;
  readonly receptacles: readonly ReceptacleState[];
  readonly places: readonly Place[];
  /** Sums of `condition`, by the order of the items. */
  readonly conditions: readonly number[];
}

/** What is done to an item with a receptacle or, to slice it, with another item. */
export type PairKind = 'take' | 'place' | 'clean' | 'heat' | 'cool' | 'slice';

/** An action of a game with all names filled in. */
export type Command =
  | { readonly kind: 'look' | 'inventory' | 'help' }
  | { readonly kind: 'go' | 'open' | 'close' | 'examine-receptacle'; readonly receptacle: Receptacle }
  | { readonly kind: 'use' | 'examine-item'; readonly item: Item }
  | { readonly kind: Exclude<PairKind, 'slice'>; readonly item: Item; readonly receptacle: Receptacle }
  | { readonly kind: 'slice'; readonly item: Item; readonly tool: Item };

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
  return state.receptacles[receptacle.index] as ReceptacleState;
}
