/**
 * What the simulated model believes about households before it reads anything: common sense, wrong in places on
 * purpose, as a language model's is. Nothing here is taken from a game or an engine.
 */
import type { Effect } from './lexicon.js';

/** What brings about an effect in real life, with how readily one thinks of it. */
export const applianceBeliefs: Readonly<Record<Effect, Readonly<Record<string, number>>>> = {
  heat: { stoveburner: 1, toaster: 0.7, oven: 0.65, microwave: 0.6, coffeemachine: 0.15 },
  cool: { fridge: 1, freezer: 0.6, window: 0.1 },
  clean: { sinkbasin: 1, sink: 0.6, dishwasher: 0.5, cloth: 0.2, bathtubbasin: 0.2 },
};

/** How much a piece of furniture looks like something that does things, for when every belief has failed. */
export const applianceLikeness: Readonly<Record<string, number>> = {
  microwave: 1,
  fridge: 1,
  stoveburner: 0.95,
  toaster: 0.95,
  coffeemachine: 0.9,
  sinkbasin: 0.9,
  bathtubbasin: 0.8,
  toilet: 0.5,
};

const surfaces = ['countertop', 'diningtable', 'sidetable', 'desk', 'shelf', 'dresser', 'coffeetable'];
const kitchenware = ['countertop', 'cabinet', 'diningtable', 'sinkbasin', 'drawer', 'shelf', 'stoveburner'];
const food = ['fridge', 'countertop', 'diningtable', 'cabinet', 'shelf'];
const bathroom = ['countertop', 'sinkbasin', 'cabinet', 'toilet', 'bathtubbasin', 'shelf', 'drawer'];
const smallThings = ['desk', 'sidetable', 'drawer', 'dresser', 'coffeetable', 'shelf'];
const soft = ['bed', 'sofa', 'armchair', 'ottoman'];

/** Where one would look first for a thing, best first. */
const usualPlaces: Readonly<Record<string, readonly string[]>> = {
  apple: food,
  bread: ['countertop', 'diningtable', 'cabinet', 'toaster', 'fridge'],
  egg: ['fridge', 'countertop', 'cabinet'],
  lettuce: food,
  potato: ['cabinet', 'countertop', 'fridge', 'diningtable', 'sinkbasin'],
  tomato: food,
  mug: ['coffeemachine', 'cabinet', 'countertop', 'shelf', 'sinkbasin', 'desk'],
  cup: ['cabinet', 'countertop', 'diningtable', 'sinkbasin', 'shelf'],
  plate: ['cabinet', 'diningtable', 'countertop', 'sinkbasin', 'shelf'],
  bowl: ['cabinet', 'countertop', 'diningtable', 'shelf', 'fridge'],
  pan: ['stoveburner', 'cabinet', 'countertop', 'sinkbasin'],
  pot: ['stoveburner', 'cabinet', 'countertop', 'sinkbasin'],
  kettle: ['stoveburner', 'countertop', 'cabinet'],
  winebottle: ['cabinet', 'countertop', 'fridge', 'diningtable', 'shelf'],
  knife: kitchenware,
  butterknife: ['drawer', 'countertop', 'diningtable'],
  fork: ['drawer', 'countertop', 'diningtable', 'sinkbasin'],
  spoon: ['drawer', 'countertop', 'diningtable', 'sinkbasin'],
  ladle: ['drawer', 'countertop', 'cabinet'],
  spatula: ['drawer', 'countertop', 'diningtable'],
  dishsponge: ['sinkbasin', 'countertop', 'cabinet', 'drawer'],
  saltshaker: ['cabinet', 'countertop', 'drawer', 'shelf', 'diningtable'],
  peppershaker: ['cabinet', 'countertop', 'drawer', 'shelf', 'diningtable'],
  glassbottle: ['cabinet', 'countertop', 'fridge', 'garbagecan', 'shelf'],
  soapbar: bathroom,
  soapbottle: bathroom,
  spraybottle: ['cabinet', 'countertop', 'toilet', 'garbagecan', 'shelf'],
  candle: ['countertop', 'cabinet', 'toilet', 'shelf', 'drawer', 'bathtubbasin'],
  cloth: ['cabinet', 'countertop', 'bathtubbasin', 'drawer', 'sinkbasin'],
  handtowel: ['handtowelholder', 'countertop', 'cabinet'],
  towel: ['towelholder', 'bathtubbasin', 'cabinet'],
  toiletpaper: ['toiletpaperhanger', 'toilet', 'cabinet', 'drawer'],
  tissuebox: ['sidetable', 'toilet', 'countertop', 'desk', 'cabinet', 'shelf'],
  pillow: soft,
  laptop: ['desk', 'bed', 'sofa', 'diningtable', 'coffeetable'],
  book: ['shelf', 'desk', 'bed', 'sidetable', 'dresser', 'sofa', 'drawer'],
  newspaper: ['coffeetable', 'sofa', 'diningtable', 'sidetable', 'armchair', 'garbagecan'],
  remotecontrol: ['sofa', 'coffeetable', 'tvstand', 'armchair', 'sidetable', 'dresser'],
  vase: ['shelf', 'sidetable', 'coffeetable', 'diningtable', 'dresser', 'cabinet'],
  statue: ['shelf', 'dresser', 'sidetable', 'coffeetable', 'tvstand', 'desk'],
  box: ['coffeetable', 'sofa', 'diningtable', 'sidetable', 'dresser', 'shelf'],
  alarmclock: ['sidetable', 'desk', 'dresser', 'shelf'],
  cellphone: ['desk', 'sidetable', 'bed', 'dresser', 'drawer', 'countertop', 'sofa'],
  keychain: smallThings,
  creditcard: smallThings,
  watch: smallThings,
  pen: ['desk', 'drawer', 'sidetable', 'shelf', 'dresser'],
  pencil: ['desk', 'drawer', 'sidetable', 'shelf', 'dresser'],
  cd: ['desk', 'shelf', 'drawer', 'sidetable', 'safe', 'dresser'],
  desklamp: ['desk', 'sidetable', 'dresser', 'shelf', 'coffeetable'],
  floorlamp: ['desk', 'sidetable', 'coffeetable'],
};

/** How likely a thing of this type is to be at a place of that type, in (0, 1]. */
export function placeBelief(objectType: string, placeType: string): number {
  const places = usualPlaces[objectType] ?? surfaces;
  const rank = places.indexOf(placeType);
  if (rank >= 0) return 1 / (1 + 0.45 * rank);
  return surfaces.includes(placeType) ? 0.22 : 0.12;
}
