/** The actions of a game: their texts, and the commands that texts stand for. */
import type { ProfileTexts } from './profile.js';
import { type PlainVerb, plainVerbs, type Vocabulary } from './vocabulary.js';
import type { Command, Item, PairKind, Receptacle } from './world.js';

/** The actions of one game, as data: a step that calls through fewer objects fetches less from memory. */
export interface Commands {
  readonly texts: ProfileTexts;
  /** Of the vocabulary. */
  readonly actions: Vocabulary['actions'];
  readonly ids: Vocabulary['ids'];
  /** What is called by a name here, by the id of the name. */
  readonly receptacleOf: readonly (Receptacle | undefined)[];
  readonly itemOf: readonly (Item | undefined)[];
  /** All receptacles, in code-unit order of their names. */
  readonly byName: readonly Receptacle[];
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
  commands.ways ??= {
    texts: commands.byName.map(({ words }) => words.go),
    places: Uint16Array.from(commands.byName, ({ place }) => place),
  };
  return commands.ways;
}

/** The actions of a game with these things; receptacles are in code-unit order of their names. */
export function createCommands(
  texts: ProfileTexts,
  byName: readonly Receptacle[],
  items: readonly Item[],
  { actions, ids }: Vocabulary,
): Commands {
  const receptacleOf: (Receptacle | undefined)[] = [];
  const itemOf: (Item | undefined)[] = [];
  for (const receptacle of byName) receptacleOf[receptacle.words.id] = receptacle;
  for (const item of items) itemOf[item.words.id] = item;
  return {
    texts,
    actions,
    ids,
    receptacleOf,
    itemOf,
    byName,
    ways: null,
  };
}

/** The command that a text stands for, admissible or not; undefined where it stands for none. */
export function findCommand(commands: Commands, text: string): Command | undefined {
  const action = commands.actions.get(text);
  if (action !== undefined) return readPlain(commands, action);
  return readPair(commands, text) ?? readEverywhere(commands.texts, text);
}

/** Undefined for what is not the name of a receptacle here. */
export function findReceptacle({ ids, receptacleOf }: Commands, name: string): Receptacle | undefined {
  const id = ids.get(name);
  return id === undefined ? undefined : receptacleOf[id];
}

function findItem({ ids, itemOf }: Commands, name: string): Item | undefined {
  const id = ids.get(name);
  return id === undefined ? undefined : itemOf[id];
}

function readPlain({ receptacleOf, itemOf }: Commands, action: number): Command | undefined {
  const verb = plainVerbs[action % plainVerbs.length] as PlainVerb;
  const id = Math.floor(action / plainVerbs.length);
  if (verb === 'use') {
    const item = itemOf[id];
    return item && { kind: 'use', item };
  }
  const receptacle = receptacleOf[id];
  if (verb !== 'examine') return receptacle && { kind: verb, receptacle };
  if (receptacle) return { kind: 'examine-receptacle', receptacle };
  const item = itemOf[id];
  return item && { kind: 'examine-item', item };
}

const pairKinds: readonly PairKind[] = ['take', 'place', 'heat', 'cool', 'clean', 'slice'];

function readPair(commands: Commands, text: string): Command | undefined {
  const { pairs } = commands.texts;
  const kind = pairKinds.find((each) => text.startsWith(pairs[each].verb));
  if (!kind) return undefined;
  const { verb, link } = pairs[kind];
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

function readEverywhere({ everywhere }: ProfileTexts, text: string): Command | undefined {
  const kind = everywhere.find((each) => each === text);
  return kind && { kind };
}
