/** What each action changes. Each function takes a state where the action is admissible and returns the next one. */
import {
  condition,
  conditionsOf,
  currentPlace,
  type Item,
  type Place,
  type Receptacle,
  type ReceptacleState,
  stateOf,
  type WorldState,
} from './world.js';

/** The agent stands where the receptacle is. */
export function goTo(
  { held, receptacles, places, conditions }: WorldState,
  { place: here }: Receptacle,
): WorldState {
  return { here, held, receptacles, places, conditions };
}

/** The receptacle is open or closed. */
export function setOpened(state: WorldState, receptacle: Receptacle, opened: boolean): WorldState {
  const { contents, missing } = stateOf(state, receptacle);
  return replaceHere(state, state.held, {
    receptacle,
    opened,
    contents,
    missing,
    examined: null,
    arrived: null,
  });
}

/** The item is in hand. It stays listed in every other receptacle that it was in. */
export function take(state: WorldState, item: Item, receptacle: Receptacle): WorldState {
  const { opened, contents, missing } = stateOf(state, receptacle);
  const next: ReceptacleState = {
    receptacle,
    opened,
    contents: without(contents, item),
    missing: including(missing, item),
    examined: null,
    arrived: null,
  };
  return replaceHere(state, item, next, without(currentPlace(state).items, item));
}

/** The item is in the receptacle, and the hands are empty. */
export function place(state: WorldState, item: Item, receptacle: Receptacle): WorldState {
  const { opened, contents, missing } = stateOf(state, receptacle);
  const next: ReceptacleState = {
    receptacle,
    opened,
    contents: including(contents, item),
    missing: without(missing, item),
    examined: null,
    arrived: null,
  };
  return replaceHere(state, null, next, including(currentPlace(state).items, item));
}

/** The item is clean from now on. */
export function clean(state: WorldState, item: Item): WorldState {
  return withConditions(state, item, conditionsOf(state, item) | condition.clean);
}

/** The item is hot and no longer cool. */
export function heat(state: WorldState, item: Item): WorldState {
  return withConditions(state, item, (conditionsOf(state, item) | condition.hot) & ~condition.cool);
}

/** The item is cool and no longer hot. */
export function cool(state: WorldState, item: Item): WorldState {
  return withConditions(state, item, (conditionsOf(state, item) | condition.cool) & ~condition.hot);
}

/** The item is sliced from now on. */
export function slice(state: WorldState, item: Item): WorldState {
  return withConditions(state, item, conditionsOf(state, item) | condition.sliced);
}

/** The lamp is on from now on. */
export function toggle(state: WorldState, item: Item): WorldState {
  return withConditions(state, item, conditionsOf(state, item) | condition.toggled);
}

function withConditions(
  { here, held, receptacles, places, conditions }: WorldState,
  item: Item,
  sum: number,
): WorldState {
  return { here, held, receptacles, places, conditions: replace(conditions, item.order, sum) };
}

function replaceHere(
  { here, receptacles, places, conditions }: WorldState,
  held: Item | null,
  next: ReceptacleState,
  moved?: readonly Item[],
): WorldState {
  const place = places[here] as Place;
  const changed: Place = {
    receptacles: place.receptacles,
    items: moved ?? place.items,
    using: null,
    looked: null,
    listed: null,
  };
  return {
    here,
    held,
    receptacles: replace(receptacles, next.receptacle.index, next),
    places: replace(places, here, changed),
    conditions,
  };
}

/** The list without an item. `toSpliced`, here and below, would take two to three times as many instructions. */
function without(items: readonly Item[], item: Item): readonly Item[] {
  const at = items.indexOf(item);
  if (at < 0) return items;
  const rest = items.slice(0, -1);
  for (let i = at; i < rest.length; i++) rest[i] = items[i + 1] as Item;
  return rest;
}

/** The list with an item in its place. */
function including(items: readonly Item[], item: Item): readonly Item[] {
  if (items.length === 0) return [item];
  if (items.includes(item)) return items;
  const more = items.slice();
  more.push(item);
  let at = items.length;
  for (; at > 0 && (items[at - 1] as Item).order > item.order; at--) more[at] = items[at - 1] as Item;
  more[at] = item;
  return more;
}

/** The list with another entry. `with` takes several times as long for arrays that V8 counts among those with holes. */
function replace<Entry>(list: readonly Entry[], index: number, entry: Entry): Entry[] {
  const copy = list.slice();
  copy[index] = entry;
  return copy;
}
