/** The actions of a game: their texts, and the commands that texts stand for. */
import type { PairWords, ProfileTexts } from './profile.js';
import type { PlainVerb, Vocabulary } from './vocabulary.js';
import type { Command, Item, PairKind, Receptacle, Thing } from './world.js';

/** The actions of one game. */
export interface Commands {
  /** Texts of the ways to all receptacles, in code-unit order, and the places that they lead to. */
  readonly goTexts: readonly string[];
  readonly goPlaces: Uint16Array;
  /** Texts of what can be done everywhere, in code-unit order. */
  readonly everywhere: readonly string[];
  readonly pairs: ProfileTexts['pairs'];
  /** The command that a text stands for, admissible or not; undefined where it stands for none. */
  find(text: string): Command | undefined;
  /** Undefined for what is not the name of a receptacle here. */
  receptacle(name: string): Receptacle | undefined;
}

/** The actions of a game with these things; receptacles are in code-unit order of their names. */
export function createCommands(
  texts: ProfileTexts,
  byName: readonly Receptacle[],
  items: readonly Item[],
  vocabulary: Vocabulary,
): Commands {
  const { actions, names } = vocabulary;
  const receptacleOf: (Receptacle | undefined)[] = [];
  const itemOf: (Item | undefined)[] = [];
  for (const receptacle of byName) receptacleOf[receptacle.words.id] = receptacle;
  for (const item of items) itemOf[item.words.id] = item;
  const thingIn = <T>(things: readonly (T | undefined)[], name: string): T | undefined => {
    const known = names.get(name);
    return known && things[known.id];
  };
  const readPair = (text: string): Command | undefined => {
    const kind = pairKinds.find((each) => text.startsWith(texts.pairs[each].verb));
    if (!kind) return undefined;
    const { verb, link } = texts.pairs[kind];
    const end = text.indexOf(link, verb.length);
    const item = end < 0 ? undefined : thingIn(itemOf, text.slice(verb.length, end));
    if (!item) return undefined;
    const other = text.slice(end + link.length);
    if (kind === 'slice') {
      const tool = thingIn(itemOf, other);
      return tool && { kind, item, tool };
    }
    const receptacle = thingIn(receptacleOf, other);
    return receptacle && { kind, item, receptacle };
  };
  return {
    goTexts: byName.map(({ words }) => words.go),
    goPlaces: Uint16Array.from(byName, ({ place }) => place),
    everywhere: texts.everywhere,
    pairs: texts.pairs,
    find: (text) => {
      const action = actions.get(text);
      if (action) return commandOn(action.verb, receptacleOf[action.id], itemOf[action.id]);
      return readPair(text) ?? readEverywhere(texts, text);
    },
    receptacle: (name) => thingIn(receptacleOf, name),
  };
}

function readEverywhere({ everywhere }: ProfileTexts, text: string): Command | undefined {
  const kind = everywhere.find((each) => each === text);
  return kind && { kind };
}

const pairKinds: readonly PairKind[] = ['take', 'place', 'heat', 'cool', 'clean', 'slice'];

/** The command of an action on one thing, which is a receptacle or an item of the game, or neither. */
function commandOn(
  verb: PlainVerb,
  receptacle: Receptacle | undefined,
  item: Item | undefined,
): Command | undefined {
  switch (verb) {
    case 'go':
    case 'open':
    case 'close':
      return receptacle && { kind: verb, receptacle };
    case 'use':
      return item && { kind: verb, item };
    case 'examine':
      if (receptacle) return { kind: 'examine-receptacle', receptacle };
      return item && { kind: 'examine-item', item };
  }
}

/** The text of an action with two names. */
export function pairText({ verb, link }: PairWords, item: Item, other: Thing): string {
  return `${verb}${item.name}${link}${other.name}`;
}
