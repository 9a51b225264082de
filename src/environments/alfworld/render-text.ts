/** What the engine says about things as they are. */
import type { ProfileTexts } from './profile.js';
import {
  condition,
  conditionsOf,
  currentPlace,
  type Item,
  type Receptacle,
  type ReceptacleState,
  stateOf,
  type Thing,
  type WorldState,
} from './world.js';

/** Answer to anything that is not admissible. */
export const nothingHappens = 'Nothing happens.';

/** The answer to the reset. */
export function renderIntroduction(receptacles: readonly Thing[], goal: string): string {
  return [
    '-= Welcome to TextWorld, ALFRED! =-',
    `You are in the middle of a room. Looking quickly around you, you see ${listThings(receptacles)}.`,
    `Your task is to: ${goal}`,
  ].join('\n\n');
}

/** `examine` of a receptacle: also what is seen when it is opened. */
export function renderReceptacle(state: ReceptacleState): string {
  state.examined ??= describeReceptacle(state);
  return state.examined;
}

/** What is seen on arrival. */
export function renderArrival(state: WorldState, receptacle: Receptacle, texts: ProfileTexts): string {
  const now = stateOf(state, receptacle);
  now.arrived ??= texts.arrived(receptacle) + renderReceptacle(now);
  return now.arrived;
}

/** `examine` of the item in hand: the first text that fits. */
export function renderItem(state: WorldState, item: Item): string {
  if (item.inner) return `This is a normal ${item.name}. In it, you see ${listThings(item.inner)}.`;
  const conditions = conditionsOf(state, item);
  const has = (bit: number) => (conditions & bit) !== 0;
  const sliced = has(condition.sliced) ? 'sliced ' : '';
  const warmth = has(condition.hot) ? 'hot' : has(condition.cool) ? 'cool' : '';
  if (has(condition.clean)) {
    return `This is a ${warmth === '' ? '' : `${warmth} and `}clean ${sliced}${item.name}.`;
  }
  // Only a thing that is cool and nothing else is called cold.
  if (warmth === 'cool' && sliced === '') return `This is a cold ${item.name}.`;
  if (warmth !== '') return `This is a ${warmth} ${sliced}${item.name}.`;
  if (item.kind.toggleable) return `This ${item.name} is ${has(condition.toggled) ? 'on' : 'off'}.`;
  return sliced === '' ? `There's nothing special about ${item.name}.` : `This is a sliced ${item.name}.`;
}

/** `look`: receptacles here, and what was moved about between them. */
export function renderLook(state: WorldState): string {
  const place = currentPlace(state);
  place.looked ??= describePlace(state);
  return place.looked;
}

/** `inventory`. */
export function renderInventory(held: Item | null): string {
  return held ? `You are carrying: a ${held.name}.` : 'You are not carrying anything.';
}

function describePlace(state: WorldState): string {
  const { receptacles, items } = currentPlace(state);
  if (receptacles.length === 0) {
    return 'You are in the middle of a room. Looking quickly around you, you see nothing.';
  }
  // One mention for each receptacle here that an item is missing from: the engine's own way of counting.
  const beside: Item[] = [];
  for (const item of items)
    for (const each of receptacles) if (stateOf(state, each).missing.includes(item)) beside.push(item);
  const inIdOrder = receptacles.toSorted((a, b) => a.index - b.index);
  const facing = joinList(inIdOrder.map(({ name }) => name));
  return `You are facing the ${facing}. Next to it, you see ${listThings(beside)}.`;
}

function describeReceptacle({ receptacle, opened, contents }: ReceptacleState): string {
  if (!receptacle.openable) return `On the ${receptacle.name}, you see ${listThings(contents)}.`;
  if (!opened) return `The ${receptacle.name} is closed.`;
  return `The ${receptacle.name} is open. In it, you see ${listThings(contents)}.`;
}

function listThings(things: readonly Thing[]): string {
  return joinList(things.map(({ name }) => `a ${name}`));
}

/** `nothing`, `x`, `x, and y`, `x, y, and z`. */
function joinList(parts: readonly string[]): string {
  let list = parts[0] ?? 'nothing';
  for (let i = 1; i < parts.length; i++) list += `${i === parts.length - 1 ? ', and ' : ', '}${parts[i]}`;
  return list;
}
