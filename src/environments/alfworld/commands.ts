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
}

/** The actions of a game with these things. */
export function createCommands(
  texts: ProfileTexts,
  receptacles: readonly Receptacle[],
  items: readonly Item[],
  vocabulary: Vocabulary,
): Commands {
  const ways = receptacles.toSorted((a, b) => a.rank - b.rank);
  const things: Things = { receptacleOf: [], itemOf: [] };
  for (const receptacle of receptacles) things.receptacleOf[receptacle.words.id] = receptacle;
  for (const item of items) things.itemOf[item.words.id] = item;
  const readPair = createPairReader(texts, things, vocabulary);
  return {
    goTexts: ways.map(({ words }) => words.go),
    goPlaces: Uint16Array.from(ways, ({ place }) => place),
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

/** A command with two names, such as `take apple 1 from fridge 1`. */
const pairForm = /^([a-z]+) ([a-z]+ \d+) [a-z/]+ ([a-z]+ \d+)$/;

/** Reads commands with two names: there are too many to keep them all. */
function createPairReader(
  texts: ProfileTexts,
  { receptacleOf, itemOf }: Things,
  vocabulary: Vocabulary,
): (text: string) => Command | undefined {
  const kindOf = new Map<string, PairedKind>(treatments.map((kind) => [kind, kind]));
  kindOf.set('take', 'take').set(texts.placeVerb, 'place');
  return (text) => {
    const [, verb = '', first = '', second = ''] = pairForm.exec(text) ?? [];
    const [firstName, secondName] = [vocabulary.name(first), vocabulary.name(second)];
    const item = firstName && itemOf[firstName.id];
    if (!item || !secondName) return undefined;
    const tool = itemOf[secondName.id];
    if (tool) return text === slicingText(item, tool) ? { kind: 'slice', item, tool } : undefined;
    const receptacle = receptacleOf[secondName.id];
    const kind = kindOf.get(verb);
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
