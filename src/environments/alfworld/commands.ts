/** The actions of a game: their texts, and the commands that texts stand for. */
import type { PairWords, ProfileTexts } from './profile.js';
import { type PlainVerb, plainVerbs, type Vocabulary } from './vocabulary.js';
import type { Command, Item, Receptacle } from './world.js';

/** The actions of one game, as data: a step that calls through fewer objects fetches less from memory. */
export interface Commands {
  readonly texts: ProfileTexts;
  /** Of the vocabulary. */
  readonly actions: Vocabulary['actions'];
  readonly ids: Vocabulary['ids'];
  /** What is called by a name here, by the id of the name. */
  readonly thingOf: readonly (Receptacle | Item | undefined)[];
  readonly receptacles: readonly Receptacle[];
  /** The ways to them, once they were asked for. */
  ways: Ways | null;
}

/** Texts of the ways to all receptacles, in code-unit order, and the places that they lead to. */
export interface Ways {
  readonly texts: readonly string[];
  readonly places: Uint16Array;
}

/** The ways of a game. */
export function waysOf(commands: Commands): Ways {
  commands.ways ??= createWays(sortByName(commands.receptacles));
  return commands.ways;
}

function createWays(byName: readonly Receptacle[]): Ways {
  return {
    texts: byName.map(({ words }) => words.go),
    places: Uint16Array.from(byName, ({ place }) => place),
  };
}

/** Receptacles in code-unit order of their names. */
export function sortByName(receptacles: readonly Receptacle[]): readonly Receptacle[] {
  return receptacles.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The actions of a game with these things. */
export function createCommands(
  texts: ProfileTexts,
  receptacles: readonly Receptacle[],
  items: readonly Item[],
  { actions, ids }: Vocabulary,
): Commands {
  const thingOf = new Array<Receptacle | Item | undefined>(ids.size);
  for (const receptacle of receptacles) thingOf[receptacle.words.id] = receptacle;
  for (const item of items) thingOf[item.words.id] = item;
  return { texts, actions, ids, thingOf, receptacles, ways: null };
}

/** The command that a text stands for, admissible or not; undefined where it stands for none. */
export function findCommand(commands: Commands, text: string): Command | undefined {
  const action = commands.actions.get(text);
  if (action !== undefined) return readPlain(commands, action);
  return readPair(commands, text) ?? readEverywhere(commands.texts, text);
}

function findReceptacle(commands: Commands, name: string): Receptacle | undefined {
  const thing = findThing(commands, name);
  return thing?.sort === 'receptacle' ? thing : undefined;
}

function findItem(commands: Commands, name: string): Item | undefined {
  const thing = findThing(commands, name);
  return thing?.sort === 'item' ? thing : undefined;
}

/** What is called by a name here, if anything. */
export function findThing({ ids, thingOf }: Commands, name: string): Receptacle | Item | undefined {
  const id = ids.get(name);
  return id === undefined ? undefined : thingOf[id];
}

function readPlain({ thingOf }: Commands, action: number): Command | undefined {
  const verb = plainVerbs[action % plainVerbs.length] as PlainVerb;
  const thing = thingOf[Math.floor(action / plainVerbs.length)];
  if (thing?.sort === 'receptacle') {
    if (verb === 'use') return undefined;
    return { kind: verb === 'examine' ? 'examine-receptacle' : verb, receptacle: thing };
  }
  if (thing && verb === 'use') return { kind: 'use', item: thing };
  if (thing && verb === 'examine') return { kind: 'examine-item', item: thing };
  return undefined;
}

function readPair(commands: Commands, text: string): Command | undefined {
  const words = findVerb(commands.texts, text);
  if (!words) return undefined;
  const { kind, verb, link } = words;
  const end = text.indexOf(link, verb.length);
  const item = end < 0 ? undefined : findItem(commands, text.slice(verb.length, end));
  if (!item) return undefined;
  const other = text.slice(end + link.length);
  if (kind === 'slice') {
    const tool = findItem(commands, other);
    return tool && { kind, item, tool };
  }
  const receptacle = findReceptacle(commands, other);
  return receptacle && { kind, item, receptacle };
}

function findVerb({ pairList }: ProfileTexts, text: string): PairWords | undefined {
  for (const words of pairList) if (text.startsWith(words.verb)) return words;
  return undefined;
}

function readEverywhere({ everywhere }: ProfileTexts, text: string): Command | undefined {
  const kind = everywhere.find((each) => each === text);
  return kind && { kind };
}
