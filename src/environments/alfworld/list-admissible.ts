/** Which actions are admissible: every precondition of the world stands here, and only here. */
import type { Commands } from './commands.js';
import type { Command, Item, Listing, Place, ReceptacleState, Ways, WorldState } from './world.js';

/** The admissible actions at a place with an item, or nothing, in hand. The newest of both kinds is kept. */
export function listAdmissible(commands: Commands, place: Place, held: Item | null): Listing {
  const kept = held ? place.holding : place.emptyHanded;
  if (kept?.held === held) return kept;
  const local = sortCommands(commandsAt(commands, place, held));
  // All ways stand together in the order of texts, so what is here goes before and after them.
  const before: string[] = [];
  const after: string[] = [];
  for (const { order, text } of local) (order < commands.wayOrder ? before : after).push(text);
  const listing: Listing = { held, local, texts: before.concat(place.wayTexts, after) };
  if (held) place.holding = listing;
  else place.emptyHanded = listing;
  return listing;
}

/** The admissible command with exactly this text. */
export function findAdmissible(
  ways: Ways,
  state: WorldState,
  listing: Listing,
  text: string,
): Command | undefined {
  const way = ways.get(text);
  if (way) return way.receptacle.place === state.here ? undefined : way;
  return listing.local.find((command) => command.text === text);
}

function commandsAt(commands: Commands, place: Place, held: Item | null): Command[] {
  place.standing ??= sortCommands(standingCommands(commands, place));
  const found = [...place.standing];
  for (const state of place.receptacles) {
    if (held) addWithItem(found, commands, state, held);
    else addTaking(found, commands, state);
  }
  if (held) {
    found.push(commands.withItem('examine-item', held));
    if (held.cuts) {
      for (const item of place.items) if (item.sliceable) found.push(commands.slice(item, held));
    }
  }
  return found;
}

/** Those that are admissible at a place whatever is in hand. */
function standingCommands(commands: Commands, place: Place): Command[] {
  const found = [...commands.everywhere];
  for (const { receptacle, opened, contents } of place.receptacles) {
    found.push(commands.atReceptacle('examine-receptacle', receptacle));
    if (receptacle.openable) found.push(commands.atReceptacle(opened ? 'close' : 'open', receptacle));
    // A door does not keep a lamp from being used.
    for (const item of contents) if (item.toggleable) found.push(commands.withItem('use', item));
  }
  return found;
}

function addTaking(found: Command[], commands: Commands, state: ReceptacleState): void {
  if (!isAccessible(state)) return;
  for (const item of state.contents) {
    if (item.pickupable) found.push(commands.withBoth('take', item, state.receptacle));
  }
}

/** A door does not keep an item from being treated either. */
function addWithItem(found: Command[], commands: Commands, state: ReceptacleState, held: Item): void {
  const { receptacle } = state;
  if (isAccessible(state) && receptacle.accepts.has(held.type)) {
    found.push(commands.withBoth('place', held, receptacle));
  }
  if (receptacle.cleans && held.cleanable) found.push(commands.withBoth('clean', held, receptacle));
  if (receptacle.heats && held.heatable) found.push(commands.withBoth('heat', held, receptacle));
  if (receptacle.cools && held.coolable) found.push(commands.withBoth('cool', held, receptacle));
}

function isAccessible({ receptacle, opened }: ReceptacleState): boolean {
  return opened || !receptacle.openable;
}

/** Sorts a short list by insertion and drops what is there twice: a lamp may be in two receptacles here. */
function sortCommands(commands: readonly Command[]): readonly Command[] {
  const sorted: Command[] = [];
  for (const command of commands) {
    let at = sorted.length;
    while (at > 0 && (sorted[at - 1]?.order ?? 0) > command.order) at--;
    if (sorted[at - 1]?.order === command.order) continue;
    if (at === sorted.length) sorted.push(command);
    else sorted.splice(at, 0, command);
  }
  return sorted;
}
