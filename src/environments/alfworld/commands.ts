/** The actions of a game: their texts, and the commands that texts stand for. */
import type { ProfileTexts } from './profile.js';
import { treatments } from './rules.js';
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
  textOf(kind: PairedKind, item: Item, receptacle: Receptacle): string;
  slicingText(item: Item, tool: Item): string;
  /** The command that a text stands for, admissible or not; undefined where it stands for none. */
  find(text: string): Command | undefined;
}

/** The actions of a game with these things. */
export function createCommands(
  texts: ProfileTexts,
  receptacles: readonly Receptacle[],
  items: readonly Item[],
): Commands {
  const ways = receptacles.toSorted((a, b) => a.rank - b.rank);
  const plain = plainCommands(texts, receptacles, items);
  const readPair = createPairReader(texts, receptacles, items);
  return {
    goTexts: ways.map(({ goText }) => goText),
    goPlaces: Uint16Array.from(ways, ({ place }) => place),
    everywhere: texts.everywhere,
    placeVerb: texts.placeVerb,
    textOf: (kind, item, receptacle) => pairedText(texts, kind, item, receptacle),
    slicingText,
    find: (text) => plain.get(text) ?? readPair(text),
  };
}

/** All commands that have one name or none, by their texts. */
function plainCommands(
  texts: ProfileTexts,
  receptacles: readonly Receptacle[],
  items: readonly Item[],
): ReadonlyMap<string, Command> {
  const commands = new Map<string, Command>();
  for (const receptacle of receptacles) commands.set(receptacle.goText, { kind: 'go', receptacle });
  for (const kind of texts.everywhere) commands.set(kind, { kind });
  for (const receptacle of receptacles) {
    commands.set(receptacle.examineText, { kind: 'examine-receptacle', receptacle });
    if (!receptacle.openable) continue;
    commands.set(receptacle.openText, { kind: 'open', receptacle });
    commands.set(receptacle.closeText, { kind: 'close', receptacle });
  }
  for (const item of items) {
    if (item.pickupable) commands.set(item.examineText, { kind: 'examine-item', item });
    if (item.toggleable) commands.set(item.useText, { kind: 'use', item });
  }
  return commands;
}

/** A command with two names, such as `take apple 1 from fridge 1`. */
const pairForm = /^([a-z]+) ([a-z]+ \d+) [a-z/]+ ([a-z]+ \d+)$/;

/** Reads commands with two names: there are too many to keep them all. */
function createPairReader(
  texts: ProfileTexts,
  receptacles: readonly Receptacle[],
  items: readonly Item[],
): (text: string) => Command | undefined {
  const receptacleOf = new Map(receptacles.map((receptacle) => [receptacle.name, receptacle]));
  const itemOf = new Map(items.map((item) => [item.name, item]));
  const kindOf = new Map<string, PairedKind>(treatments.map((kind) => [kind, kind]));
  kindOf.set('take', 'take').set(texts.placeVerb, 'place');
  return (text) => {
    const [, verb = '', first = '', second = ''] = pairForm.exec(text) ?? [];
    const item = itemOf.get(first);
    if (!item) return undefined;
    const tool = itemOf.get(second);
    if (tool) return text === slicingText(item, tool) ? { kind: 'slice', item, tool } : undefined;
    const receptacle = receptacleOf.get(second);
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
