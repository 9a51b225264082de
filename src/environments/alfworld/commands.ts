/** The actions of a game: their texts, and the commands that texts stand for. */
import type { ProfileTexts } from './profile.js';
import { treatments } from './rules.js';
import type { PlainAction, Vocabulary } from './vocabulary.js';
import type { Command, Item, PairedKind, Receptacle } from './world.js';

/** The actions of one game. */
export interface Commands {
  /** Texts of the ways to all receptacles, in code-unit order, and the places that they lead to. */
  readonly goTexts: readonly string[];
  readonly goPlaces: Uint16Array;
  /** Texts of what can be done everywhere, in code-unit order. */
  readonly everywhere: readonly string[];
  /** First word of the action that puts down what is in hand. */
  readonly placeVerb: 'move' | 'put';
  pairedText(kind: PairedKind, item: Item, receptacle: Receptacle): string;
  slicingText(item: Item, tool: Item): string;
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
  const things: Things = { receptacleOf: [], itemOf: [] };
  for (const receptacle of byName) things.receptacleOf[receptacle.words.id] = receptacle;
  for (const item of items) things.itemOf[item.words.id] = item;
  const readPair = createPairReader(texts, things, vocabulary);
  return {
    goTexts: byName.map(({ words }) => words.go),
    goPlaces: Uint16Array.from(byName, ({ place }) => place),
    everywhere: texts.everywhere,
    placeVerb: texts.placeVerb,
    pairedText: (kind, item, receptacle) => pairedText(texts, kind, item, receptacle),
    slicingText,
    find: (text) => {
      const action = vocabulary.action(text);
      if (action) return readPlain(action, things);
      const kind = texts.everywhere.find((each) => each === text);
      return kind ? { kind } : readPair(text);
    },
    receptacle: (name) => {
      const known = vocabulary.name(name);
      return known && things.receptacleOf[known.id];
    },
  };
}

/** What is called by a name in one game, by the number of the name. */
interface Things {
  readonly receptacleOf: (Receptacle | undefined)[];
  readonly itemOf: (Item | undefined)[];
}

function readPlain({ verb, name }: PlainAction, { receptacleOf, itemOf }: Things): Command | undefined {
  const receptacle = receptacleOf[name.id];
  if (verb === 'go') return receptacle && { kind: 'go', receptacle };
  if (verb === 'open' || verb === 'close') return receptacle && { kind: verb, receptacle };
  if (verb === 'examine' && receptacle) return { kind: 'examine-receptacle', receptacle };
  const item = itemOf[name.id];
  return item && { kind: verb === 'use' ? 'use' : 'examine-item', item };
}

/**
 * Reads commands with two names, such as `take apple 1 from fridge 1`: there are too many to keep them all. A name is two
 * words, so the first blank and the third stand before names, the last but one too.
 */
function createPairReader(
  texts: ProfileTexts,
  { receptacleOf, itemOf }: Things,
  vocabulary: Vocabulary,
): (text: string) => Command | undefined {
  const kindOf = new Map<string, PairedKind>(treatments.map((kind) => [kind, kind]));
  kindOf.set('take', 'take').set(texts.placeVerb, 'place');
  return (text) => {
    const afterVerb = text.indexOf(' ');
    const afterFirst = text.indexOf(' ', text.indexOf(' ', afterVerb + 1) + 1);
    const beforeSecond = text.lastIndexOf(' ', text.lastIndexOf(' ') - 1);
    const first = vocabulary.name(text.slice(afterVerb + 1, afterFirst));
    const second = vocabulary.name(text.slice(beforeSecond + 1));
    const item = first && itemOf[first.id];
    if (!item || !second) return undefined;
    const tool = itemOf[second.id];
    if (tool) return text === slicingText(item, tool) ? { kind: 'slice', item, tool } : undefined;
    const receptacle = receptacleOf[second.id];
    const kind = kindOf.get(text.slice(0, afterVerb));
    if (!receptacle || !kind) return undefined;
    return text === pairedText(texts, kind, item, receptacle) ? { kind, item, receptacle } : undefined;
  };
}

function pairedText(texts: ProfileTexts, kind: PairedKind, item: Item, receptacle: Receptacle): string {
  if (kind === 'take') return `take ${item.name} from ${receptacle.name}`;
  if (kind === 'place') return texts.place(item, receptacle);
  return `${kind} ${item.name} with ${receptacle.name}`;
}

function slicingText(item: Item, tool: Item): string {
  return `slice ${item.name} with ${tool.name}`;
}
