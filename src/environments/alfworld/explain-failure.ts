/**
 * Why an action did nothing: the causes of AutoPlan's Table 6 (Ouyang & Li 2023) in their words, others in ours.
 * One cause is told, looked for from the words inwards: the action's form and names, then the place, its door, what
 * lies there, and the hands last. Whatever is said follows from the action's failure and from what the agent has seen.
 */
import type { ReadAction } from './action-forms.js';
import { findReceptacle } from './commands.js';
import { canClose, canOpen, isHere } from './preconditions.js';
import { type Treatment, treatments } from './rules.js';
import type { EpisodeView, Past } from './session.js';
import { type Command, currentPlace, type Receptacle, stateOf } from './world.js';

const doing = {
  heat: { ability: 'heats', noun: 'heating', participle: 'heated' },
  cool: { ability: 'cools', noun: 'cooling', participle: 'cooled' },
  clean: { ability: 'cleans', noun: 'cleaning', participle: 'cleaned' },
} as const;

/** One sentence on why a well-formed action failed; null when in doubt. */
export function explainFailure(action: ReadAction, view: EpisodeView): string | null {
  const { slots } = action;
  const unclear = slots.map(explainName).find((cause) => cause !== null);
  if (unclear !== undefined) return unclear;
  const withoutIndex = slots.find((slot) => !slot.includes(' '));
  if (withoutIndex !== undefined) return `You miss the index of ${withoutIndex}, e.g., ${withoutIndex} 1.`;
  return explainCause(action, view);
}

/** The same for a command, whose names are all known. */
export function explainCommand(command: Command, view: EpisodeView): string | null {
  return explainCause(readCommand(command), view);
}

function readCommand(command: Command): ReadAction {
  switch (command.kind) {
    case 'look':
    case 'inventory':
    case 'help':
      return { kind: 'look', slots: [] };
    case 'go':
    case 'open':
    case 'close':
      return { kind: command.kind, slots: [command.receptacle.name] };
    case 'examine-receptacle':
      return { kind: 'examine', slots: [command.receptacle.name] };
    case 'examine-item':
      return { kind: 'examine', slots: [command.item.name] };
    case 'use':
      return { kind: 'use', slots: [command.item.name] };
    case 'slice':
      return { kind: 'slice', slots: [command.item.name, command.tool.name] };
    default:
      return { kind: command.kind, slots: [command.item.name, command.receptacle.name] };
  }
}

function explainCause({ kind, slots }: ReadAction, view: EpisodeView): string | null {
  const [first = '', second = ''] = slots;
  switch (kind) {
    case 'go':
      return explainGoing(first, view);
    case 'open':
    case 'close':
      return explainAt(first, view, (receptacle) => explainDoor(kind, receptacle, view));
    case 'take':
      return explainAt(second, view, (receptacle) => explainTaking(first, receptacle, view));
    case 'place':
      return explainAt(second, view, (receptacle) => explainPlacing(first, receptacle, view));
    case 'heat':
    case 'cool':
    case 'clean':
      return explainAt(second, view, (receptacle) => explainTreatment(kind, first, receptacle, view));
    case 'slice':
      return explainHands(second, view) ?? explainSlicing(first, second, view);
    case 'use':
      return explainUsing(first, view);
    case 'examine':
      return isReceptacleName(first, view) ? explainAt(first, view, () => null) : explainHands(first, view);
    default:
      return null;
  }
}

function explainName(slot: string): string | null {
  if (/^[a-z]+( \d+)?$/.test(slot)) return null;
  const shown = slot.length <= 40 ? `"${slot}"` : 'What you wrote';
  return `${shown} is not a name: a name is one word and an index.`;
}

function explainGoing(name: string, { game, past }: EpisodeView): string {
  const receptacle = findReceptacle(game.commands, name);
  if (!receptacle) return explainUnknown(name);
  const last = findLast(past, ({ kind }) => kind === 'go');
  return last?.kind === 'go' && last.receptacle === receptacle
    ? `You are already at ${name}.`
    : `${name} is right where you are: there is no need to go.`;
}

function explainUnknown(name: string): string {
  return `${name} is not a valid action in this household.`;
}

/** What keeps the agent from doing anything at a receptacle; the rest is asked of `explain`. */
function explainAt(
  name: string,
  { game, state }: EpisodeView,
  explain: (receptacle: Receptacle) => string | null,
): string | null {
  const receptacle = findReceptacle(game.commands, name);
  if (!receptacle) return explainUnknown(name);
  return isHere(state, receptacle) ? explain(receptacle) : `You are not at ${name}.`;
}

