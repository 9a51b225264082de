/**
 * What the things of our own households are like: common sense in ALFWorld's vocabulary, written by hand.
 * A thing's group says what may hold it; its places say where it usually lies.
 */

/** Things that are kept in the same kinds of places. */
export type ThingGroup =
  | 'tableware'
  | 'cookware'
  | 'utensil'
  | 'food'
  | 'seasoning'
  | 'bottle'
  | 'cleaning'
  | 'stationery'
  | 'trinket'
  | 'device'
  | 'ornament'
  | 'cushion'
  | 'linen'
  | 'toiletry'
  | 'sport'
  | 'tool'
  | 'fixture';

/** One type of thing. */
export interface ThingKind {
  readonly group: ThingGroup;
  /** Flags as in an object record, without the cold one. */
  readonly flags: string;
  /** How likely it lies in each receptacle type; `floor` stands for no receptacle at all. */
  readonly places: Readonly<Record<string, number>>;
}

const thing = (group: ThingGroup, flags: string, places: Readonly<Record<string, number>>): ThingKind => ({
  group,
  flags,
  places,
});

/** Built into the room: seen in no receptacle, never taken. */
const fixture = thing('fixture', '', { floor: 1 });

/** Every type of thing that a household may hold. */
export const thingKinds: Readonly<Record<string, ThingKind>> = {
  // Kitchen
  mug: thing('tableware', 'pchkr', { cabinet: 5, countertop: 4, coffeemachine: 3, sinkbasin: 1, desk: 2 }),
  cup: thing('tableware', 'pchkr', { cabinet: 5, countertop: 4, diningtable: 3, sinkbasin: 2, microwave: 1 }),
  bowl: thing('tableware', 'pchkr', { cabinet: 5, countertop: 4, diningtable: 3, fridge: 1, shelf: 2 }),
  plate: thing('tableware', 'pchkr', {
    cabinet: 5,
    diningtable: 4,
    countertop: 3,
    sinkbasin: 2,
    microwave: 1,
  }),
  pan: thing('cookware', 'pckr', { stoveburner: 6, cabinet: 3, countertop: 2, sinkbasin: 1 }),
  pot: thing('cookware', 'pckr', { stoveburner: 6, cabinet: 3, countertop: 2, fridge: 1 }),
  kettle: thing('cookware', 'pc', { stoveburner: 5, countertop: 3, cabinet: 2 }),
  fork: thing('utensil', 'pc', { drawer: 5, diningtable: 3, countertop: 3, sinkbasin: 2 }),
  spoon: thing('utensil', 'pc', { drawer: 5, diningtable: 3, countertop: 3, sinkbasin: 2 }),
  butterknife: thing('utensil', 'pc', { drawer: 5, diningtable: 3, countertop: 3 }),
  knife: thing('utensil', 'pc', { drawer: 4, countertop: 5, sinkbasin: 1 }),
  spatula: thing('utensil', 'pc', { drawer: 5, countertop: 4, sinkbasin: 1 }),
  ladle: thing('utensil', 'pc', { drawer: 4, countertop: 4, cabinet: 1 }),
  apple: thing('food', 'pchks', { diningtable: 4, countertop: 4, fridge: 3, garbagecan: 1 }),
  tomato: thing('food', 'pchks', { fridge: 4, countertop: 4, diningtable: 2, sinkbasin: 1 }),
  potato: thing('food', 'pchks', { countertop: 4, fridge: 2, sinkbasin: 2, garbagecan: 1, microwave: 1 }),
  egg: thing('food', 'pchks', { fridge: 6, countertop: 3, garbagecan: 1 }),
  lettuce: thing('food', 'pcks', { fridge: 6, countertop: 3, diningtable: 1 }),
  bread: thing('food', 'phks', { countertop: 6, diningtable: 3, fridge: 1 }),
  saltshaker: thing('seasoning', 'p', { countertop: 4, cabinet: 4, diningtable: 3, drawer: 2, shelf: 1 }),
  peppershaker: thing('seasoning', 'p', { countertop: 4, cabinet: 4, diningtable: 3, drawer: 2, shelf: 1 }),
  glassbottle: thing('bottle', 'p', { countertop: 4, cabinet: 3, garbagecan: 2, fridge: 1, shelf: 1 }),
  winebottle: thing('bottle', 'pk', { countertop: 4, fridge: 3, cabinet: 3, diningtable: 1, garbagecan: 1 }),
  dishsponge: thing('cleaning', 'pc', {
    sinkbasin: 5,
    countertop: 4,
    drawer: 1,
    cabinet: 1,
    bathtubbasin: 1,
  }),
  papertowelroll: thing('cleaning', 'p', { countertop: 5, cabinet: 2, diningtable: 1, garbagecan: 1 }),
  spraybottle: thing('cleaning', 'p', { cabinet: 4, countertop: 4, garbagecan: 1, toilet: 2, shelf: 1 }),
  // Living room and bedroom
  book: thing('stationery', 'p', { shelf: 5, desk: 5, bed: 3, sofa: 2, coffeetable: 3, drawer: 1 }),
  newspaper: thing('stationery', 'p', { coffeetable: 5, sofa: 4, armchair: 2, diningtable: 2, drawer: 1 }),
  pen: thing('stationery', 'p', { desk: 6, drawer: 4, shelf: 2, sidetable: 1, dresser: 1 }),
  pencil: thing('stationery', 'p', { desk: 6, drawer: 4, shelf: 2, sidetable: 1, dresser: 1 }),
  creditcard: thing('trinket', 'p', {
    desk: 3,
    drawer: 3,
    sidetable: 3,
    coffeetable: 2,
    dresser: 2,
    sofa: 1,
  }),
  keychain: thing('trinket', 'p', { drawer: 3, sidetable: 4, coffeetable: 2, dresser: 2, safe: 2, desk: 2 }),
  watch: thing('trinket', 'p', { drawer: 3, sidetable: 3, dresser: 3, safe: 2, shelf: 2, coffeetable: 2 }),
  cd: thing('trinket', 'p', { desk: 4, drawer: 4, shelf: 4, safe: 1, garbagecan: 1, tvstand: 2 }),
  cellphone: thing('trinket', 'p', { desk: 4, bed: 4, sidetable: 3, sofa: 2, dresser: 2, drawer: 2 }),
  remotecontrol: thing('trinket', 'p', { sofa: 5, coffeetable: 5, armchair: 2, tvstand: 3, drawer: 1 }),
  laptop: thing('device', 'p', { desk: 6, bed: 4, sofa: 3, coffeetable: 3, diningtable: 2, armchair: 1 }),
  alarmclock: thing('device', 'p', { sidetable: 5, desk: 4, dresser: 3, shelf: 2 }),
  vase: thing('ornament', 'p', {
    shelf: 5,
    sidetable: 3,
    coffeetable: 3,
    dresser: 2,
    diningtable: 2,
    cabinet: 1,
  }),
  statue: thing('ornament', 'p', { shelf: 5, dresser: 3, coffeetable: 3, sidetable: 2, tvstand: 2, safe: 1 }),
  candle: thing('ornament', 'p', {
    countertop: 4,
    toilet: 3,
    shelf: 3,
    cart: 2,
    cabinet: 2,
    bathtubbasin: 1,
  }),
  box: thing('ornament', 'pr', { sofa: 3, coffeetable: 3, diningtable: 3, shelf: 2, bed: 1, ottoman: 1 }),
  tissuebox: thing('ornament', 'p', { sidetable: 4, toilet: 3, countertop: 3, coffeetable: 2, drawer: 1 }),
  wateringcan: thing('ornament', 'p', { sidetable: 2, coffeetable: 2, diningtable: 2, shelf: 2, floor: 1 }),
  pillow: thing('cushion', 'p', { bed: 6, sofa: 6, armchair: 3, ottoman: 1 }),
  teddybear: thing('cushion', 'p', { bed: 5, sofa: 2, armchair: 2, ottoman: 1, floor: 1 }),
  basketball: thing('sport', 'p', { floor: 5, bed: 1, armchair: 1, laundryhamper: 1 }),
  baseballbat: thing('sport', 'p', { floor: 3, bed: 3, desk: 1, sofa: 1 }),
  tennisracket: thing('sport', 'p', { floor: 3, bed: 2, sofa: 1, shelf: 1, dresser: 1 }),
  desklamp: thing('fixture', 't', { desk: 6, sidetable: 5, dresser: 3, shelf: 2, coffeetable: 1 }),
  floorlamp: thing('fixture', 't', { floor: 1 }),
  // Bathroom
  soapbar: thing('toiletry', 'pc', {
    sinkbasin: 3,
    bathtubbasin: 3,
    countertop: 3,
    cabinet: 2,
    drawer: 1,
    toilet: 1,
  }),
  soapbottle: thing('toiletry', 'p', {
    countertop: 5,
    cabinet: 3,
    cart: 2,
    toilet: 2,
    garbagecan: 1,
    sinkbasin: 1,
  }),
  toiletpaper: thing('toiletry', 'p', {
    toiletpaperhanger: 5,
    cabinet: 3,
    toilet: 3,
    drawer: 1,
    garbagecan: 1,
  }),
  cloth: thing('linen', 'pc', {
    countertop: 4,
    cabinet: 3,
    bathtubbasin: 2,
    drawer: 2,
    laundryhamper: 2,
    cart: 1,
  }),
  towel: thing('linen', 'p', { towelholder: 7, laundryhamper: 1, bathtubbasin: 1 }),
  handtowel: thing('linen', 'p', { handtowelholder: 7, countertop: 1, sinkbasin: 1, laundryhamper: 1 }),
  plunger: thing('tool', 'p', { floor: 3, cabinet: 1 }),
  scrubbrush: thing('tool', 'p', { floor: 3, cabinet: 1, toilet: 1 }),
  // Built in
  blinds: fixture,
  chair: fixture,
  curtains: fixture,
  houseplant: fixture,
  lightswitch: fixture,
  mirror: fixture,
  painting: fixture,
  poster: fixture,
  showerdoor: fixture,
  showerglass: fixture,
  stoveknob: fixture,
  television: fixture,
  window: fixture,
};

