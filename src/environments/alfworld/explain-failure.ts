/**
 * Why an action did nothing: the causes of AutoPlan's Table 6 (Ouyang & Li 2023) in their words, others in ours.
 * One cause is told, looked for from the words inwards: the action's form and names, then the place, its door, what
 * lies there, and the hands last. Whatever is said follows from the action's failure and from what the agent has seen.
 */
import type { ActionKind, ReadAction } from './action-forms.js';
import { findThing } from './commands.js';
import { canClose, canOpen, isHere } from './preconditions.js';
import { type Treatment, treatments } from './rules.js';
import type { EpisodeView, Past } from './session.js';
import { type Command, currentPlace, type Item, type Receptacle, stateOf } from './world.js';

const doing = {
  heat: { ability: 'heats', noun: 'heating', participle: 'heated' },
  cool: { ability: 'cools', noun: 'cooling', participle: 'cooled' },
  clean: { ability: 'cleans', noun: 'cleaning', participle: 'cleaned' },
} as const;

/** What an action names, and what is called so in the game. */
interface Named {
  readonly name: string;
  readonly thing: Receptacle | Item | undefined;
}

/** What keeps a command from working once the agent is at its receptacle. */
type CauseAt = (receptacle: Receptacle, view: EpisodeView, object: Named) => string | null;

/** One sentence on why a well-formed action failed; null when in doubt. */
export function explainFailure({ kind, slots }: ReadAction, view: EpisodeView): string | null {
  const unclear = slots.map(explainName).find((cause) => cause !== null);
  if (unclear !== undefined) return unclear;
  const withoutIndex = slots.find((slot) => !slot.includes(' '));
  if (withoutIndex !== undefined) return `You miss the index of ${withoutIndex}, e.g., ${withoutIndex} 1.`;
  const [first, second] = slots.map((name) => ({ name, thing: findThing(view.game.commands, name) }));
  return explainCause(kind, first ?? nothingNamed, second ?? nothingNamed, view);
}

/** The same for a command, whose names are all known. */
export function explainCommand(command: Command, view: EpisodeView): string | null {
  switch (command.kind) {
    case 'look':
    case 'inventory':
    case 'help':
      return null;
    case 'go':
    case 'open':
    case 'close':
      return explainCause(command.kind, named(command.receptacle), nothingNamed, view);
    case 'examine-receptacle':
      return explainCause('examine', named(command.receptacle), nothingNamed, view);
    case 'examine-item':
      return explainCause('examine', named(command.item), nothingNamed, view);
    case 'use':
      return explainCause('use', named(command.item), nothingNamed, view);
    case 'slice':
      return explainCause('slice', named(command.item), named(command.tool), view);
    default:
      return explainCause(command.kind, named(command.item), named(command.receptacle), view);
  }
}

const nothingNamed: Named = { name: '', thing: undefined };

function named(thing: Receptacle | Item): Named {
  return { name: thing.name, thing };
}