function explainDoor(kind: 'open' | 'close', receptacle: Receptacle, { state }: EpisodeView): string {
  const now = stateOf(state, receptacle);
  if (kind === 'open') {
    return canClose(now) ? `${receptacle.name} is already open.` : `${receptacle.name} cannot be opened.`;
  }
  return canOpen(now) ? `${receptacle.name} is already closed.` : `${receptacle.name} cannot be closed.`;
}

function explainClosed(receptacle: Receptacle, { state }: EpisodeView): string | null {
  return canOpen(stateOf(state, receptacle)) ? `${receptacle.name} is closed.` : null;
}

function explainTaking(object: string, receptacle: Receptacle, view: EpisodeView): string {
  const { state } = view;
  const closed = explainClosed(receptacle, view);
  if (closed !== null) return closed;
  if (state.held?.name === object) return `You are already carrying ${object}.`;
  const isSeen = wasSeen(receptacle, view);
  if (isSeen && !isIn(receptacle, object, view)) return `${object} is not at ${receptacle.name}.`;
  if (state.held !== null) return 'You cannot hold more than one object.';
  return isSeen ? `${object} cannot be picked up.` : `You have not seen ${object} at ${receptacle.name}.`;
}

function explainPlacing(object: string, receptacle: Receptacle, view: EpisodeView): string {
  return (
    explainClosed(receptacle, view) ??
    explainHands(object, view) ??
    `${object} cannot be put in or on ${receptacle.name}.`
  );
}

function explainHands(object: string, { state }: EpisodeView): string | null {
  return state.held?.name === object ? null : `You are not carrying ${object}.`;
}

function explainTreatment(
  kind: Treatment,
  object: string,
  receptacle: Receptacle,
  view: EpisodeView,
): string {
  const { ability, noun, participle } = doing[kind];
  if (!receptacle.kind[ability]) return `${wordOf(receptacle.name)} cannot be used for ${noun}.`;
  return explainHands(object, view) ?? `${object} cannot be ${participle}.`;
}

function explainSlicing(object: string, tool: string, view: EpisodeView): string {
  if (!/^(butter)?knife /.test(tool)) return `${wordOf(tool)} cannot be used for slicing.`;
  return isSeenHere(object, view) ? `${object} cannot be sliced here.` : `You do not see ${object} here.`;
}

function explainUsing(thing: string, view: EpisodeView): string | null {
  if (!isReceptacleName(thing, view)) {
    return isSeenHere(thing, view) ? `${thing} cannot be used.` : `You do not see ${thing} here.`;
  }
  return explainAt(thing, view, ({ kind }) => {
    const forms = treatments
      .filter((treatment) => kind[doing[treatment].ability])
      .map((treatment) => `${treatment} {object} with ${thing}`);
    if (forms.length === 0) return `${thing} cannot be used.`;
    return `${thing} is used in another way: ${forms.join(' or ')}.`;
  });
}

function isIn(receptacle: Receptacle, object: string, { state }: EpisodeView): boolean {
  return stateOf(state, receptacle).contents.some(({ name }) => name === object);
}

function isSeenHere(object: string, view: EpisodeView): boolean {
  const { state } = view;
  if (state.held?.name === object) return true;
  return currentPlace(state).receptacles.some(
    (receptacle) => wasSeen(receptacle, view) && isIn(receptacle, object, view),
  );
}

/** Whether the agent has seen what a receptacle holds. What became of it since was its own doing. */
function wasSeen(receptacle: Receptacle, { past }: EpisodeView): boolean {
  return findLast(past, (command) => shows(command, receptacle)) !== undefined;
}

function findLast(past: Past | null, isWanted: (command: Command) => boolean): Command | undefined {
  for (let at = past; at; at = at.before) if (isWanted(at.command)) return at.command;
  return undefined;
}

/** Whether a command was the first to show what a receptacle holds. */
function shows(command: Command, receptacle: Receptacle): boolean {
  switch (command.kind) {
    case 'open':
      return command.receptacle === receptacle;
    case 'go':
    case 'examine-receptacle':
      // All doors are closed at the start: what is behind one was seen when it was opened.
      return command.receptacle === receptacle && !receptacle.openable;
    default:
      return false;
  }
}

/** Whether a name is a receptacle's, or would be with another index. */
function isReceptacleName(name: string, { game }: EpisodeView): boolean {
  const word = wordOf(name);
  return game.receptacles.some((receptacle) => wordOf(receptacle.name) === word);
}

function wordOf(name: string): string {
  return name.slice(0, name.indexOf(' '));
}
