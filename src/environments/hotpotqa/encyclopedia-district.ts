import type { Random } from '../../util/random.js';
import type { Kind } from './encyclopedia-kinds.js';
import { countries, type Names, wordLists } from './encyclopedia-words.js';

/** One thing that is said of something. */
export interface Fact {
  /** As it stands on the page. */
  readonly text: string;
  /** Its place among others of its sort, where they can be compared. */
  readonly order?: number;
  /** The thing that it names, where that has a page of its own. */
  readonly entity?: Entity;
}

/** Something that the encyclopedia has a page on. */
export interface Entity {
  readonly kind: Kind;
  readonly name: string;
  /** Facts by the slots of the page templates; `name` is one of them. */
  readonly facts: ReadonlyMap<string, Fact>;
}

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

const year = (value: number): Fact => ({ text: String(value), order: value });
const count = (value: number): Fact => ({ text: value.toLocaleString('en-US'), order: value });
const of = (entity: Entity): Fact => ({ text: entity.name, entity });

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** One country's part of a district, while it is made. */
interface Region {
  readonly random: Random;
  readonly names: Names;
  readonly country: string;
  readonly entities: Entity[];
}

/** A region in which people live. */
interface Society extends Region {
  readonly river: Entity;
  readonly towns: readonly Entity[];
  readonly university: string;
}

/**
 * A stretch of the invented world in two countries: some forty things that name each other. The same draws give the
 * same things.
 */
export function createDistrict(random: Random, names: Names): readonly Entity[] {
  return random
    .shuffle(countries)
    .slice(0, 2)
    .flatMap((country) => createRegion({ random, names, country, entities: [] }));
}

function createRegion(region: Region): readonly Entity[] {
  const { random } = region;
  const mountain = addMountain(region);
  const river = addRiver(region, mountain);
  const towns = [addTown(region, river), addTown(region, river)];
  const seat = random.pick(towns);
  const society: Society = { ...region, river, towns, university: `University of ${seat.name}` };
  addUniversity(society, seat);
  const company = addCompany(society);
  addMusic(society);
  addStories(society);
  addBridge(society);
  addShip(society, company);
  return region.entities;
}

/** Adds a thing. Slots that are not given are filled from the word list of their name. */
function add(
  { entities, random }: Region,
  kind: Kind,
  name: string,
  facts: Readonly<Record<string, string | Fact>>,
): Entity {
  const drawn = Object.entries(wordLists).map(
    ([slot, words]) => [slot, { text: random.pick<string>(words) }] as const,
  );
  const given = Object.entries({ name, ...facts }).map(
    ([slot, fact]) => [slot, typeof fact === 'string' ? { text: fact } : fact] as const,
  );
  const entity = { kind, name, facts: new Map<string, Fact>([...drawn, ...given]) };
  entities.push(entity);
  return entity;
}

function addMountain(region: Region): Entity {
  const { random, names, country } = region;
  const name = names.mountain();
  return add(region, 'mountain', name, {
    country,
    also: name.replace('Mount', 'the'),
    height: count(1200 + random.below(4200)),
    climber: of(addPerson(region, 'mountaineer', 1890)),
    climbed: year(1915 + random.below(30)),
    beds: count(12 + random.below(80)),
    hours: count(3 + random.below(9)),
  });
}

function addRiver(region: Region, source: Entity): Entity {
  const { random, names, country } = region;
  const name = names.water();
  return add(region, 'river', name, {
    country,
    also: `River ${name}`,
    source: of(source),
    length: count(60 + random.below(900)),
    lake: `Lake ${names.water()}`,
    flood: year(1780 + random.below(200)),
    crossings: count(11 + random.below(80)),
  });
}

function addTown(region: Region, river: Entity): Entity {
  const { random, names, country } = region;
  return add(region, 'town', names.place(), {
    country,
    river: of(river),
    founded: year(1050 + random.below(700)),
    population: count(2100 + random.below(90_000)),
    elevation: count(20 + random.below(900)),
    oldName: names.place(),
    railway: year(1840 + random.below(70)),
  });
}

/** Someone who is twenty or more in `active`; now and then of a family that is there already. */
function addPerson(region: Region, profession: string, active: number): Entity {
  const { random, names, country, entities } = region;
  const people = entities.filter(({ kind }) => kind === 'person');
  const family =
    people.length > 0 && random.chance(0.3) ? random.pick(people).facts.get('surname')?.text : undefined;
  const name = names.person(family);
  const [born, month, day] = [active - 20 - random.below(30), random.below(12), 1 + random.below(28)];
  const towns = entities.filter(({ kind }) => kind === 'town');
  return add(region, 'person', name, {
    country,
    profession,
    surname: name.split(' ')[1] ?? name,
    birthDate: { text: `${day} ${monthNames[month]} ${born}`, order: born * 400 + month * 31 + day },
    birthplace: towns.length > 0 ? of(random.pick(towns)) : names.place(),
    university: `University of ${towns.length > 0 ? random.pick(towns).name : names.place()}`,
    awardYear: year(active + 5 + random.below(20)),
    languages: count(2 + random.below(6)),
    children: count(2 + random.below(5)),
  });
}