const flatTop: readonly ThingGroup[] = ['stationery', 'trinket', 'device', 'ornament'];
const kitchenTop: readonly ThingGroup[] = [
  'tableware',
  'cookware',
  'utensil',
  'food',
  'seasoning',
  'bottle',
  'cleaning',
];

/** Which groups each receptacle type takes, beyond the things that usually lie there. */
const accepted: Readonly<Record<string, readonly ThingGroup[]>> = {
  armchair: ['cushion', 'stationery', 'trinket', 'device'],
  bathtubbasin: ['toiletry', 'linen'],
  bed: ['cushion', 'stationery', 'trinket', 'device', 'sport'],
  cabinet: ['tableware', 'cookware', 'seasoning', 'bottle', 'cleaning', 'tool', 'toiletry', 'linen'],
  cart: ['toiletry', 'linen', 'cleaning', 'tool', 'ornament'],
  coffeetable: [...flatTop, 'tableware'],
  countertop: [...kitchenTop, 'toiletry', 'linen'],
  desk: [...flatTop, 'tableware', 'sport'],
  diningtable: [...kitchenTop, ...flatTop],
  drawer: ['utensil', 'seasoning', 'cleaning', 'stationery', 'trinket', 'toiletry'],
  dresser: [...flatTop, 'tableware', 'cushion'],
  fridge: ['tableware', 'food', 'bottle', 'cookware'],
  garbagecan: ['food', 'stationery', 'bottle', 'toiletry', 'cleaning'],
  laundryhamper: ['linen'],
  microwave: ['tableware', 'food'],
  ottoman: ['cushion', 'stationery', 'trinket', 'device'],
  safe: ['trinket'],
  shelf: [...flatTop, 'tableware', 'seasoning', 'bottle', 'toiletry', 'linen'],
  sidetable: [...flatTop, 'tableware', 'utensil', 'seasoning', 'food', 'bottle'],
  sinkbasin: ['tableware', 'cookware', 'utensil', 'food', 'cleaning', 'toiletry', 'linen'],
  sofa: ['cushion', 'stationery', 'trinket', 'device', 'sport'],
  stoveburner: ['cookware'],
  toilet: ['toiletry', 'linen'],
  tvstand: flatTop,
};

/** What a type of thing is like. Throws a RangeError for a type that no household holds. */
export function kindOfThing(type: string): ThingKind {
  const kind = thingKinds[type];
  if (kind === undefined) throw new RangeError(`no household holds a thing of type "${type}"`);
  return kind;
}

/** Whether a receptacle of one type may hold a thing of another. */
export function mayHold(receptacleType: string, thingType: string): boolean {
  const { group, places } = kindOfThing(thingType);
  return places[receptacleType] !== undefined || (accepted[receptacleType] ?? []).includes(group);
}
