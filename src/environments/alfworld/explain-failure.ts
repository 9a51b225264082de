/**
 * Why an action did nothing: the causes of AutoPlan's Table 6 (Ouyang & Li 2023) in their words, others in ours.
 * One cause is told, looked for from the words inwards: the action's form and names, then the place, its door, what
 * lies there, and the hands last. Whatever is said follows from the action's failure and from what the agent has seen.
 */
import type { ReadAction } from './action-forms.js';
import type { ObservedWorld } from './observed-world.js';
import type { Treatment } from './rules.js';

/** What an explanation may draw on. */
export interface FailureView {
  readonly world: ObservedWorld;
  /** Whether an action would do something now. */
  isPossible(action: string): boolean;
  /** What the receptacle can do to an object. Only to be asked where the agent is at it. */
  treatmentsOf(receptacle: string): readonly Treatment[];
}

const doing: Readonly<Record<Treatment, readonly [noun: string, participle: string]>> = {
  heat: ['heating', 'heated'],
  cool: ['cooling', 'cooled'],
  clean: ['cleaning', 'cleaned'],
};

/** One sentence on why a well-formed action failed; null when in doubt. */
export function explainFailure({ kind, slots }: ReadAction, view: FailureView): string | null {
  const unclear = slots.map(explainName).find((cause) => cause !== null);
  if (unclear !== undefined) return unclear;
  const withoutIndex = slots.find((slot) => !/ /.test(slot));
  if (withoutIndex !== undefined) return `You miss the index of ${withoutIndex}, e.g., ${withoutIndex} 1.`;
  const [first = '', second = ''] = slots;
  switch (kind) {
    case 'go':
      return explainReceptacle(first, view) ?? explainStaying(first, view);
    case 'open':
    case 'close':
      return explainPresence(first, view) ?? explainDoor(kind, first, view);
    case 'take':
      return (
        explainPresence(second, view) ?? explainClosed(second, view) ?? explainTaking(first, second, view)
      );
    case 'place':
      return (
        explainPresence(second, view) ??
        explainClosed(second, view) ??
        explainHands(first, view) ??
        `${first} cannot be put in or on ${second}.`
      );
    case 'heat':
    case 'cool':
    case 'clean':
      return explainPresence(second, view) ?? explainTreatment(kind, first, second, view);
    case 'slice':
      return explainHands(second, view) ?? explainSlicing(first, second, view);
    case 'use':
      return explainUsing(first, view);
    case 'examine':
      return isReceptacleName(first, view) ? explainPresence(first, view) : explainHands(first, view);
    default:
      return null;
  }
}

function explainName(slot: string): string | null {
  if (/^[a-z]+( \d+)?$/.test(slot)) return null;
  const shown = slot.length <= 40 ? `"${slot}"` : 'What you wrote';
  return `${shown} is not a name: a name is one word and an index.`;
}

function explainReceptacle(receptacle: string, { world }: FailureView): string | null {
  return world.receptacles.has(receptacle) ? null : `${receptacle} is not a valid action in this household.`;
}

function explainPresence(receptacle: string, view: FailureView): string | null {
  const missing = explainReceptacle(receptacle, view);
  if (missing !== null) return missing;
  return isHere(receptacle, view) ? null : `You are not at ${receptacle}.`;
}

function explainStaying(receptacle: string, { world }: FailureView): string {
  return world.at === receptacle
    ? `You are already at ${receptacle}.`
    : `${receptacle} is right where you are: there is no need to go.`;
}

function explainDoor(kind: 'open' | 'close', receptacle: string, { isPossible }: FailureView): string {
  const [opposite, state] = kind === 'open' ? ['close', 'open'] : ['open', 'closed'];
  if (isPossible(`${opposite} ${receptacle}`)) return `${receptacle} is already ${state}.`;
  return `${receptacle} cannot be ${kind === 'open' ? 'opened' : 'closed'}.`;
}

function explainClosed(receptacle: string, { isPossible }: FailureView): string | null {
  return isPossible(`open ${receptacle}`) ? `${receptacle} is closed.` : null;
}

function explainTaking(object: string, receptacle: string, { world }: FailureView): string {
  if (world.held === object) return `You are already carrying ${object}.`;
  const contents = world.contentsOf(receptacle);
  if (contents && !contents.has(object)) return `${object} is not at ${receptacle}.`;
  if (world.held !== null) return 'You cannot hold more than one object.';
  return contents ? `${object} cannot be picked up.` : `You have not seen ${object} at ${receptacle}.`;
}

function explainHands(object: string, { world }: FailureView): string | null {
  return world.held === object ? null : `You are not carrying ${object}.`;
}

function explainTreatment(kind: Treatment, object: string, receptacle: string, view: FailureView): string {
  const [noun, participle] = doing[kind];
  if (!view.treatmentsOf(receptacle).includes(kind)) {
    return `${wordOf(receptacle)} cannot be used for ${noun}.`;
  }
  return explainHands(object, view) ?? `${object} cannot be ${participle}.`;
}

function explainSlicing(object: string, tool: string, view: FailureView): string {
  if (!/^(butter)?knife /.test(tool)) return `${wordOf(tool)} cannot be used for slicing.`;
  return isSeenHere(object, view) ? `${object} cannot be sliced here.` : `You do not see ${object} here.`;
}

function explainUsing(thing: string, view: FailureView): string {
  if (!isReceptacleName(thing, view)) {
    return isSeenHere(thing, view) ? `${thing} cannot be used.` : `You do not see ${thing} here.`;
  }
  const absent = explainPresence(thing, view);
  if (absent !== null) return absent;
  const forms = view.treatmentsOf(thing).map((treatment) => `${treatment} {object} with ${thing}`);
  if (forms.length === 0) return `${thing} cannot be used.`;
  return `${thing} is used in another way: ${forms.join(' or ')}.`;
}

/** At a receptacle there is no way to it. */
function isHere(receptacle: string, { isPossible }: FailureView): boolean {
  return !isPossible(`go to ${receptacle}`);
}

function isSeenHere(object: string, view: FailureView): boolean {
  const { world } = view;
  if (world.held === object) return true;
  for (const receptacle of world.receptacles) {
    if (world.contentsOf(receptacle)?.has(object) && isHere(receptacle, view)) return true;
  }
  return false;
}

/** Whether a name is a receptacle's, or would be with another index. */
function isReceptacleName(name: string, { world }: FailureView): boolean {
  const word = wordOf(name);
  for (const receptacle of world.receptacles) if (wordOf(receptacle) === word) return true;
  return false;
}

function wordOf(name: string): string {
  return name.slice(0, name.indexOf(' '));
}
