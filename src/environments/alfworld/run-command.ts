/** Runs a command: the next state, and the words for what happened. */
import * as effects from './effects.js';
import type { ProfileTexts } from './profile.js';
import { renderArrival, renderInventory, renderItem, renderLook, renderReceptacle } from './render-text.js';
import { type Command, stateOf, type WorldState } from './world.js';

/** The state after a command that is admissible. */
export function nextState(state: WorldState, command: Command): WorldState {
  switch (command.kind) {
    case 'go':
      return effects.goTo(state, command.receptacle);
    case 'open':
      return effects.setOpened(state, command.receptacle, true);
    case 'close':
      return effects.setOpened(state, command.receptacle, false);
    case 'take':
      return effects.take(state, command.item, command.receptacle);
    case 'place':
      return effects.place(state, command.item, command.receptacle);
    case 'clean':
      return effects.clean(state, command.item);
    case 'heat':
      return effects.heat(state, command.item);
    case 'cool':
      return effects.cool(state, command.item);
    case 'slice':
      return effects.slice(state, command.item);
    case 'use':
      return effects.toggle(state, command.item);
    default:
      return state;
  }
}

/** The answer to a command, given the state after it. */
export function renderOutcome(state: WorldState, command: Command, texts: ProfileTexts): string {
  switch (command.kind) {
    case 'go':
      return renderArrival(state, command.receptacle, texts);
    case 'open':
      return `You open the ${command.receptacle.name}. ${renderReceptacle(stateOf(state, command.receptacle))}`;
    case 'close':
      return `You close the ${command.receptacle.name}.`;
    case 'examine-receptacle':
      return renderReceptacle(stateOf(state, command.receptacle));
    case 'examine-item':
      return renderItem(state, command.item);
    case 'take':
      return `You pick up the ${command.item.name} from the ${command.receptacle.name}.`;
    case 'place':
      return texts.placed(command.item, command.receptacle);
    case 'clean':
    case 'heat':
    case 'cool':
      return `You ${command.kind} the ${command.item.name} using the ${command.receptacle.name}.`;
    case 'slice':
      return `You sliced the ${command.item.name} with the ${command.tool.name}.`;
    case 'use':
      return `You turn on the ${command.item.name}.`;
    case 'look':
      return renderLook(state);
    case 'inventory':
      return renderInventory(state.held);
    case 'help':
      return texts.help;
  }
}
