/** Lists the admissible actions of a moment, as texts in code-unit order. */
import type { Commands } from './commands.js';
import { canClose, canOpen, canPlace, canSlice, canTake, canTreat } from './preconditions.js';
import type { Treatment } from './rules.js';
import { currentPlace, type Item, stateOf, type WorldState } from './world.js';

/**
 * The admissible actions. What does not depend on the item in hand is kept with the place, which mostly stays as it
 * is: then an item in hand adds that it can be looked at, and in most places nothing else.
 */
export function listAdmissible(commands: Commands, state: WorldState): readonly string[] {
  const { here, held } = state;
  const place = currentPlace(state);
  if (!held) {
    place.emptyHanded ??= listTexts(commands, state, 'empty');
    return place.emptyHanded;
  }
  if (held.cuts || held.fits[here]) return listTexts(commands, state, held);
  place.standing ??= listTexts(commands, state, 'any');
  return place.standing.toSpliced(indexOfExamining(state, held), 0, held.words.examine);
}

/**
 * The texts of what can be done at the agent's place with an item in hand, with empty hands, or with any hands. Verb by
 * verb, in the order of the verbs; receptacles are in the order of their names.
 */
function listTexts(commands: Commands, state: WorldState, hands: Item | 'empty' | 'any'): readonly string[] {
  const held = typeof hands === 'string' ? null : hands;
  const { receptacles } = currentPlace(state);
  const texts: string[] = [];
  if (held) addTreating(texts, commands, state, held, 'clean');
  for (const each of receptacles) if (canClose(stateOf(state, each))) texts.push(each.words.close);
  if (held) addTreating(texts, commands, state, held, 'cool');
  addExamining(texts, state, held);
  addGoing(texts, commands, state);
  if (held) addTreating(texts, commands, state, held, 'heat');
  for (const text of commands.everywhere) texts.push(text);
  if (held && commands.placeVerb === 'move') addPlacing(texts, commands, state, held);
  for (const each of receptacles) if (canOpen(stateOf(state, each))) texts.push(each.words.open);
  if (held && commands.placeVerb === 'put') addPlacing(texts, commands, state, held);
  if (held?.cuts) addSlicing(texts, commands, state, held);
  if (hands === 'empty') addTaking(texts, commands, state);
  addUsing(texts, state);
  return texts;
}

/** Where the text of examining an item stands among those of what can be done with any hands. */
function indexOfExamining(state: WorldState, { rank }: Item): number {
  let index = 0;
  for (const receptacle of currentPlace(state).receptacles) {
    if (canClose(stateOf(state, receptacle))) index++;
    if (receptacle.rank < rank) index++;
  }
  return index;
}

function addExamining(texts: string[], state: WorldState, held: Item | null): void {
  let item = held;
  for (const { rank, words } of currentPlace(state).receptacles) {
    if (item && item.rank < rank) {
      texts.push(item.words.examine);
      item = null;
    }
    texts.push(words.examine);
  }
  if (item) texts.push(item.words.examine);
}

function addGoing(texts: string[], { goTexts, goPlaces }: Commands, { here }: WorldState): void {
  for (let i = 0; i < goTexts.length; i++) if (goPlaces[i] !== here) texts.push(goTexts[i] as string);
}

function addTreating(
  texts: string[],
  commands: Commands,
  state: WorldState,
  held: Item,
  kind: Treatment,
): void {
  for (const receptacle of currentPlace(state).receptacles) {
    if (canTreat(kind, receptacle, held)) texts.push(commands.pairedText(kind, held, receptacle));
  }
}

function addPlacing(texts: string[], commands: Commands, state: WorldState, held: Item): void {
  for (const receptacle of currentPlace(state).receptacles) {
    if (canPlace(stateOf(state, receptacle), held))
      texts.push(commands.pairedText('place', held, receptacle));
  }
}

function addSlicing(texts: string[], commands: Commands, state: WorldState, held: Item): void {
  const here = currentPlace(state);
  const slicing = here.items.filter((item) => canSlice(here, item, held));
  texts.push(...slicing.map((item) => commands.slicingText(item, held)).sort());
}

function addTaking(texts: string[], commands: Commands, state: WorldState): void {
  const taking: string[] = [];
  for (const receptacle of currentPlace(state).receptacles) {
    const now = stateOf(state, receptacle);
    for (const item of now.contents) {
      if (canTake(now, item)) taking.push(commands.pairedText('take', item, receptacle));
    }
  }
  texts.push(...taking.sort());
}

/** A lamp may be in two receptacles here. */
function addUsing(texts: string[], state: WorldState): void {
  const using = new Set<string>();
  for (const receptacle of currentPlace(state).receptacles) {
    for (const { toggleable, words } of stateOf(state, receptacle).contents) {
      if (toggleable) using.add(words.use);
    }
  }
  texts.push(...[...using].sort());
}
