/** Lists the admissible actions of a moment, as texts in code-unit order. */
import type { Commands } from './commands.js';
import { canClose, canOpen, canPlace, canSlice, canTake, canTreat } from './preconditions.js';
import type { Treatment } from './rules.js';
import { currentPlace, type Item, type Place, type WorldState } from './world.js';

/** The admissible actions. What does not depend on the item in hand is kept with the place, which mostly stays as it is. */
export function listAdmissible(commands: Commands, state: WorldState): readonly string[] {
  const { here, held } = state;
  const place = currentPlace(state);
  if (!held) {
    place.emptyHanded ??= listTexts(commands, here, place, null, true);
    return place.emptyHanded;
  }
  if (held.cuts || held.fits[here]) return listTexts(commands, here, place, held, false);
  // In most places an item in hand can only be looked at.
  place.standing ??= listTexts(commands, here, place, null, false);
  return place.standing.toSpliced(indexOfExamining(place, held), 0, held.words.examine);
}

/**
 * The texts of what can be done at a place whatever is in hand, with the item in hand if one is given, and with empty
 * hands if `taking`. Verb by verb, in the order of the verbs; receptacles are in the order of their names.
 */
function listTexts(
  commands: Commands,
  here: number,
  place: Place,
  held: Item | null,
  taking: boolean,
): readonly string[] {
  const { placeVerb } = commands;
  const { receptacles } = place;
  const texts: string[] = [];
  if (held) addTreating(texts, commands, place, held, 'clean');
  for (const each of receptacles) if (canClose(each)) texts.push(each.receptacle.words.close);
  if (held) addTreating(texts, commands, place, held, 'cool');
  for (const { receptacle } of receptacles) texts.push(receptacle.words.examine);
  if (held) texts.splice(texts.length - laterReceptacles(place, held), 0, held.words.examine);
  addGoing(texts, commands, here);
  if (held) addTreating(texts, commands, place, held, 'heat');
  for (const text of commands.everywhere) texts.push(text);
  if (held && placeVerb === 'move') addPlacing(texts, commands, place, held);
  for (const each of receptacles) if (canOpen(each)) texts.push(each.receptacle.words.open);
  if (held && placeVerb === 'put') addPlacing(texts, commands, place, held);
  if (held?.cuts) addSlicing(texts, commands, place, held);
  if (taking) addTaking(texts, commands, place);
  if (place.hasLamp) addUsing(texts, place);
  return texts;
}

/** Where the text of examining an item stands among those of what can be done whatever is in hand. */
function indexOfExamining({ receptacles }: Place, { rank }: Item): number {
  let index = 0;
  for (const each of receptacles) {
    if (canClose(each)) index++;
    if (each.receptacle.rank < rank) index++;
  }
  return index;
}

/** How many receptacles here have names that come after an item's. */
function laterReceptacles({ receptacles }: Place, { rank }: Item): number {
  let later = 0;
  for (const { receptacle } of receptacles) if (receptacle.rank > rank) later++;
  return later;
}

function addGoing(texts: string[], { goTexts, goPlaces }: Commands, here: number): void {
  for (let i = 0; i < goTexts.length; i++) if (goPlaces[i] !== here) texts.push(goTexts[i] as string);
}

function addTreating(
  texts: string[],
  commands: Commands,
  { receptacles }: Place,
  held: Item,
  kind: Treatment,
): void {
  for (const { receptacle } of receptacles) {
    if (canTreat(kind, receptacle, held)) texts.push(commands.textOf(kind, held, receptacle));
  }
}

function addPlacing(texts: string[], commands: Commands, { receptacles }: Place, held: Item): void {
  for (const each of receptacles) {
    if (canPlace(each, held)) texts.push(commands.textOf('place', held, each.receptacle));
  }
}

function addSlicing(texts: string[], commands: Commands, place: Place, held: Item): void {
  const slicing = place.items.filter((item) => canSlice(place, item, held));
  texts.push(...slicing.map((item) => commands.slicingText(item, held)).sort());
}

function addTaking(texts: string[], commands: Commands, { receptacles }: Place): void {
  const taking = receptacles.flatMap((each) =>
    each.contents
      .filter((item) => canTake(each, item))
      .map((item) => commands.textOf('take', item, each.receptacle)),
  );
  texts.push(...taking.sort());
}

/** A lamp may be in two receptacles here. */
function addUsing(texts: string[], { receptacles }: Place): void {
  const lamps = receptacles.flatMap(({ contents }) => contents.filter(({ toggleable }) => toggleable));
  texts.push(...[...new Set(lamps.map(({ words }) => words.use))].sort());
}
