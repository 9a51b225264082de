/** When an action is admissible: every precondition of the world stands here, and only here. */
import { mayHold } from './kinds.js';
import type { Treatment } from './rules.js';
import {
  type Command,
  currentPlace,
  type Item,
  type Place,
  type Receptacle,
  type ReceptacleState,
  stateOf,
  type WorldState,
} from './world.js';

/** Whether a command is admissible in a state. */
export function isAdmissible(state: WorldState, command: Command): boolean {
  const { held } = state;
  switch (command.kind) {
    case 'go':
      return !isHere(state, command.receptacle);
    case 'examine-receptacle':
      return isHere(state, command.receptacle);
    case 'open':
      return isHere(state, command.receptacle) && canOpen(stateOf(state, command.receptacle));
    case 'close':
      return isHere(state, command.receptacle) && canClose(stateOf(state, command.receptacle));
    case 'take':
      return (
        held === null &&
        isHere(state, command.receptacle) &&
        canTake(stateOf(state, command.receptacle), command.item)
      );
    case 'place':
      return (
        held === command.item &&
        isHere(state, command.receptacle) &&
        canPlace(stateOf(state, command.receptacle), held)
      );
    case 'clean':
    case 'heat':
    case 'cool':
      return (
        held === command.item &&
        isHere(state, command.receptacle) &&
        canTreat(command.kind, command.receptacle, held)
      );
    case 'slice':
      return held === command.tool && canSlice(currentPlace(state), command.item, held);
    case 'use':
      return canUse(state, command.item);
    case 'examine-item':
      return held === command.item;
    case 'look':
    case 'inventory':
    case 'help':
      return true;
  }
}

/** Whether a receptacle is at hand. */
export function isHere({ here }: WorldState, receptacle: Receptacle): boolean {
  return receptacle.place === here;
}

/** Whether a receptacle at hand can be opened. */
export function canOpen({ receptacle, opened }: ReceptacleState): boolean {
  return receptacle.openable && !opened;
}

/** Whether a receptacle at hand can be closed. */
export function canClose({ receptacle, opened }: ReceptacleState): boolean {
  return receptacle.openable && opened;
}

/** Whether empty hands can take an item out of a receptacle at hand. */
export function canTake(state: ReceptacleState, item: Item): boolean {
  return isAccessible(state) && item.kind.pickupable && state.contents.includes(item);
}

/** Whether the item in hand can be put into a receptacle at hand. */
export function canPlace(state: ReceptacleState, item: Item): boolean {
  return isAccessible(state) && mayHold(state.receptacle.kind, item.kind);
}

/** Whether a receptacle at hand treats the item in hand so. A door does not keep it from that. */
export function canTreat(kind: Treatment, receptacle: Receptacle, item: Item): boolean {
  switch (kind) {
    case 'clean':
      return receptacle.kind.cleans && item.kind.cleanable;
    case 'heat':
      return receptacle.kind.heats && item.kind.heatable;
    case 'cool':
      return receptacle.kind.cools && item.kind.coolable;
  }
}

/** Whether the item in hand can slice another: it need not be in sight, only have its own location here. */
export function canSlice(here: Place, item: Item, tool: Item): boolean {
  return tool.kind.cuts && item.kind.sliceable && here.items.includes(item);
}

/** Whether an item can be used here. A door does not keep a lamp from that. */
export function canUse(state: WorldState, item: Item): boolean {
  const { receptacles } = currentPlace(state);
  return item.kind.toggleable && receptacles.some((each) => stateOf(state, each).contents.includes(item));
}

function isAccessible({ receptacle, opened }: ReceptacleState): boolean {
  return opened || !receptacle.openable;
}
