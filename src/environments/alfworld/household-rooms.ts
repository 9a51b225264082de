/** What stands and lies in the four kinds of rooms of our own households: how many of each, at least and at most. */

/** The four kinds of rooms. */
export const roomNames = ['kitchen', 'livingroom', 'bedroom', 'bathroom'] as const;
/** One of the four kinds of rooms. */
export type RoomName = (typeof roomNames)[number];

/** Least and most, both included. */
export type CountRange = readonly [least: number, most: number];

/** One kind of room. */
export interface RoomKind {
  /** Receptacle types. */
  readonly furniture: Readonly<Record<string, CountRange>>;
  /** Types of things. */
  readonly things: Readonly<Record<string, CountRange>>;
}

const one: CountRange = [1, 1];
const maybe: CountRange = [0, 1];
const upToTwo: CountRange = [0, 2];
const upToThree: CountRange = [0, 3];

const kitchen: RoomKind = {
  furniture: {
    cabinet: [3, 9],
    coffeemachine: one,
    countertop: [1, 3],
    diningtable: maybe,
    drawer: [2, 8],
    fridge: one,
    garbagecan: one,
    microwave: one,
    shelf: upToThree,
    sidetable: maybe,
    sinkbasin: one,
    stoveburner: [2, 4],
    toaster: one,
  },
  things: {
    apple: [1, 3],
    bowl: [1, 4],
    bread: [1, 3],
    butterknife: [1, 2],
    chair: [0, 4],
    cup: [1, 4],
    dishsponge: [1, 2],
    egg: [1, 3],
    fork: [1, 3],
    glassbottle: upToTwo,
    houseplant: maybe,
    kettle: upToTwo,
    knife: [1, 3],
    ladle: upToTwo,
    lettuce: [1, 3],
    lightswitch: one,
    mug: [1, 4],
    pan: [1, 3],
    papertowelroll: maybe,
    peppershaker: [1, 3],
    plate: [1, 4],
    pot: [1, 3],
    potato: [1, 3],
    saltshaker: [1, 3],
    soapbottle: upToTwo,
    spatula: [1, 3],
    spoon: [1, 3],
    spraybottle: maybe,
    stoveknob: [3, 6],
    tomato: [1, 3],
    vase: upToTwo,
    window: [1, 2],
    winebottle: upToTwo,
  },
};

const livingroom: RoomKind = {
  furniture: {
    armchair: upToTwo,
    cabinet: [0, 4],
    coffeetable: [1, 2],
    desk: maybe,
    diningtable: maybe,
    drawer: [2, 7],
    dresser: maybe,
    garbagecan: one,
    ottoman: maybe,
    safe: maybe,
    shelf: [0, 5],
    sidetable: [1, 3],
    sofa: one,
    tvstand: maybe,
  },
  things: {
    blinds: upToTwo,
    book: [1, 3],
    box: [1, 2],
    chair: upToThree,
    creditcard: [0, 3],
    curtains: upToTwo,
    desklamp: one,
    floorlamp: maybe,
    houseplant: upToTwo,
    keychain: [1, 3],
    laptop: [1, 2],
    lightswitch: one,
    newspaper: [1, 3],
    painting: [2, 3],
    pencil: upToTwo,
    pillow: [2, 4],
    remotecontrol: [1, 3],
    statue: [2, 3],
    television: one,
    tissuebox: upToTwo,
    vase: [1, 3],
    watch: upToThree,
    wateringcan: upToTwo,
    window: [1, 3],
  },
};

const bedroom: RoomKind = {
  furniture: {
    armchair: maybe,
    bed: [1, 2],
    cabinet: upToTwo,
    desk: [1, 2],
    drawer: [3, 9],
    dresser: maybe,
    garbagecan: one,
    laundryhamper: maybe,
    ottoman: maybe,
    safe: maybe,
    shelf: [0, 6],
    sidetable: upToTwo,
  },
  things: {
    alarmclock: [1, 3],
    baseballbat: maybe,
    basketball: maybe,
    blinds: upToTwo,
    book: [2, 4],
    bowl: upToTwo,
    cd: [2, 4],
    cellphone: [1, 3],
    chair: [1, 2],
    creditcard: upToThree,
    desklamp: one,
    keychain: [1, 3],
    laptop: [1, 2],
    lightswitch: one,
    mirror: one,
    mug: upToTwo,
    painting: upToTwo,
    pen: [1, 3],
    pencil: [1, 3],
    pillow: [2, 3],
    poster: upToTwo,
    teddybear: maybe,
    tennisracket: maybe,
    tissuebox: maybe,
    watch: upToTwo,
    window: [1, 2],
  },
};

const bathroom: RoomKind = {
  furniture: {
    bathtubbasin: one,
    cabinet: [1, 5],
    cart: maybe,
    countertop: [1, 2],
    drawer: [0, 5],
    garbagecan: one,
    handtowelholder: [1, 2],
    laundryhamper: maybe,
    shelf: upToThree,
    sinkbasin: [1, 2],
    toilet: one,
    toiletpaperhanger: one,
    towelholder: [1, 2],
  },
  things: {
    candle: [1, 3],
    cloth: [2, 4],
    dishsponge: maybe,
    handtowel: [1, 2],
    lightswitch: one,
    mirror: one,
    painting: maybe,
    plunger: one,
    scrubbrush: one,
    showerdoor: one,
    showerglass: maybe,
    soapbar: [2, 4],
    soapbottle: [2, 3],
    spraybottle: [1, 3],
    tissuebox: upToTwo,
    toiletpaper: [2, 4],
    towel: [1, 2],
    window: maybe,
  },
};

/** The four kinds of rooms, by name. */
export const rooms: Readonly<Record<RoomName, RoomKind>> = { kitchen, livingroom, bedroom, bathroom };