function explainCause(kind: ActionKind, first: Named, second: Named, view: EpisodeView): string | null {
  switch (kind) {
    case 'go':
      return explainGoing(first, view);
    case 'open':
      return explainAt(first, view, explainOpening);
    case 'close':
      return explainAt(first, view, explainClosing);
    case 'take':
      return explainAt(second, view, explainTaking, first);
    case 'place':
      return explainAt(second, view, explainPlacing, first);
    case 'heat':
    case 'cool':
    case 'clean':
      return explainAt(second, view, explainTreatment[kind], first);
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

function explainGoing({ name, thing }: Named, { past }: EpisodeView): string {
  if (thing?.sort !== 'receptacle') return explainUnknown(name);
  const last = findLast(past, ({ kind }) => kind === 'go');
  return last?.kind === 'go' && last.receptacle === thing
    ? `You are already at ${name}.`
    : `${name} is right where you are: there is no need to go.`;
}

function explainUnknown(name: string): string {
  return `${name} is not a valid action in this household.`;
}

/** What keeps the agent from doing anything at a receptacle; the rest is asked of `explain`. */
function explainAt(
  { name, thing }: Named,
  view: EpisodeView,
  explain: CauseAt,
  object: Named = nothingNamed,
): string | null {
  if (thing?.sort !== 'receptacle') return explainUnknown(name);
  return isHere(view.state, thing) ? explain(thing, view, object) : `You are not at ${name}.`;
}

function explainOpening(receptacle: Receptacle, { state }: EpisodeView): string {
  return canClose(stateOf(state, receptacle))
    ? `${receptacle.name} is already open.`
    : `${receptacle.name} cannot be opened.`;
}

function explainClosing(receptacle: Receptacle, { state }: EpisodeView): string {
  return canOpen(stateOf(state, receptacle))
    ? `${receptacle.name} is already closed.`
    : `${receptacle.name} cannot be closed.`;
}

function explainClosed(receptacle: Receptacle, { state }: EpisodeView): string | null {
  return canOpen(stateOf(state, receptacle)) ? `${receptacle.name} is closed.` : null;
}

function explainTaking(receptacle: Receptacle, view: EpisodeView, object: Named): string {
  const closed = explainClosed(receptacle, view);
  if (closed !== null) return closed;
  if (isCarried(object, view)) return `You are already carrying ${object.name}.`;
  const isSeen = wasSeen(receptacle, view);
  if (isSeen && !isIn(receptacle, object, view)) return `${object.name} is not at ${receptacle.name}.`;
  if (view.state.held !== null) return 'You cannot hold more than one object.';
  return isSeen
    ? `${object.name} cannot be picked up.`
    : `You have not seen ${object.name} at ${receptacle.name}.`;
}

function explainPlacing(receptacle: Receptacle, view: EpisodeView, object: Named): string {
  return (
    explainClosed(receptacle, view) ??
    explainHands(object, view) ??
    `${object.name} cannot be put in or on ${receptacle.name}.`
  );
}

function explainHands(object: Named, view: EpisodeView): string | null {
  return isCarried(object, view) ? null : `You are not carrying ${object.name}.`;
}

function isCarried({ thing }: Named, { state }: EpisodeView): boolean {
  return thing !== undefined && state.held === thing;
}

const explainTreatment: Readonly<Record<Treatment, CauseAt>> = {
  heat: explainTreating('heat'),
  cool: explainTreating('cool'),
  clean: explainTreating('clean'),
};

function explainTreating(kind: Treatment): CauseAt {
  const { ability, noun, participle } = doing[kind];
  return (receptacle, view, object) => {
    if (!receptacle.kind[ability]) return `${wordOf(receptacle.name)} cannot be used for ${noun}.`;
    return explainHands(object, view) ?? `${object.name} cannot be ${participle}.`;
  };
}

function explainSlicing(object: Named, { name: tool }: Named, view: EpisodeView): string {
  if (!/^(butter)?knife /.test(tool)) return `${wordOf(tool)} cannot be used for slicing.`;
  return isSeenHere(object, view)
    ? `${object.name} cannot be sliced here.`
    : `You do not see ${object.name} here.`;
}

function explainUsing(object: Named, view: EpisodeView): string | null {
  const { name } = object;
  if (isReceptacleName(object, view)) return explainAt(object, view, explainAppliance);
  return isSeenHere(object, view) ? `${name} cannot be used.` : `You do not see ${name} here.`;
}

function explainAppliance({ name, kind }: Receptacle): string {
  const forms = treatments
    .filter((treatment) => kind[doing[treatment].ability])
    .map((treatment) => `${treatment} {object} with ${name}`);
  if (forms.length === 0) return `${name} cannot be used.`;
  return `${name} is used in another way: ${forms.join(' or ')}.`;
}

function isIn(receptacle: Receptacle, { thing }: Named, { state }: EpisodeView): boolean {
  return thing?.sort === 'item' && stateOf(state, receptacle).contents.includes(thing);
}

function isSeenHere(object: Named, view: EpisodeView): boolean {
  if (isCarried(object, view)) return true;
  return currentPlace(view.state).receptacles.some(
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
function isReceptacleName({ name }: Named, { game }: EpisodeView): boolean {
  const word = wordOf(name);
  return game.receptacles.some((receptacle) => wordOf(receptacle.name) === word);
}

function wordOf(name: string): string {
  return name.slice(0, name.indexOf(' '));
}
