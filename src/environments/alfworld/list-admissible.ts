/** Which actions are admissible: every precondition of the world stands here, and only here. */
import type { Commands } from './commands.js';
import type { Command, Item, Listing, Place, Receptacle, ReceptacleState } from './world.js';

/** What the admissible actions of a game are made from. */
export interface AdmissibleSource {
  readonly commands: Commands;
  readonly receptacles: readonly Receptacle[];
}

/** The admissible actions at a place with an item, or nothing, in hand. Kept with the place. */
export function listAdmissible(source: AdmissibleSource, place: Place, held: Item | null): Listing {
  const kept = place.listings.get(held);
  if (kept) return kept;
  const sorted = commandsAt(source, place, held).sort((a, b) => a.order - b.order);
  // A lamp in two receptacles here is found twice.
  const commands = sorted.filter((command, i) => command !== sorted[i - 1]);
  const listing: Listing = { commands, texts: commands.map(({ text }) => text) };
  place.listings.set(held, listing);
  return listing;
}

function commandsAt({ commands, receptacles }: AdmissibleSource, place: Place, held: Item | null): Command[] {
  const found = [...commands.always];
  const here = place.receptacles[0]?.receptacle.place;
  for (const receptacle of receptacles) {
    if (receptacle.place !== here) found.push(commands.goTo(receptacle));
  }
  for (const state of place.receptacles) {
    addLooking(found, commands, state);
    if (held) addWithItem(found, commands, state, held);
    else addTaking(found, commands, state);
  }
  if (held) {
    found.push(commands.examineItem(held));
    if (held.cuts) {
      for (const item of place.items) if (item.sliceable) found.push(commands.slice(item, held));
    }
  }
  return found;
}

function addLooking(found: Command[], commands: Commands, state: ReceptacleState): void {
  const { receptacle, opened, contents } = state;
  found.push(commands.examineReceptacle(receptacle));
  if (receptacle.openable) found.push(opened ? commands.close(receptacle) : commands.open(receptacle));
  // A door does not keep a lamp from being used.
  for (const item of contents) if (item.toggleable) found.push(commands.use(item));
}

function addTaking(found: Command[], commands: Commands, state: ReceptacleState): void {
  if (!isAccessible(state)) return;
  for (const item of state.contents) if (item.pickupable) found.push(commands.take(item, state.receptacle));
}

/** A door does not keep an item from being treated either. */
function addWithItem(found: Command[], commands: Commands, state: ReceptacleState, held: Item): void {
  const { receptacle } = state;
  if (isAccessible(state) && receptacle.accepts.has(held.type)) found.push(commands.place(held, receptacle));
  if (receptacle.cleans && held.cleanable) found.push(commands.clean(held, receptacle));
  if (receptacle.heats && held.heatable) found.push(commands.heat(held, receptacle));
  if (receptacle.cools && held.coolable) found.push(commands.cool(held, receptacle));
}

function isAccessible({ receptacle, opened }: ReceptacleState): boolean {
  return opened || !receptacle.openable;
}