function addUniversity(society: Society, town: Entity): void {
  const { random, country, university } = society;
  add(society, 'university', university, {
    country,
    town: of(town),
    also: `${town.name} University`,
    rector: of(addPerson(society, 'professor of history', 1980)),
    founded: year(1450 + random.below(480)),
    students: count(900 + random.below(30_000)),
    volumes: count(20_000 + random.below(900_000)),
  });
}

function addCompany(society: Society): Entity {
  const { random, names, towns } = society;
  const founded = 1890 + random.below(80);
  const founder = addPerson(society, 'manufacturer', founded);
  const surname = founder.facts.get('surname')?.text ?? '';
  const also = names.unique(() => `${surname} ${capitalize(random.pick(wordLists.goods))}`);
  const goods = also.slice(surname.length + 1);
  return add(
    society,
    'company',
    `${surname} ${random.pick(['Brothers', 'and Daughters', 'and Sons'])} ${goods}`,
    {
      goods: goods.toLowerCase(),
      also,
      founder: of(founder),
      founded: year(founded),
      seat: of(random.pick(towns)),
      employees: count(40 + random.below(6000)),
      fire: year(founded + 5 + random.below(30)),
      models: count(12 + random.below(300)),
    },
  );
}

function addMusic(society: Society): void {
  const { random, names, towns } = society;
  const formed = 1960 + random.below(40);
  const name = names.band();
  const title = random.chance(0.5) ? name : names.work();
  const band = add(society, 'band', name, {
    also: name.replace('The ', ''),
    town: of(random.pick(towns)),
    singer: of(addPerson(society, 'singer', formed)),
    formed: year(formed),
    members: count(3 + random.below(7)),
    formerName: names.band(),
    album: title,
    concerts: count(31 + random.below(170)),
  });
  const genre = band.facts.get('genre') ?? 'folk';
  for (const album of [title, names.work()]) {
    add(society, 'album', album, {
      genre,
      band: of(band),
      producer: of(addPerson(society, 'record producer', formed)),
      released: year(formed + 2 + random.below(15)),
      tracks: count(7 + random.below(15)),
      weeks: count(2 + random.below(20)),
      place: count(2 + random.below(40)),
    });
  }
}

function addStories(society: Society): void {
  const { random, names, towns } = society;
  for (const filmed of [true, false]) {
    const published = 1920 + random.below(60);
    const name = names.work();
    const author = addPerson(society, 'novelist', published);
    add(society, 'novel', name, {
      author: of(author),
      published: year(published),
      pages: count(140 + random.below(700)),
      publisher: `${names.place()} Press`,
      setting: of(random.pick(towns)),
      hero: names.person(),
      languages: count(3 + random.below(30)),
    });
    if (!filmed) continue;
    const released = published + 4 + random.below(20);
    add(society, 'film', name, {
      author: of(author),
      director: of(addPerson(society, 'film director', released)),
      released: year(released),
      minutes: count(75 + random.below(100)),
      place: of(random.pick(towns)),
      composer: of(addPerson(society, 'composer', released)),
      extras: count(50 + random.below(900)),
    });
  }
}

function addBridge(society: Society): void {
  const { random, names, towns, river, country } = society;
  const opened = 1890 + random.below(90);
  const architect = addPerson(society, 'architect', opened);
  const name = names.unique(
    () =>
      `${random.pick(['Old', 'New', 'Upper', 'Lower', 'Long', 'High'])} ${random.pick(towns).name} Bridge`,
  );
  add(society, 'bridge', name, {
    country,
    river: of(river),
    architect: of(architect),
    opened: year(opened),
    length: count(60 + random.below(900)),
    arches: count(3 + random.below(20)),
    toll: year(opened + 5 + random.below(25)),
  });
}

function addShip(society: Society, builder: Entity): void {
  const { random, names, towns } = society;
  const launched = 1905 + random.below(70);
  add(society, 'ship', names.ship(), {
    builder: of(builder),
    launched: year(launched),
    length: count(40 + random.below(180)),
    captain: of(addPerson(society, 'ship captain', launched)),
    passengers: count(80 + random.below(1800)),
    port: of(random.pick(towns)),
  });
}
