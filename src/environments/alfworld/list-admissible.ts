/** Lists the admissible actions of a moment, as texts in code-unit order. */
import { type Commands, waysOf } from './commands.js';
import { canClose, canOpen, canPlace, canSlice, canTake, canTreat } from './preconditions.js';
import { pairText } from './profile.js';
import type { Treatment } from './rules.js';
import { currentPlace, type Item, type ReceptacleState, stateOf, type WorldState } from './world.js';

/** The admissible actions. Those of empty hands are kept while the place stays as it is, which it mostly does. */
export function listAdmissible(commands: Commands, state: WorldState): readonly string[] {
  if (state.held) return listTexts(commands, state);
  const place = currentPlace(state);
  place.listed ??= listTexts(commands, state);
  return place.listed;
}

/** Texts in the making. All listings are made in this one list, so that each takes the memory of its copy alone. */
const texts: string[] = [];
let count = 0;

function add(text: string): void {
  texts[count] = text;
  count++;
}

/** Verb by verb, in the order of the verbs; receptacles are in the order of their names. */
function listTexts(commands: Commands, state: WorldState): readonly string[] {
  const { held } = state;
  const { receptacles } = currentPlace(state);
  count = 0;
  if (held) addTreating(commands, state, held, 'clean');
  for (const each of receptacles) if (canClose(stateOf(state, each))) add(each.words.close);
  if (held) addTreating(commands, state, held, 'cool');
  addExamining(state, held);
  addGoing(commands, state);
  if (held) addTreating(commands, state, held, 'heat');
  for (const text of commands.texts.everywhere) add(text);
  const placesEarly = commands.texts.pairs.place.verb < 'open';
  if (held && placesEarly) addPlacing(commands, state, held);
  for (const each of receptacles) if (canOpen(stateOf(state, each))) add(each.words.open);
  if (held && !placesEarly) addPlacing(commands, state, held);
  if (held?.kind.cuts) addSlicing(commands, state, held);
  if (!held) addTaking(commands, state);
  for (const text of textsOfUsing(state)) add(text);
  return texts.slice(0, count);
}

function addExamining(state: WorldState, held: Item | null): void {
  let item = held;
  for (const { name, words } of currentPlace(state).receptacles) {
    if (item && item.name < name) {
      add(item.words.examine);
      item = null;
    }
    add(words.examine);
  }
  if (item) add(item.words.examine);
}

function addGoing(commands: Commands, { here }: WorldState): void {
  const { texts: ways, places } = waysOf(commands);
  for (let i = 0; i < ways.length; i++) if (places[i] !== here) add(ways[i] as string);
}

function addTreating(commands: Commands, state: WorldState, held: Item, kind: Treatment): void {
  for (const receptacle of currentPlace(state).receptacles) {
    if (canTreat(kind, receptacle, held))
      add(pairText(commands.texts.pairs[kind], held.name, receptacle.name));
  }
}

function addPlacing(commands: Commands, state: WorldState, held: Item): void {
  for (const receptacle of currentPlace(state).receptacles) {
    if (canPlace(stateOf(state, receptacle), held))
      add(pairText(commands.texts.pairs.place, held.name, receptacle.name));
  }
}

function addSlicing(commands: Commands, state: WorldState, held: Item): void {
  const here = currentPlace(state);
  const slicing = here.items.filter((item) => canSlice(here, item, held));
  addSorted(slicing.map((item) => pairText(commands.texts.pairs.slice, item.name, held.name)));
}

function addTaking(commands: Commands, state: WorldState): void {
  const taking: string[] = [];
  for (const receptacle of currentPlace(state).receptacles) {
    const now = stateOf(state, receptacle);
    for (const item of now.contents) {
      if (canTake(now, item)) taking.push(pairText(commands.texts.pairs.take, item.name, receptacle.name));
    }
  }
  addSorted(taking);
}

/** The texts of using what is in the receptacles here; a lamp may be in two of them. */
function textsOfUsing(state: WorldState): readonly string[] {
  const place = currentPlace(state);
  place.using ??= listUsing(place.receptacles.map((each) => stateOf(state, each)));
  return place.using;
}

function listUsing(receptacles: readonly ReceptacleState[]): readonly string[] {
  const using: string[] = [];
  for (const { contents } of receptacles) {
    for (const { kind, words } of contents) {
      if (kind.toggleable && !using.includes(words.use)) using.push(words.use);
    }
  }
  return using.sort();
}

function addSorted(unsorted: string[]): void {
  for (const text of unsorted.sort()) add(text);
}
