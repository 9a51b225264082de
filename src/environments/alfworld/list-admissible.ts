/** Lists the admissible actions of a moment, as texts in code-unit order. */
import type { Commands } from './commands.js';
import { canClose, canOpen, canPlace, canSlice, canTake, canTreat } from './preconditions.js';
import type { Treatment } from './rules.js';
import { currentPlace, type Item, type Place, type WorldState } from './world.js';

/** The admissible actions. What can be done with empty hands is kept with the place, which mostly stays as it is. */
export function listAdmissible(commands: Commands, state: WorldState): readonly string[] {
  if (state.held) return listTexts(commands, state);
  const place = currentPlace(state);
  place.emptyHanded ??= listTexts(commands, state);
  return place.emptyHanded;
}

/** Verb by verb, in the order of the verbs; receptacles are in the order of their names. */
function listTexts(commands: Commands, state: WorldState): readonly string[] {
  const { held } = state;
  const { placeVerb } = commands;
  const place = currentPlace(state);
  const { receptacles } = place;
  const texts: string[] = [];
  if (held) addTreating(texts, commands, place, held, 'clean');
  for (const each of receptacles) if (canClose(each)) texts.push(each.receptacle.closeText);
  if (held) addTreating(texts, commands, place, held, 'cool');
  addExamining(texts, place, held);
  addGoing(texts, commands, state.here);
  if (held) addTreating(texts, commands, place, held, 'heat');
  for (const text of commands.everywhere) texts.push(text);
  if (held && placeVerb === 'move') addPlacing(texts, commands, place, held);
  for (const each of receptacles) if (canOpen(each)) texts.push(each.receptacle.openText);
  if (held && placeVerb === 'put') addPlacing(texts, commands, place, held);
  if (held?.cuts) addSlicing(texts, commands, place, held);
  if (!held) addTaking(texts, commands, place);
  if (place.hasLamp) addUsing(texts, place);
  return texts;
}

function addGoing(texts: string[], { goTexts, goPlaces }: Commands, here: number): void {
  for (let i = 0; i < goTexts.length; i++) if (goPlaces[i] !== here) texts.push(goTexts[i] as string);
}

function addExamining(texts: string[], { receptacles }: Place, held: Item | null): void {
  let item = held;
  for (const { receptacle } of receptacles) {
    if (item && item.rank < receptacle.rank) {
      texts.push(item.examineText);
      item = null;
    }
    texts.push(receptacle.examineText);
  }
  if (item) texts.push(item.examineText);
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
  texts.push(...[...new Set(lamps.map(({ useText }) => useText))].sort());
}
