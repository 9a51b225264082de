/** Words and invented names for our own encyclopedia. */
import type { Random } from '../../util/random.js';

const list = (words: string): readonly string[] => words.split(' ');

const givenNames = list(
  'Adra Alvin Anneke Basil Benno Brida Calla Cedrik Corin Dalia Dorn Edda Eskil Fenna Florin Gerda Gustin Hanno Hedra ' +
    'Ilva Ivor Jannis Jorun Kaspar Kirin Lenka Loris Maren Mirel Nadja Nils Odile Orrin Petra Pirmin Quilla Renata ' +
    'Rufin Sanna Selwin Tamsin Tobin Ulla Urban Vesna Viggo Wanda Wenzel Yara Zeno',
);
const onsets = list('B Br D Dr F G Gr H K Kr L M N P R S St T Tr V W');
const middles = list('al an ar el en er il in ir ol on or um un ur av ev ost est ast');
const familyEnds = list(
  'berg da der ding esk ey ick ling man mer nack ner nik ot sen ski sohn tas tov vik well',
);
const placeEnds = list(
  'bridge burg by dale field ford gate ham haven holt mark mere mouth ness stead stow thorpe wick',
);
const waterEnds = list('a ach ack e el en er eth ia is la na ne or ra sel ta va');

const adjectives = list(
  'Amber Bitter Broken Copper Crooked Distant Empty Endless Faded Frozen Gentle Golden Hidden Hollow Idle Ivory Last ' +
    'Little Lonely Lost Narrow Northern Patient Quiet Restless Salt Second Secret Silent Silver Slow Sunken Velvet Wooden',
);
const nouns = list(
  'Anchor Archive Attic Beacon Candle Carriage Cellar Clock Compass Courtyard Engine Fountain Garden Harbour Harvest ' +
    'Island Kettle Ladder Lantern Letter Map Meadow Mirror Orchard Parade Pilot River Shepherd Signal Station Stranger ' +
    'Summer Tower Umbrella Voyage Weaver Window Winter',
);

/** Lists to pick from, by the slot that they fill. */
export const wordLists = {
  animals: ['two donkeys', 'a flock of geese', 'bees', 'three old dogs', 'carrier pigeons', 'a tame raven'],
  award: ['Silver Quill', 'Order of the Heron', 'Prize of the Five Towns', 'Golden Compass', 'Elm Medal'],
  building: ['brewery', 'church', 'fire station', 'mill', 'school', 'tannery', 'theatre'],
  club: ['the Rovers', 'the Magpies', 'the Millers', 'the Foresters', 'the Ferrymen', 'the Bellringers'],
  colour: ['black', 'blue', 'crimson', 'green', 'orange', 'purple', 'red', 'white', 'yellow'],
  firstJob: [
    'baker',
    'bookbinder',
    'carpenter',
    'ferryman',
    'gardener',
    'lamplighter',
    'postman',
    'teacher',
    'tailor',
  ],
  fish: ['bream', 'carp', 'eels', 'perch', 'pike', 'salmon', 'trout'],
  genre: ['blues', 'brass', 'folk', 'jazz', 'pop', 'punk', 'rock', 'swing'],
  goods: [
    'barometers',
    'bells',
    'boats',
    'clocks',
    'ferries',
    'kites',
    'locomotives',
    'pianos',
    'stoves',
    'tents',
  ],
  instrument: ['accordion', 'cello', 'clarinet', 'flute', 'harp', 'mandolin', 'organ', 'trumpet', 'viola'],
  material: ['brick', 'granite', 'iron', 'oak', 'sandstone', 'steel'],
  meaning: [
    'cold milk',
    'grey sister',
    'lost shoe',
    'long breath',
    'old thunder',
    'sleeping bear',
    'white bread',
  ],
  month: ['February', 'March', 'April', 'May', 'September', 'October', 'November'],
  nickname: [
    'Badger',
    'Captain',
    'Doc',
    'Lightning',
    'Moth',
    'Pepper',
    'Professor',
    'Sparrow',
    'Teapot',
    'Whistle',
  ],
  product: ['cheese', 'glass', 'honey', 'lace', 'mustard', 'paper', 'pottery', 'violins', 'wool'],
  range: ['Anvil Range', 'Grey Wall', 'Needle Hills', 'Seven Sisters', 'Windward Alps'],
  sign: ['bear', 'crane', 'fox', 'hare', 'heron', 'lion', 'otter', 'swan', 'wolf'],
  stone: ['basalt', 'chalk', 'gneiss', 'granite', 'limestone', 'marble', 'slate'],
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
} as const;

/** The countries of the invented world; they have no pages. */
export const countries = [
  'Arvenia',
  'Belmark',
  'Corvania',
  'Drelland',
  'Estoria',
  'Falmere',
  'Gorland',
  'Halvia',
] as const;

/** Draws names; none is given twice, so that a question can mean only one thing. */
export interface Names {
  /** A full name; of the family where one is given. */
  person(family?: string): string;
  place(): string;
  water(): string;
  mountain(): string;
  /** Of a novel, film or album. */
  work(): string;
  band(): string;
  ship(): string;
  /** What `create` gives, tried until it is new. */
  unique(create: () => string): string;
}

/** Names from a source of random draws; those `taken` are not given again. */
export function createNames(random: Random, taken: Set<string>): Names {
  const unique = (create: () => string): string => {
    for (;;) {
      const name = create();
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
  const stem = () =>
    random.pick(onsets) + random.pick(middles) + (random.chance(0.2) ? random.pick(middles) : '');
  const water = () => stem() + random.pick(waterEnds);
  const work = () => `The ${random.pick(adjectives)} ${random.pick(nouns)}`;
  return {
    unique,
    person: (family) =>
      unique(() => `${random.pick(givenNames)} ${family ?? stem() + random.pick(familyEnds)}`),
    place: () => unique(() => stem() + random.pick(placeEnds)),
    water: () => unique(water),
    mountain: () => unique(() => `Mount ${water()}`),
    work: () =>
      unique(() => (random.chance(0.6) ? work() : `${work()} ${random.pick(['of', 'and'])} ${water()}`)),
    band: () => unique(() => `${work()}s${random.chance(0.1) ? ` of ${water()}` : ''}`),
    ship: () => unique(() => `${random.pick(adjectives)} ${random.pick(nouns)} of ${water()}`),
  };
}
